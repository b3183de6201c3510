"""Deck, Card, Ask: the YAML format as types.

Plain dataclasses, so that a deck read from the cache costs no validation library.
`load.py` validates YAML against these very types.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

Language = Literal["en", "zh"]

WORKERS = "workers"
"""What a card `needs` whose code starts processes of its own, as a DataLoader does."""

Trust = Literal["shipped", "trusted", "changed", "unknown"]
"""What the learner has said of a deck, by its bytes; `changed` is one that was trusted."""


def is_trusted(trust: Trust) -> bool:
    """Whether a deck that stands so may run without a full sandbox."""
    return trust in ("shipped", "trusted")


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
    proof: Code | None = None
    """Assertions of what its texts claim; they run after its code."""
    level: Literal[1, 2, 3] = 2
    after: tuple[str, ...] = ()
    """Full ids of the cards to be learnt first."""
    tags: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    source: str = ""
    """Where it comes from: a line of some notes, or a link."""
    was: tuple[str, ...] = ()
    """Full former ids."""
    content_hash: str = ""
    """Changes when what is asked changes; 16 hex digits."""

    @property
    def topic(self) -> str:
        return topic_of(self.id)


@dataclass(frozen=True, kw_only=True)
class RunCard(CardBase):
    """A card whose code is run."""

    code: Code
    """Empty text where a card of another kind than predict has none."""
    vary: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each varying name its possible values, as Python source."""
    rows: tuple[Draw, ...] = ()
    """The draws, where the deck lists them; else every combination of values is one."""
    needs: tuple[str, ...] = ()
    ranks: int = 1
    """On how many torch.distributed ranks the code runs."""
    on_rank: int = 0
    """The rank that is asked about."""
    device: Literal["cuda"] | None = None
    """The one kind of device that the card runs on; None for any."""
    timeout: float = 5.0


@dataclass(frozen=True, kw_only=True)
class PredictCard(RunCard):
    """Shows code; the learner predicts what torch makes of it."""

    asks: tuple[Ask, ...]
    mistakes: tuple[Mistake, ...] = ()
    expect: tuple[Expect, ...] = ()
    """One for any draw, or one for each of some draws."""
    digits: int | None = None
    """Significant digits that a typed value must have right; None for the usual rule."""

    @property
    def asks_whether_it_hangs(self) -> bool:
        return any(ask.kind == "hangs" for ask in self.asks)


@dataclass(frozen=True, kw_only=True)
class Option:
    """One of a choice card's: `holds` is an expression whose truth decides."""

    text: Text
    holds: str
    say: Text | None = None
    """To a learner who got it wrong."""
    idea: str | None = None
    """The wrong model that getting it wrong comes of."""


@dataclass(frozen=True, kw_only=True)
class ChoiceCard(RunCard):
    """The learner picks the options that hold: just one, or with `many` any number."""

    options: tuple[Option, ...]
    many: bool = False
    expect: tuple[int, ...] | None = None
    """The 1-based numbers of the options that the author takes to hold."""


@dataclass(frozen=True, kw_only=True)
class WriteCard(RunCard):
    """The learner writes code that has to pass tests: into a gap, or by mending the starter."""

    tests: Code
    solution: Code
    wrong: tuple[WrongCode, ...] = ()
    """What must not pass."""
    starter: Code | None = None
    """None where the code has a gap."""

    @property
    def has_gap(self) -> bool:
        return self.starter is None


@dataclass(frozen=True, kw_only=True)
class OrderCard(RunCard):
    """The learner puts lines in an order that passes tests; `lines` are in one that does."""

    lines: tuple[str, ...]
    tests: Code
    lines_at: int
    """The line of the deck's file where they begin."""


@dataclass(frozen=True, kw_only=True)
class RecallCard(CardBase):
    """Front and back; the learner grades it."""

    back: Text


TriedCard = WriteCard | OrderCard
"""What the learner hands in is run."""
CodeCard = PredictCard | ChoiceCard | TriedCard
"""Every kind of RunCard."""
Card = CodeCard | RecallCard


def ideas_of(card: Card) -> frozenset[str]:
    """The wrong models that an answer to the card can show."""
    named: Iterable[Mistake | Option | WrongCode] = ()
    match card:
        case PredictCard(mistakes=mistakes):
            named = mistakes
        case ChoiceCard(options=options):
            named = options
        case WriteCard(wrong=wrong):
            named = wrong
    return frozenset(one.idea for one in named if one.idea is not None)


@dataclass(frozen=True, kw_only=True)
class Deck:
    """One YAML file: a topic, its setup code, its cards."""

    topic: str
    title: Text
    path: str
    setup: Code | None
    cards: tuple[Card, ...]
    after: tuple[str, ...] = ()
    """The topics that it comes after: it opens once their first things are learnt."""
    aliases: tuple[str, ...] = ()
    """Other names by which the topic may be asked for."""
    about: Text | None = None
    """What it is about, in a sentence or two."""
    author: str = ""
    license: str = ""
    version: str = ""
    ideas: Mapping[str, Text] = field(default_factory=dict)
    """Wrong models by name, as a sentence each."""
    trust: Trust = "unknown"
    """Judged by the very bytes that the deck was read from."""

    @property
    def runs_code(self) -> bool:
        return any(isinstance(card, RunCard) for card in self.cards)
