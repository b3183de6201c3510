"""What cards are made of: texts, code, what is drawn, asks and options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from quizapp.text.language import Language

Draw = Mapping[str, str]
"""The value drawn for each varying name, as Python source."""


@dataclass(frozen=True, kw_only=True)
class Text:
    """Words for people, in English and perhaps in Chinese."""

    en: str
    zh: str | None = None

    def in_language(self, language: Language) -> str:
        """The text in that language, or in English where it has not been translated."""
        return self.zh if language == "zh" and self.zh is not None else self.en


@dataclass(frozen=True, kw_only=True)
class Code:
    """Code in a deck: its text, and the line of the deck's file where it begins."""

    text: str
    line: int


@dataclass(frozen=True, kw_only=True)
class WrongCode(Code):
    """Code that must not pass a card's tests, and the wrong model that it comes of."""

    idea: str | None = None


@dataclass(frozen=True, kw_only=True)
class Ask:
    """One thing asked about an exercise, such as the `value` of `x.grad`.

    Its kind is one of `quizapp.asks.table.KINDS`.
    """

    kind: str
    expression: str

    @property
    def is_what_the_code_raises(self) -> bool:
        """About the card's code itself, and not about an expression tried after it."""
        return self.kind in ("raises", "fails") and self.expression == "code"


T = TypeVar("T")


def match_kinds(
    wanted: Iterable[Ask | Mistake], given: Iterable[tuple[str, T]]
) -> tuple[dict[int, T], list[tuple[str, T]]]:
    """What is given for each ask, by its 0-based number, and what is left over.

    Things are given with their kinds: the first of a kind is for the first ask of that kind.
    Mistakes are matched in the same way with what is given for them.
    """
    left = list(given)
    matched = {}
    for number, one in enumerate(wanted):
        for index, (kind, thing) in enumerate(left):
            if kind == one.kind:
                matched[number] = thing
                del left[index]
                break
    return matched, left


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """A wrong mental model as code, and what to say to a learner whose answer equals it.

    `of` is the 1-based number of the ask that it belongs to; None for every ask of its kind.
    """

    kind: str
    expression: str
    say: Text
    of: int | None = None
    idea: str | None = None
    """The name of the wrong model, across cards, that it comes of."""
    when: str | None = None
    """An expression of what is drawn: only where it is true is this a mistake."""
    told: tuple[bool, bool] | None = None
    """What it comes to, and whether it is one in this draw, where the draw alone has to tell."""


@dataclass(frozen=True, kw_only=True)
class Message:
    """What a card's tests say where they fail, as `quizapp.deck.messages` reads it."""

    say: Text


@dataclass(frozen=True, kw_only=True)
class Expect:
    """The author's own prediction, one text an ask.

    With a `draw` the texts are what a learner would type for it. Without one, on a card
    that varies, they are expressions in the drawn names.
    """

    texts: tuple[str, ...]
    draw: Draw | None = None


@dataclass(frozen=True, kw_only=True)
class Option:
    """One of a choice card's: `holds` is an expression whose truth decides."""

    text: Text
    holds: str
    say: Text | None = None
    """To a learner who got it wrong."""
    idea: str | None = None
    """The wrong model that getting it wrong comes of."""


class Spot(NamedTuple):
    """Where in a card a text stands: in a field, of which part of the one with that number."""

    field: str
    number: int = 0
    part: str = ""
    attribute: str = ""
    """Of the card, where that is called otherwise than the field."""
