"""Another program holds the log: the app waits for it, says so, and loses nothing."""

from __future__ import annotations

import asyncio
import math
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating, Review
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from quizapp.tui.screens import log_writer
from tests.tui.learner import Learner, learner

SUM, LEAF = "What is the gradient of the sum?", "Is it a leaf?"
SIGN = "another program holds the review log"
REFUSED = "cannot be used: another program holds it. Try again."

HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute(sys.argv[2])
db.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(home: Path, first: str = "") -> Iterator[subprocess.Popen[str]]:
    """Another process that writes to the log, until its input is closed."""
    command = [sys.executable, "-c", HOLD, str(home / "quiz.db"), first]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as holder:
        assert holder.stdout and holder.stdout.readline() == "held\n"
        yield holder


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is waited for without end: on a busy machine its holder may hold it for long."""
    monkeypatch.setattr(log_writer, "BUSY_SECONDS", math.inf)


def logged(someone: Learner) -> list[Review]:
    """By the app's own connection: a process that closes another loses its locks on the file."""
    reviews: list[Review] = someone.app._study.log.reviews()
    return reviews


@pytest.mark.usefixtures("patient")
def test_what_is_written_meanwhile_waits_with_a_sign_and_no_key_does_harm(home: Path) -> None:
    async def act(someone: Learner) -> None:
        with held(home):
            await someone.sees(SUM)
            await someone.type("1 1")
            await someone.press("enter")
            screen = await someone.sees(SIGN)
            assert "right" not in screen and logged(someone) == []
            await someone.press("enter", "1", "s", "u", "e", "q", "tab", "7", "enter", "escape")
            assert SIGN in await someone.sees(SUM)
        await someone.sees("✓ right", "enter next", "1 1")
        [answered] = logged(someone)
        assert answered.rating is Rating.GOOD and answered.answers == ("1 1",)
        with held(home):
            await someone.press("2")
            await someone.sees(SIGN, "✓ right")
            await someone.press("1", "enter")
        await someone.sees(LEAF, "2 of 3")
        assert [review.rating for review in logged(someone)] == [Rating.HARD]
        with held(home):
            await someone.press("escape", "u")
            await someone.sees(SIGN, LEAF)
            await someone.press("u")
            assert len(logged(someone)) == 1
        await someone.sees(SUM, "1 of 3")

        assert logged(someone) == []

    sit(act)


@pytest.mark.usefixtures("patient")
def test_away_from_a_review_the_app_goes_on_too(home: Path) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("mastery")
            with held(home):
                await someone.press("a", "a", *"2026-03-09 2026-03-20", "enter")
                await someone.is_told(SIGN)
                await someone.press("b")
                await someone.sees("Browse")
                await someone.press("m", "f")
                await someone.is_told(SIGN)
                assert "flagged" not in await someone.sees("tensor-ops/c0")
            await someone.sees("flagged")  # the notice may go at once, for that of the other act

    asyncio.run(act())


def test_what_cannot_be_written_for_long_is_told_of_and_can_be_tried_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_writer, "BUSY_SECONDS", 0.0)

    async def act(someone: Learner) -> None:
        with held(home):
            await someone.sees(SUM)
            await someone.type("1 1")
            await someone.press("enter")
            await someone.is_told(REFUSED)
            await someone.sees("! The review log", "1 1")
        someone.app.clear_notifications()
        await someone.press("enter")
        await someone.sees("✓ right", "enter next")
        with held(home):
            await someone.press("1")
            await someone.is_told(REFUSED)
            await someone.sees("enter good")
        assert [review.rating for review in logged(someone)] == [Rating.GOOD]

    sit(act)


def test_a_start_that_has_to_wait_for_the_log_says_so(home: Path) -> None:
    ReviewLog.open(home / "quiz.db").close()
    with (
        held(home, "PRAGMA locking_mode = EXCLUSIVE") as holder,
        Study.open(lambda why: holder.communicate()) as study,
    ):
        assert holder.returncode == 0 and study.log.reviews() == []


def sit(act: Callable[[Learner], Awaitable[None]]) -> None:
    async def run() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await act(someone)

    asyncio.run(run())
