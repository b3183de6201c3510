"""What is counted of answers, derived from the log and kept up card by card: the table `answers`
has a few bytes for each answer that stands, so that those of years are read at once.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from struct import Struct

from quizapp.memory.acts.act import Act
from quizapp.memory.review import MOVES_MEMORY, Grading
from quizapp.memory.schedule import Memory, Scheduling, retrievability

ANSWERS = "CREATE TABLE answers (card TEXT PRIMARY KEY, packed BLOB NOT NULL) STRICT"

PACKED = Struct("<iffHBB")
"""Of an answer: the study date's ordinal, seconds, the chance that FSRS gave it, the interval that
it ended, its rating, and what else it was."""

LONGEST_INTERVAL = 2**16 - 1
LONGEST_SECONDS = 86400.0
"""Another machine's row may hold any number, and what is none counts as 0."""

MOVES, GUESS, GRADED, RIGHT = 1, 2, 4, 8
"""What else an answer was: of a kind that moves a memory, marked as a guess, held against the
truth, right."""


@dataclass(frozen=True, slots=True)
class CardAnswers:
    """All answers to a card, in order of time."""

    card: str
    packed: bytes
    """See PACKED."""


def pack(
    steps: Iterable[tuple[Grading | Act, Memory | None]], scheduling: Scheduling
) -> tuple[Memory | None, bytes]:
    """The memory that a card's answers and acts add up to, and what is counted of the answers."""
    then: Memory | None = None
    packed = []
    for logged, memory in steps:
        if isinstance(logged, Grading):
            packed.append(_pack(logged, then, scheduling))
        then = memory
    return then, b"".join(packed)


def store(db: sqlite3.Connection, card: str, packed: bytes) -> None:
    """Write what is counted of a card's answers; a card that has none leaves the table."""
    if packed:
        db.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", [card, packed])
    else:
        db.execute("DELETE FROM answers WHERE card = ?", [card])


def _pack(review: Grading, before: Memory | None, scheduling: Scheduling) -> bytes:
    """An answer, and what was to be expected of it where it tested a memory of an earlier day."""
    moves = review.kind in MOVES_MEMORY
    expected, interval = math.nan, 0
    if before is not None and moves and review.study_date > before.last_study_date:
        expected = retrievability(before, review.study_date, scheduling)
        interval = (before.due - before.last_study_date).days
    return PACKED.pack(
        review.study_date.toordinal(),
        min(max(0.0, review.seconds), LONGEST_SECONDS),
        expected,
        min(max(0, interval), LONGEST_INTERVAL),
        review.rating,
        MOVES * moves
        | GUESS * review.guess
        | GRADED * (review.right is not None)
        | RIGHT * bool(review.right),
    )


def load(db: sqlite3.Connection) -> list[CardAnswers]:
    """What is counted, card by card. Raises ValueError where the table was damaged."""
    rows = [CardAnswers(*row) for row in db.execute("SELECT card, packed FROM answers")]
    if any(len(row.packed) % PACKED.size for row in rows):
        raise ValueError("an answer is not whole")
    return rows
