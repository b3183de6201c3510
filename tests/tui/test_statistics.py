"""The statistics: pages of figures and charts, of a log of some months and of none."""

from __future__ import annotations

import asyncio
import random
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from quizapp.memory.log import ReviewLog
from quizapp.statistics.statistics import Logged, Statistics, statistics
from quizapp.tui.statistics import screen
from tests.tui.gallery import reviewed, study_for_months
from tests.tui.learner import START, learner


@pytest.fixture
def studied(home: Path) -> None:
    study_for_months(home)


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


@pytest.mark.parametrize("width", [30, 40, 44, 60])
def test_the_page_that_is_open_is_named_however_few_columns_there_are(
    home: Path, width: int
) -> None:
    async def act() -> None:
        async with learner((width, 24)) as someone:
            await someone.press("s", "6")
            tabs = (await someone.sees("[6 path]")).splitlines()[1]
            assert ("1 days" in tabs) == (width == 60)
            await someone.press("right")
            await someone.sees("[1 days]")

    asyncio.run(act())


def test_the_hardest_cards_begin_with_the_hardest(home: Path) -> None:
    words = "  - {{id: c{number}, prompt: What is it?, back: That.}}\n"
    cards = "".join(words.format(number=number) for number in range(30))
    (home / "decks" / "many.yaml").write_text(f"topic: many\ncards:\n{cards}")
    rng = random.Random(1)
    with ReviewLog.open(home / "quiz.db") as log:
        for number in range(30):
            for day in range(9):
                at = START - timedelta(days=9 - day)
                right = day < 7 or not number
                log.append(reviewed(f"many/c{number}", at, rng, right=right))

    async def act() -> None:
        async with learner((80, 24)) as someone:
            await someone.sees("All topics")
            await someone.press("s", "5")
            text = await someone.sees("Missed most often", "▌")
            assert text.count("many/c") > 5
            assert "▌" in next(row for row in text.splitlines() if "many/c" in row)

    asyncio.run(act())


def test_an_empty_log_says_what_will_stand_there(home: Path) -> None:
    async def look() -> None:
        async with learner((80, 24)) as someone:
            await someone.press("s")
            await someone.sees("Nothing was answered yet.", "on which days of the year")
            for key, words in [
                ("2", "how many of them you recalled"),
                ("3", "how many fall due on each"),
                ("4", "how firmly they stand"),
                ("5", "No wrong idea is held now"),
                ("6", "51 cards to be asked here: 0 begun"),
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
            await someone.sees("Counting ")
            await someone.press("3", "escape")
            await someone.resize(50, 20)  # where home has no room for what is due
            await someone.sees("All topics")
            await someone.press("s")
            await someone.sees("Counting ")
            counted.set()
            await someone.sees("The year")

    asyncio.run(act())
