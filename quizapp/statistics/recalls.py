"""Every answer that tested a memory: what was to be expected of it, and what came."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from quizapp.memory.acts.act import Act
from quizapp.memory.replay import steps
from quizapp.memory.review import MOVES_MEMORY, Rating, Review
from quizapp.memory.schedule import Memory, Scheduling, retrievability

MATURE_DAYS = 21
"""A card that was away for so long is mature, as Anki has it."""


@dataclass(frozen=True, slots=True)
class Recall:
    """An answer to a card that was learnt on an earlier study date."""

    card: str
    study_date: date
    days: int
    """Since the memory was last moved."""
    expected: float
    """The chance that FSRS gave it, from 0 to 1."""
    recalled: bool
    """It was rated better than Again."""
    guess: bool

    @property
    def mature(self) -> bool:
        return self.days >= MATURE_DAYS


def recalls(
    reviews: Iterable[Review], acts: Mapping[str, Sequence[Act]], scheduling: Scheduling
) -> Iterator[Recall]:
    """The answers that tested a memory, of reviews that are sorted by card and then by time."""
    for card, of_card in groupby(reviews, lambda review: review.card):
        before: Memory | None = None
        for logged, memory in steps(of_card, scheduling, acts.get(card, ())):
            if before is not None and isinstance(logged, Review) and _tests(logged, before):
                yield Recall(
                    card=card,
                    study_date=logged.study_date,
                    days=(logged.study_date - before.last_study_date).days,
                    expected=retrievability(before, logged.study_date, scheduling),
                    recalled=logged.rating is not Rating.AGAIN,
                    guess=logged.guess,
                )
            before = memory


def _tests(review: Review, memory: Memory) -> bool:
    return review.kind in MOVES_MEMORY and review.study_date > memory.last_study_date
