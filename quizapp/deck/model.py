"""Deck, Card, Ask: the YAML format as types.

Plain dataclasses, so that a deck read from the cache costs no validation library.
`load.py` validates YAML against these very types.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar, get_args

AskKind = Literal[
    "shape", "dtype", "device", "value", "bool", "strides", "raises", "output", "grad_fn"
]
ASK_KINDS: tuple[str, ...] = get_args(AskKind)

Language = Literal["en", "zh"]

Draw = Mapping[str, str]
"""The value drawn for each varying name, as Python source."""


def topic_of(card_id: str) -> str:
    """The topic in a card's full id, `topic/card-id`."""
    return card_id.partition("/")[0]


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
class Ask:
    """One thing asked about an exercise, such as the `value` of `x.grad`."""

    kind: AskKind
    expression: str


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

    kind: AskKind
    expression: str
    say: Text
    of: int | None = None


@dataclass(frozen=True, kw_only=True)
class Expect:
    """The author's own prediction, one text an ask.

    With a `draw` the texts are what a learner would type for it. Without one, on a card
    that varies, they are expressions in the drawn names.
    """

    texts: tuple[str, ...]
    draw: Draw | None = None


@dataclass(frozen=True, kw_only=True)
class CardBase:
    """What every kind of card has."""

    id: str
    """`topic/card-id`."""
    prompt: Text
    line: int
    """Where the card begins in its deck's file."""
    explain: Text | None = None
    hint: Text | None = None
    level: Literal[1, 2, 3] = 2
    after: tuple[str, ...] = ()
    """Full ids of the cards to be learnt first."""
    tags: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    was: tuple[str, ...] = ()
    """Full former ids."""
    content_hash: str = ""
    """Changes when what is asked changes; 16 hex digits."""

    @property
    def topic(self) -> str:
        return topic_of(self.id)


@dataclass(frozen=True, kw_only=True)
class PredictCard(CardBase):
    """Shows code; the learner predicts what torch makes of it."""

    code: Code
    asks: tuple[Ask, ...]
    vary: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each varying name its possible values, as Python source."""
    mistakes: tuple[Mistake, ...] = ()
    expect: Expect | None = None
    digits: int | None = None
    """Significant digits that a typed value must have right; None for the usual rule."""
    needs: tuple[str, ...] = ()
    timeout: float = 5.0


@dataclass(frozen=True, kw_only=True)
class RecallCard(CardBase):
    """Front and back; the learner grades it."""

    back: Text


Card = PredictCard | RecallCard


@dataclass(frozen=True, kw_only=True)
class Deck:
    """One YAML file: a topic, its setup code, its cards."""

    topic: str
    title: Text
    path: str
    setup: Code | None
    cards: tuple[Card, ...]
