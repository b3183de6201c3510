"""Regenerates the README's pictures: real answers, graded by real runs, and a simulated learner's
home.

With `--all DIR`, writes every screen of the gallery that tests walk through into a folder instead,
at three sizes, dark and light, in both languages: to be looked at.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

HERE = Path(__file__).parent
SIZES = [(80, 24), (100, 30), (200, 60)]
BACKGROUNDS = {"dark": "15;0", "light": "0;15"}
"""As terminals tell of them in COLORFGBG."""
LANGUAGES = ("en", "zh")
SEED, SUNDAY = 3, 6
DAYS = 330
"""Since the simulated learner began."""
RETENTION, AT_FIRST_SIGHT = 0.9, 0.7
"""How often such a one remembers what is due, and is right about what is new."""


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
    from quizapp.study.desk import Desk
    from quizapp.study.study import Study
    from quizapp.tui.app import QuizApp
    from tests.tui.screen import screen_text

    rng = random.Random(SEED)
    with Study.open() as study:
        for ago in range(DAYS, 0, -1):
            learn(study, now() - timedelta(ago), rng)
        app = QuizApp(Desk.of(study), clock=now, rng=rng)
        async with app.run_test(size=(120, 36)) as pilot:
            while "sandboxed" not in screen_text(app):
                await pilot.pause(0.05)
            keep(app, "home")


def learn(study, at: datetime, rng: random.Random) -> None:
    """A day of the simulated learner: what is due, and new cards where there is time for them."""
    from tests.tui.gallery import reviewed

    today = study.study_date(at)
    if rng.random() < (0.5 if today.weekday() == SUNDAY else 0.04):
        return
    due = sorted(study.due(today))
    new = [id for id in study.library.cards if id not in study.log.memories()]
    for id in due + new[: rng.choice((0, 0, 1, 2, 4))]:
        right = rng.random() < (RETENTION if id in due else AT_FIRST_SIGHT)
        review = reviewed(id, at, rng, right=right)
        study.log.append(replace(review, study_date=today, torch="2.13.0"))


async def gallery(into: Path, of: str, home: Path, language: str) -> None:
    """Every screen; before there is an answer, and after months."""
    from quizapp.study import opening
    from tests.tui import gallery
    from tests.tui.learner import learner

    opening.SHIPPED_DECKS = home / "shipped"
    opening.SHIPPED_DECKS.mkdir()
    gallery.write_course(opening.SHIPPED_DECKS)
    (home / "decks").mkdir()
    shutil.copy(gallery.DECK.with_name("first-steps.yaml"), home / "decks")
    (home / "config.toml").write_text(f'language = "{language}"\n')
    for walk in (gallery.first_start, gallery.all_screens):
        async with learner(SIZES[0]) as at:

            async def show(name: str, at=at) -> None:
                async for columns, rows in gallery.at_each(at, SIZES):
                    picture = at.app.export_screenshot(title=name)
                    (into / f"{name}-{columns}x{rows}-{of}.svg").write_text(picture)
                await at.resize(*SIZES[0])

            await walk(at, show)
        gallery.study_for_months(home)


def write_gallery(into: Path) -> None:
    from quizapp.text.language import speak

    into.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        speak(language)
        for background, told in BACKGROUNDS.items():
            os.environ["COLORFGBG"] = told
            with tempfile.TemporaryDirectory() as folder:
                os.environ["QUIZ_HOME"] = folder
                asyncio.run(gallery(into, f"{background}-{language}", Path(folder), language))


def write_pictures() -> None:
    for shot in (verdict, picture, home):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["QUIZ_HOME"] = folder
            asyncio.run(shot())


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", type=Path, metavar="DIR", help="write every screen into a folder")
    if into := parser.parse_args().all:
        write_gallery(into)
    else:
        write_pictures()
