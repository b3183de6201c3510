"""Verdict: an answer held against an outcome, and why it is right or wrong."""

from __future__ import annotations

from dataclasses import dataclass

from quizapp.deck.model import Ask, Text


@dataclass(frozen=True, kw_only=True)
class NotUnderstood:
    """An answer that cannot be read. It is asked again, never graded wrong."""

    hint: str
    """One sentence: the form expected, with an example."""


@dataclass(frozen=True, kw_only=True)
class AskVerdict:
    """One ask of a card, graded.

    `why` is one short sentence where there is something to say: where the values differ,
    that the shape is wrong, that `int` is int32. `mistake` is what the deck says to a
    learner who answered just this.
    """

    ask: Ask
    answer: str
    truth: str
    right: bool
    why: str = ""
    mistake: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """A whole answer, graded ask by ask."""

    asks: tuple[AskVerdict, ...]

    @property
    def right(self) -> bool:
        return all(ask.right for ask in self.asks)

    @property
    def partly(self) -> bool:
        """Some asks right, and some wrong."""
        return not self.right and any(ask.right for ask in self.asks)
