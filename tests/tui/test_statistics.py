"""The statistics: pages of figures and charts, of a log of some months and of none."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest

from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating, Review
from quizapp.memory.rows import to_row
from quizapp.memory.uuid7 import uuid7
from quizapp.statistics.pages.table import PAGES
from quizapp.statistics.statistics import Logged, Statistics, statistics
from quizapp.tui.statistics import screen
from tests.tui.learner import START, learner
from tests.tui.screen import assert_looks_like

DAYS = 100


def answers(rng: random.Random) -> Iterator[Review]:
    """A hundred days of a learner who misses a card again and again, believing what is wrong."""
    cards = [f"{topic}/c{number}" for topic in ("tensor-ops", "dtypes") for number in range(12)]
    for away in range(DAYS, 0, -1):
        day = START.date() - timedelta(away)
        at = datetime.combine(day, time(9), UTC)
        if away % 9 == 0:
            continue
        for card in [*rng.sample(cards[: 2 + (DAYS - away) // 4], 2), "first-steps/leaf"]:
            at += timedelta(minutes=1)
            missed = rng.random() < (0.4 if card == "first-steps/leaf" else 0.1)
            rating = Rating.AGAIN if missed else Rating.GOOD
            guess = rng.random() < 0.2
            yield Review(
                id=uuid7(at, rng),
                card=card,
                content_hash="0",
                at=at,
                study_date=day,
                kind="review",
                rating=rating,
                proposed=rating,
                right=not missed,
                ideas={"leaves-keep": missed} if card == "first-steps/leaf" and away < 9 else {},
                guess=guess,
                seconds=rng.uniform(5, 60),
                due=day + timedelta(rng.choice([2, 10, 25])),
            )


@pytest.fixture
def studied(home: Path, course: None) -> None:
    rows = [to_row(review) for review in answers(random.Random(2))]
    with ReviewLog.open(home / "quiz.db") as log:
        log.take_in([("review", row | {"device": "elsewhere", "engine": "1"}) for row in rows])


@pytest.mark.parametrize("size", [(80, 24), (130, 40)], ids=["80x24", "130x40"])
def test_pages_look_like_this(studied: None, size: tuple[int, int]) -> None:
    async def look() -> None:
        async with learner(size) as someone:
            await someone.press("s")
            await someone.sees("Minutes a day" if size[1] > 24 else "The year", " answers")
            for key, page in zip("123456", PAGES, strict=True):
                await someone.press(key)
                assert_looks_like(someone.app, f"statistics-{page}-{size[0]}x{size[1]}")

    asyncio.run(look())


def test_pages_are_turned_and_scrolled_and_lead_to_their_cards(studied: None) -> None:
    async def act() -> None:
        async with learner((60, 20)) as someone:
            await someone.press("s")
            assert "Minutes a day" not in await someone.sees("The year", " answers")
            await someone.press(*"jjjjj")
            await someone.sees("Minutes a day")
            await someone.press("left")
            await someone.sees("[6 path]", "all begun on")
            await someone.press("tab", "right", "shift+tab", *"5")
            await someone.sees("[5 weak]", "leaves-keep", "last refuted", "enter its cards")
            await someone.press("down", "enter")
            await someone.sees("Browse", "1 card", "first-steps/leaf")
            await someone.press("escape")
            await someone.sees("[5 weak]")
            await someone.press("enter", "d")
            await someone.sees("1 of 1", "(practice)")

    asyncio.run(act())


def test_an_empty_log_says_what_will_stand_there(home: Path, course: None) -> None:
    async def look() -> None:
        async with learner((80, 24)) as someone:
            await someone.press("s")
            await someone.sees("Nothing was answered yet.", "on which days of the year")
            for key, words in [
                ("2", "how many of them you recalled"),
                ("3", "how many fall due on each"),
                ("4", "how firmly they stand"),
                ("5", "here stand those"),
                ("6", "51 cards: 0 begun"),
            ]:
                await someone.press(key)
                await someone.sees(words)

    asyncio.run(look())


def test_while_it_counts_the_app_goes_on_and_says_so(
    studied: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = threading.Event()

    def slow(of: Logged) -> Statistics:
        counted.wait(60)
        return statistics(of)

    monkeypatch.setattr(screen, "statistics", slow)

    async def act() -> None:
        async with learner() as someone:
            await someone.press("s")
            await someone.sees("answers are being counted")
            await someone.press("3", "escape")
            await someone.resize(50, 20)  # where home has no room for what is due
            await someone.sees("All topics")
            await someone.press("s")
            await someone.sees("answers are being counted")
            counted.set()
            await someone.sees("The year")

    asyncio.run(act())
