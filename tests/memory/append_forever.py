"""Appends reviews to a log, `COUNT` or without end, and prints each id once it is safe.

Says that it is ready and waits for a line first, so that several can begin together.

python append_forever.py LOG NAME [COUNT]
"""

from __future__ import annotations

import itertools
import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating, Review
from quizapp.memory.study_day import study_date


def main(path: Path, name: str, count: int | None) -> None:
    rng = random.Random(name)
    say("ready")
    sys.stdin.readline()
    with ReviewLog.open(path) as log:
        done = len(log.reviews())
        for number in itertools.count() if count is None else range(count):
            at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=7 * (done + number))
            review = Review(
                id=f"{name}-{number}",
                card=f"a/{rng.randrange(5)}",
                content_hash="",
                at=at,
                study_date=study_date(at),
                kind="review",
                rating=Rating(rng.randint(1, 4)),
                proposed=Rating.GOOD,
                right=True,
            )
            log.append(review)
            say(review.id)


def say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else None)
