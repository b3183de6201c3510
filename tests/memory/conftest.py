"""Reviews and cards with everything that a test does not care about filled in."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest

from quizapp.deck.kinds.recall import RecallCard
from quizapp.deck.parts import Text
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating, Review

FIRST_DAY = date(2026, 1, 1)


@pytest.fixture(scope="session")
def make_review() -> Callable[..., Review]:
    return review_maker()


def review_maker() -> Callable[..., Review]:
    """`make_review(day, rating, card)`: a review at noon, or so, of the nth day of 2026."""
    numbers = itertools.count()

    def make(day: int = 0, rating: int = 3, card: str = "autograd/leaf", **others: Any) -> Review:
        number = next(numbers)
        study_date = FIRST_DAY + timedelta(day)
        at = datetime.combine(study_date, time(12), UTC) + timedelta(milliseconds=number)
        values: dict[str, Any] = {
            "id": f"{number:08}",
            "card": card,
            "content_hash": "0123456789abcdef",
            "at": at,
            "study_date": study_date,
            "kind": "review",
            "rating": Rating(rating),
            "proposed": Rating(rating),
            "right": rating > 1,
        }
        return Review(**values | others)

    return make


@pytest.fixture(scope="session")
def make_card() -> Callable[..., RecallCard]:
    """`make_card(id)`: a card with only what the queue looks at."""

    def make(id: str, **others: Any) -> RecallCard:
        return RecallCard(id=id, prompt=Text(en=""), back=Text(en=""), line=1, **others)

    return make


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test's database goes; its folder is not there yet."""
    return tmp_path / "data" / "quiz.db"


@pytest.fixture
def log(path: Path) -> Iterator[ReviewLog]:
    with ReviewLog.open(path) as log:
        yield log
