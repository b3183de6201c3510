"""A sitting that goes on into the next study day."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from quizapp.library.loading import load_library
from quizapp.memory.log import ReviewLog
from quizapp.memory.queue import QueueItem
from quizapp.memory.review import Rating
from quizapp.study.session import Session

BEFORE = datetime(2026, 3, 2, 3, 59, tzinfo=UTC)
AFTER = datetime(2026, 3, 2, 4, 0, 5, tzinfo=UTC)

DECK = """\
format: 1
topic: ops
cards:
  - {id: one, prompt: p, back: b}
"""


def test_a_card_missed_before_the_new_study_day_is_reviewed_on_it(tmp_path: Path) -> None:
    (tmp_path / "ops.yaml").write_text(DECK)
    library = load_library([tmp_path], cache=None)
    with ReviewLog.open(tmp_path / "quiz.db") as log:
        items = [QueueItem("ops/one", "new")]
        session = Session(library, log, items, rollover_hour=4, rng=random.Random(1))
        session.reveal(now=BEFORE)
        session.rate(Rating.AGAIN, now=BEFORE)
        session.reveal(now=AFTER)
        assert session.turn is not None and session.turn.intervals
        session.rate(Rating.GOOD, now=AFTER + timedelta(seconds=1))
        assert [review.kind for review in log.reviews()] == ["review", "review"]
        assert log.memories()["ops/one"].due > AFTER.date()
