"""Regenerates the README's pictures: real answers, graded by real runs, and a simulated learner's
home.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

HERE = Path(__file__).parent
SEED = 3
LEARNT = ("tensor-ops", "dtypes", "shape-ops", "autograd", "modules")
"""What the simulated learner has come to, with so many reviews on so many days."""
REVIEWS, DAYS = 2400, 150


def now() -> datetime:
    return datetime.now().astimezone()


@asynccontextmanager
async def sitting(card: str, size: tuple[int, int]) -> AsyncIterator:
    """A review that begins with a card, at somebody's keys."""
    from quizapp.memory.queue import QueueItem
    from quizapp.study.desk import Desk
    from quizapp.study.session import Session
    from quizapp.study.study import Study
    from quizapp.tui.app import QuizApp
    from quizapp.tui.screens.review import ReviewScreen
    from runner.client import Runner

    rng = random.Random(SEED)
    with Study.open() as study:
        app = QuizApp(Desk.of(study), clock=now, rng=rng)
        async with Runner() as runner, app.run_test(size=size) as pilot:
            rest = [QueueItem(id, "new") for id in list(study.library.cards)[:9] if id != card]
            queue = [QueueItem(card, "new"), *rest]
            session = Session(study.library, study.log, queue, rollover_hour=4, rng=rng)
            await runner.ready()
            app.push_screen(ReviewScreen(session, runner, study, now))
            await pilot.pause()
            yield app, pilot, session


def keep(app, name: str) -> None:
    (HERE / f"{name}.svg").write_text(app.export_screenshot(title="quiz"))


async def verdict() -> None:
    async with sitting("autograd/power-sum-grad", (100, 30)) as (app, pilot, session):
        draw = session.turn.exercise.draw
        p, a = int(draw["p"]), int(float(draw["a"]))
        await pilot.press(*f"[[1, 0], [{(-2) ** p}, {a**p}]]", "enter")  # the terms themselves
        while not app.screen.check_action("take", ()):
            await pilot.pause(0.05)
        await pilot.pause()
        keep(app, "review")


async def picture() -> None:
    from tests.tui.screen import screen_text

    async with sitting("shape-ops/view-is-not-transpose", (100, 34)) as (app, pilot, _):
        await pilot.press("escape", "d")
        while not app.screen.check_action("take", ()):
            await pilot.pause(0.05)
        await pilot.press("f")
        while "jumps" not in screen_text(app):
            await pilot.pause(0.05)
        keep(app, "picture")


async def home() -> None:
    from quizapp.library.library import SHIPPED_DECKS, load_library
    from quizapp.machine.settings import places
    from quizapp.study.desk import Desk
    from quizapp.study.study import Study
    from quizapp.tui.app import QuizApp
    from tests.benchmarks import years
    from tests.tui.screen import screen_text

    years.TODAY = now().date()
    cards = [card.id for card in load_library([SHIPPED_DECKS], cache=None).cards.values()]
    learnt = [id for id in cards if id.startswith(tuple(f"{topic}/" for topic in LEARNT))]
    years.write_log(places().database, learnt, REVIEWS, DAYS)
    with Study.open() as study:
        app = QuizApp(Desk.of(study), clock=now, rng=random.Random(SEED))
        async with app.run_test(size=(120, 36)) as pilot:
            while "sandboxed" not in screen_text(app):
                await pilot.pause(0.05)
            keep(app, "home")


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    for shot in (verdict, picture, home):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["QUIZ_HOME"] = folder
            asyncio.run(shot())
