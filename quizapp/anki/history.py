"""Anki's record of answers to a card → reviews of ours, and the memory that it makes of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from quizapp.memory.acts.act import Act
from quizapp.memory.review import Rating, Review, ReviewKind
from quizapp.memory.uuid7 import uuid7

LEARNING, FILTERED, MANUAL = 0, 3, 4
"""Kinds of entries that are told from others, by Anki's numbers."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What Anki recorded of a card at one time: an answer, or that it was moved otherwise."""

    at: datetime
    day: date
    """The study date, by the hour at which Anki's day begins."""
    ease: int
    """The button, 1 to 4; 0 for what is no answer."""
    kind: int
    factor: int
    """0 where the card's schedule was left alone, or reset."""
    seconds: float

    @property
    def is_answer(self) -> bool:
        return 1 <= self.ease <= 4 and self.kind != MANUAL

    @property
    def is_cramming(self) -> bool:
        """Answered in a filtered deck that does not reschedule."""
        return self.kind == FILTERED and self.factor == 0

    @property
    def is_reset(self) -> bool:
        return self.kind == MANUAL and self.factor == 0


def logged(card: str, entries: Sequence[Entry]) -> Iterator[Review | Act]:
    """What a card's entries, in order of time, are in our log: the same whenever it is asked.

    As Anki's FSRS does, a memory begins at the last series of learning steps, else at the first
    answer after the last reset; all before it is kept, and taken for undone by a reset.
    """
    start = _start(entries)
    days = set[date]()
    for at, entry in enumerate(entries):
        if at == start and days:
            yield _reset(card, entry)
            days.clear()
        if not entry.is_answer:
            continue
        kind: ReviewKind = "relearn" if entry.day in days else "review"
        if entry.is_cramming:
            kind = "practice"
        else:
            days.add(entry.day)
        yield Review(
            id=answer_id(card, entry.at),
            card=card,
            content_hash="",
            at=entry.at,
            study_date=entry.day,
            kind=kind,
            rating=Rating(entry.ease),
            proposed=Rating(entry.ease),
            right=None,
            seconds=entry.seconds,
        )
    if start == len(entries) and days:
        yield _reset(card, entries[-1])


def _start(entries: Sequence[Entry]) -> int:
    """Where the memory of a card begins; at the end for one that is new again."""
    start, in_steps = len(entries), False
    for at in range(len(entries) - 1, -1, -1):
        entry = entries[at]
        if entry.is_cramming:
            continue
        if entry.is_answer and entry.kind == LEARNING:
            start, in_steps = at, True
        elif in_steps or entry.is_reset:
            break
        elif entry.is_answer:
            start = at
    return start


def _reset(card: str, entry: Entry) -> Act:
    """A reset just before an entry, or by it."""
    at = entry.at - timedelta(microseconds=1) if entry.is_answer else entry.at
    return Act(id=answer_id(card, at), card=card, at=at, study_date=entry.day, name="reset")


def answer_id(card: str, at: datetime) -> str:
    """Always the same, so that what is imported twice is there once."""
    return uuid7(at, random.Random(f"anki {card} {at.timestamp():.6f}"))
