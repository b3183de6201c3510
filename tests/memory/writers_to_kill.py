"""Forks a writer of a log for each line that it is given, to be killed; says when it is dead.

python writers_to_kill.py LOG FOLDER

A writer prints the id of each row once it is safe. It backs up, and exchanges with the folder.
"""

from __future__ import annotations

import itertools
import os
import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from quizapp.memory.acts.act import Act
from quizapp.memory.exchange import exchange
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating, Review


def main(path: Path, folder: Path) -> None:
    for line in sys.stdin:
        if pid := os.fork():
            os.waitpid(pid, 0)
            say("dead")
        else:
            say(f"pid {os.getpid()}")
            write_forever(path, folder, int(line))


def write_forever(path: Path, folder: Path, killing: int) -> None:
    rng = random.Random(killing)
    with ReviewLog.open(path) as log:
        for number in itertools.count():
            at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=killing, minutes=number)
            card, id = f"a/{rng.randrange(50)}", f"{killing}-{number}"
            if rng.random() < 0.2:
                log.act(Act(id=id, card=card, at=at, study_date=at.date(), name="flag"))
            else:
                log.append(review(id, card, at, Rating(rng.randint(1, 4))))
            say(id)
            if rng.random() < 0.05:
                exchange(log, folder)
            if rng.random() < 0.02:
                log.backup_if_due(at)


def review(id: str, card: str, at: datetime, rating: Rating) -> Review:
    return Review(
        id=id,
        card=card,
        content_hash="",
        at=at,
        study_date=at.date(),
        kind="review",
        rating=rating,
        proposed=Rating.GOOD,
        right=True,
    )


def say(words: str) -> None:
    os.write(1, f"{words}\n".encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
