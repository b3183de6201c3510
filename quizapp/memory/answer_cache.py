"""What is counted of answers, derived from the log and kept up card by card: the table `answers`
has a few bytes for each answer that stands, so that those of years are read at once.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from struct import Struct

from quizapp.memory.acts.act import Act
from quizapp.memory.review import LONGEST_SECONDS, MOVES_MEMORY, Grading, Rating
from quizapp.memory.schedule import Memory, Scheduling, retrievability

ANSWERS = "CREATE TABLE answers (card TEXT PRIMARY KEY, packed BLOB NOT NULL) STRICT"

PACKED = Struct("<iffHBB")
"""Of an answer: the study date's ordinal, seconds, the chance that FSRS gave it, the interval that
it ended, its rating, and what else it was."""

LONGEST_INTERVAL = 2**16 - 1

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


def tested(
    db: sqlite3.Connection, first: date, last: date, cards: Container[str]
) -> tuple[int, int]:
    """Answers on study dates from the first to the last that tested a memory of these cards, and
    those of them that were remembered. Raises ValueError where the table was damaged.
    """
    rows = db.execute(
        "SELECT card, packed FROM answers"
        " WHERE card IN (SELECT DISTINCT card FROM standing WHERE study_date BETWEEN ? AND ?)",
        [first.toordinal(), last.toordinal()],
    )
    ratings = [
        rating
        for row in _whole(CardAnswers(*row) for row in rows)
        if row.card in cards
        for day, _, expected, _, rating, _ in PACKED.iter_unpack(row.packed)
        if first.toordinal() <= day <= last.toordinal() and not math.isnan(expected)
    ]
    return len(ratings), sum(rating != Rating.AGAIN for rating in ratings)


def load(db: sqlite3.Connection) -> list[CardAnswers]:
    """What is counted, card by card. Raises ValueError where the table was damaged."""
    return list(_whole(CardAnswers(*row) for row in db.execute("SELECT card, packed FROM answers")))


def _whole(rows: Iterable[CardAnswers]) -> Iterator[CardAnswers]:
    for row in rows:
        if len(row.packed) % PACKED.size:
            raise ValueError("an answer is not whole")
        yield row
