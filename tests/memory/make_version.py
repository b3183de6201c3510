"""Writes a log of today's version, to be kept in `versions/` for all later ones to read.

python -m tests.memory.make_version tests/memory/versions/N.db.gz
"""

from __future__ import annotations

import gzip
import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from quizapp.memory.acts.act import Act
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating, Review, ReviewKind

FIRST = datetime(2026, 1, 1, 12, tzinfo=UTC)
REPEATED: tuple[ReviewKind, ...] = ("review", "practice", "relearn")


def fill(log: ReviewLog) -> None:
    """Log something of every kind."""
    rng = random.Random(7)
    for number in range(30):
        at = FIRST + timedelta(number)
        log.append(
            Review(
                id=f"r{number:03}",
                card=f"views/c{number % 7}",
                content_hash="0123456789abcdef",
                at=at,
                study_date=at.date(),
                kind=REPEATED[number % 3] if number % 5 == 0 else "review",
                rating=Rating(rng.randint(1, 4)),
                proposed=Rating.GOOD,
                right=(True, False, None)[number % 3],
                unknown=number % 9 == 2,
                answers=("[1, 2]", "形状"),
                parts=(True, False),
                ideas={"copies": True} if number % 4 == 1 else {},
                draw={"n": "3"},
                seconds=2.5,
                hint=number % 4 == 0,
                guess=number % 6 == 0,
                torch="2.9.0",
                due=None if number % 2 else at.date() + timedelta(3),
            )
        )
    log.retract("r005", datetime(2026, 2, 1, tzinfo=UTC))
    for number, name in enumerate(["flag", "note", "reset", "suspend"]):
        at = datetime(2026, 2, 2, 12, number, tzinfo=UTC)
        value = "mine" if name == "note" else ""
        last = Act(
            id=f"a{number}",
            card=f"views/c{number}",
            at=at,
            study_date=at.date(),
            name=name,
            value=value,
        )
        log.act(last)
    log.undo_act(last, "a9", last.at + timedelta(minutes=5))
    log.note_arrivals([f"views/c{number}" for number in range(9)], {}, FIRST.date())


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        path = Path(folder, "quiz.db")
        with ReviewLog.open(path) as log:
            fill(log)
        Path(sys.argv[1]).write_bytes(gzip.compress(path.read_bytes(), mtime=0))
