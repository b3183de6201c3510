"""Review: one row of the log. Rating: how well a card was remembered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import IntEnum
from typing import Literal

from quizapp.text.language import mark, tr

ReviewKind = Literal["review", "practice", "relearn", "manual"]
"""Only `review` and `manual` move a card's memory: `relearn` is a missed card asked again
in the same sitting, `practice` a drill beyond what was due."""


LONGEST_SECONDS = 86400.0
"""That count of an answer: another machine's row may hold any number."""

MOVES_MEMORY: tuple[ReviewKind, ...] = ("review", "manual")


class Rating(IntEnum):
    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4

    @property
    def word(self) -> str:
        """What it is called."""
        return tr(_WORDS[self])


_WORDS = {
    Rating.AGAIN: mark("again"),
    Rating.HARD: mark("hard"),
    Rating.GOOD: mark("good"),
    Rating.EASY: mark("easy"),
}


@dataclass(frozen=True, kw_only=True)
class Grading:
    """Of a review what moves a memory or is counted: years of them are gone through."""

    id: str
    """UUIDv7: unique across machines, ordered by time."""
    card: str
    at: datetime
    """In UTC."""
    study_date: date
    """The learner's day, which begins at the rollover hour."""
    kind: ReviewKind
    rating: Rating
    right: bool | None
    """None for a card that the learner graded, or did not know."""
    seconds: float = 0.0
    guess: bool = False
    due: date | None = None
    """When the card comes back, as the learner was shown it; None for just the interval that
    the schedule computes."""


@dataclass(frozen=True, kw_only=True)
class Review(Grading):
    """One answered exercise. Never changed once written; undo appends a retraction."""

    content_hash: str
    """Of the card as it was answered; empty where that was in Anki."""
    proposed: Rating
    unknown: bool = False
    """The learner said that it is not known: nothing was answered wrong."""
    answers: tuple[str, ...] = ()
    """What was typed, ask by ask."""
    parts: tuple[bool, ...] = ()
    """Which of the answers were right."""
    ideas: Mapping[str, bool] = field(default_factory=dict)
    """Wrong models that the answer could have shown, and whether it did."""
    draw: Mapping[str, str] = field(default_factory=dict)
    hint: bool = False
    torch: str = ""
    """The torch version that gave the truth; empty where none ran."""


@dataclass(frozen=True)
class Pace:
    """How many seconds a learner usually needs."""

    answer: float
    card: float
    """That a day asks for, with the answers by which it is asked once more that day."""


@dataclass(frozen=True)
class DayCounts:
    """How many cards were introduced on a study date, and how many others were reviewed."""

    new: int = 0
    reviews: int = 0
    begun: frozenset[str] = frozenset()
    """The topics of the cards introduced."""
