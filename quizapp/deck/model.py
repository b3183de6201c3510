"""Deck and Card: the YAML format as types.

Plain dataclasses, so that a deck read from the cache costs no validation library. The kinds of
card are in `quizapp.deck.kinds`, a file each; `quizapp.deck.format` makes them of YAML.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from sys import intern
from typing import Literal, Self

from quizapp.deck.parts import Code, Draw, Spot, Text
from quizapp.deck.question import Piece, Question
from quizapp.deck.verdict import Verdict
from quizapp.text.language import Language
from runner.protocol.wire import Outcome

WORKERS = "workers"
"""What a card `needs` whose code starts processes of its own, as a DataLoader does."""

Trust = Literal["shipped", "trusted", "changed", "unknown"]
"""What the learner has said of a deck, by its bytes; `changed` is one that was trusted."""


def is_trusted(trust: Trust) -> bool:
    """Whether a deck that stands so may run without a full sandbox."""
    return trust in ("shipped", "trusted")


def topic_of(card_id: str) -> str:
    """The topic in a card's full id, `topic/card-id`."""
    return card_id.partition("/")[0]


@dataclass(frozen=True, kw_only=True)
class Card:
    """What every kind of card has, and what holds of one of which its kind says nothing else.

    Options and lines that are shown in another order are given in the order they are `shuffled`
    into, by their 0-based numbers.
    """

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
    topic: str = field(init=False, repr=False, compare=False)
    """That of its id; kept, since who goes through all cards asks each."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "topic", intern(topic_of(self.id)))

    @property
    def kind(self) -> str:
        """The name of its file in `quizapp.deck.kinds`."""
        return type(self).__module__.rpartition(".")[2]

    @property
    def ideas(self) -> frozenset[str]:
        """The wrong models that an answer can show."""
        return frozenset()

    @property
    def behind(self) -> Text | None:
        """What is shown in place of a truth, where the learner is the one who grades."""
        return None

    def texts(self) -> Iterator[tuple[Spot, Text]]:
        """Every text in which words can be computed."""
        fields = {"prompt": self.prompt, "hint": self.hint, "explain": self.explain}
        yield from ((Spot(name), text) for name, text in fields.items() if text is not None)

    def to_be_translated(self) -> Iterator[tuple[Spot, Text]]:
        """Every text that another language has in other words."""
        return self.texts()

    def in_draw(self, draw: Draw) -> Self:
        """The card where that is drawn: with what the draw alone tells, and no run could."""
        return self

    @property
    def parts_shuffled(self) -> int:
        """How many parts it has that are shown in another order each time."""
        return 0

    def is_as_written(self, shuffled: Sequence[int]) -> bool:
        """Whether parts in this order are the answer already."""
        return False

    def given(self, shuffled: Sequence[int], language: Language) -> str:
        """What the learner is given beside the code, numbered as it is shown; or nothing."""
        return ""

    def questions(self, shuffled: Sequence[int]) -> Sequence[Question]:
        """What is to be answered; nothing where the learner is the one who grades."""
        return ()

    def answered(self, answers: Sequence[str], language: Language) -> Piece:
        """Answers as one reads them later: what went by a number, in its words."""
        return Piece("words", tuple(answers))

    def grade(self, answers: Sequence[str], outcome: Outcome) -> Verdict:
        """Hold answers, one a question, against what the runner saw.

        The outcome is that of the card's snippet, or of the attempt that the answer is. An answer
        that is not understood is wrong here: `questions` tells that beforehand. Raises ValueError
        where the outcome is not one of this card's, TypeError where the learner grades.
        """
        raise TypeError(f"{self.id} is graded by the learner")

    def grade_unknown(self, outcome: Outcome | None) -> Verdict | None:
        """The verdict where a learner does not know; None where the learner grades.

        The outcome is that of the card's snippet; a card without a truth of its own needs none.
        """
        return None

    def ideas_shown(self, verdict: Verdict, outcome: Outcome | None) -> Mapping[str, bool]:
        """Each idea that this exercise can show, and whether the answer showed it.

        Who does not know shows nothing. The outcome is the one that the verdict comes of.
        """
        if verdict.unknown or outcome is None:
            return {}
        return self._ideas_shown(verdict, outcome)

    def _ideas_shown(self, verdict: Verdict, outcome: Outcome) -> Mapping[str, bool]:
        return {}

    def why_not_gradable(self, outcome: Outcome) -> str | None:
        """What keeps an outcome from being a truth, in words; None where it is one.

        That is the deck's fault. Of a card that is tried, the outcome is that of its solution.
        """
        return None

    def remarks(self, outcome: Outcome | None, language: Language) -> list[tuple[Piece, Text]]:
        """Wrong answers that can be told before one is given, and what is said to each."""
        return []

    def asked(self, shuffled: Sequence[int], language: Language) -> Sequence[Piece]:
        """What stands below the code in front of a card of paper."""
        return ()

    def told(self, outcome: Outcome | None, language: Language) -> Sequence[Piece]:
        """The answer behind it."""
        return ()


@dataclass(frozen=True, kw_only=True)
class RunCard(Card):
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

    @property
    def lines_above(self) -> int:
        """How many lines are shown above its own code: the draw, and where it runs."""
        return (self.ranks > 1) + len(self.vary)

    @property
    def may_hang(self) -> bool:
        """Its code may never come to an end, and is asked whether it does."""
        return False

    @property
    def may_raise(self) -> bool:
        """It is asked what its code itself raises."""
        return False

    @property
    def asks_for_output(self) -> bool:
        """What its code prints is the answer, or a part of it."""
        return False


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
