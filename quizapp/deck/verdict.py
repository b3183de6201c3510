"""Verdict: an answer held against an outcome, and why it is right or wrong."""

from __future__ import annotations

from dataclasses import dataclass

from quizapp.deck.parts import Ask, Option, Text

NOTHING = Text(en="")


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
    unknown: bool = False
    """The learner said no more than that it is not known."""
    coarse: bool = False
    """The answer is right but for its digits, or `unread`."""
    unread: bool = False
    """It says nothing that could be right or wrong, as the name of nothing that there is."""
    why: str = ""
    mistake: Text | None = None
    idea: str | None = None
    """The wrong model that this answer shows, by its name."""


@dataclass(frozen=True, kw_only=True)
class OptionVerdict:
    """An option of a choice: whether it was picked, and whether it holds."""

    option: Option
    picked: bool
    holds: bool
    unknown: bool = False

    @property
    def right(self) -> bool:
        return not self.unknown and self.picked == self.holds


@dataclass(frozen=True, kw_only=True)
class AttemptVerdict:
    """Code held against a card's tests.

    `why` is the failing assertion's message, or what else went wrong, in the language that is
    spoken; `line` is the line of the learner's code that raised, from 1, where it was one of those.
    """

    answer: str
    passed: bool
    unknown: bool = False
    """Nothing was tried."""
    why: Text = NOTHING
    line: int | None = None


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """A whole answer, graded part by part. Which parts there are depends on the kind of card."""

    asks: tuple[AskVerdict, ...] = ()
    options: tuple[OptionVerdict, ...] = ()
    tests: AttemptVerdict | None = None

    @property
    def parts(self) -> tuple[bool, ...]:
        """Which of the parts are right."""
        return (
            *(ask.right for ask in self.asks),
            *(option.right for option in self.options),
            *([] if self.tests is None else [self.tests.passed]),
        )

    @property
    def right(self) -> bool:
        return all(self.parts)

    @property
    def asked_again(self) -> tuple[str, ...]:
        """Why each ask is to be answered once more, before the verdict counts; mostly nothing.

        That is so where something is `unread`, whatever else there is, and where something is
        `coarse` and all else is right.
        """
        may_be_right = all(ask.right or ask.coarse for ask in self.asks)
        whys = tuple(
            ask.why if ask.unread or (ask.coarse and may_be_right) else "" for ask in self.asks
        )
        return whys if any(whys) else ()

    @property
    def unknown(self) -> bool:
        """Nothing is wrong, and what is not right was said not to be known."""
        fine = [
            *(ask.right or ask.unknown for ask in self.asks),
            *(option.right or option.unknown for option in self.options),
            *([] if self.tests is None else [self.tests.unknown]),
        ]
        return not self.right and all(fine)

    @property
    def partly(self) -> bool:
        """Something is right, and something wrong: of options, one that holds was picked."""
        got = [ask.right for ask in self.asks]
        got += [option.picked and option.holds for option in self.options]
        return not self.right and any(got)
