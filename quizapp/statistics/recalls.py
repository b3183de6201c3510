"""Every answer that tested a memory: what was to be expected of it, and what came."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from heapq import merge
from itertools import groupby

from quizapp.memory.acts.act import Act
from quizapp.memory.acts.table import ACTS
from quizapp.memory.review import MOVES_MEMORY, Rating, Review
from quizapp.memory.schedule import Memory, Scheduling, after, retrievability

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
        yield from _of_card(of_card, acts.get(card, ()), scheduling)


def _of_card(
    reviews: Iterable[Review], acts: Iterable[Act], scheduling: Scheduling
) -> Iterator[Recall]:
    memory: Memory | None = None
    both: tuple[Iterable[Review | Act], ...] = (reviews, acts)
    for logged in merge(*both, key=lambda one: (one.at, one.id)):
        if isinstance(logged, Act):
            if logged.name in ACTS:
                with suppress(ValueError):
                    memory = ACTS[logged.name].remember(memory, logged)
            continue
        tests = logged.kind in MOVES_MEMORY and memory is not None
        if tests and memory is not None and logged.study_date > memory.last_study_date:
            yield Recall(
                card=logged.card,
                study_date=logged.study_date,
                days=(logged.study_date - memory.last_study_date).days,
                expected=retrievability(memory, logged.study_date, scheduling),
                recalled=logged.rating is not Rating.AGAIN,
                guess=logged.guess,
            )
        memory = after(memory, logged, scheduling)
