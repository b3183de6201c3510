"""The home of somebody who has reviewed for years: many decks, and a log of as many reviews."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from quizapp.memory import packed
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating, Review
from quizapp.memory.rows import to_row
from quizapp.memory.uuid7 import uuid7

TODAY = date(2026, 11, 22)

CARD = """\
  - id: card-{number}
    prompt: What is y of card {number}?
    level: {level}
    code: y = {number} + 1
    ask: {{value: y}}
    explain: One more than {number}.
"""


def write_decks(folder: Path, decks: int, cards: int) -> list[str]:
    """So many decks of so many cards; their ids."""
    folder.mkdir(parents=True, exist_ok=True)
    ids = []
    for deck in range(decks):
        texts = [CARD.format(number=number, level=1 + number % 3) for number in range(cards)]
        text = f"format: 1\ntopic: deck-{deck}\ncards:\n{''.join(texts)}"
        (folder / f"deck-{deck}.yaml").write_text(text)
        ids += [f"deck-{deck}/card-{number}" for number in range(cards)]
    return ids


def write_log(path: Path, ids: list[str], reviews: int, days: int) -> None:
    """A log in which each card has been reviewed at growing distances, up to yesterday."""
    rng = random.Random(1)
    with ReviewLog.open(path):
        pass
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN")
        for review in _reviews(ids, reviews, days, rng):
            packed.add(db, "review", to_row(review) | {"device": DEVICE, "engine": "0.9.3"})
        db.execute("DELETE FROM meta WHERE key = 'memory'")
        db.execute("COMMIT")


DTYPES = ("torch.float32", "torch.bfloat16", "torch.int64")
DEVICE = "0c0f4b61-6f3a-4f38-8a5e-3d6f1f5f7a11"


def _reviews(ids: list[str], reviews: int, days: int, rng: random.Random) -> Iterator[Review]:
    each = reviews // len(ids) or 1
    for day in range(days):
        study_date = TODAY - timedelta(days - day)
        at = datetime.combine(study_date, time(9), UTC)
        for id in ids[day % (days // each) :: days // each]:
            at += timedelta(milliseconds=700)
            rating = Rating(rng.choices([1, 2, 3, 4], [12, 8, 70, 10])[0])
            values: dict[str, Any] = {
                "id": uuid7(at, rng),
                "card": id,
                "content_hash": "0123456789abcdef",
                "at": at,
                "study_date": study_date,
                "kind": "review",
                "rating": rating,
                "proposed": rating,
                "right": rating > 1,
                "answers": (f"[[{rng.randint(1, 9)}., 0.], [0., 2.]]", "(2, 2)"),
                "parts": (rating > 1, True),
                "draw": {"n": str(rng.randint(1, 50)), "dtype": rng.choice(DTYPES)},
                "seconds": rng.uniform(4, 60),
                "torch": "2.13.0",
                "due": study_date + timedelta(rng.randint(1, 200)),
            }
            yield Review(**values)
