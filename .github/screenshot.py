"""Regenerates review.svg, the README's picture: a real answer, graded by a real run."""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
from datetime import datetime
from pathlib import Path

PICTURE = Path(__file__).with_name("review.svg")
SIZE = (100, 30)
CARD = "autograd/power-sum-grad"
SEED = 3


def now() -> datetime:
    return datetime.now().astimezone()


async def main() -> None:
    from quizapp.memory.queue import QueueItem
    from quizapp.study.session import Session
    from quizapp.study.study import Study
    from quizapp.tui.app import QuizApp
    from quizapp.tui.screens.review import ReviewScreen
    from runner.client import Runner

    rng = random.Random(SEED)
    with Study.open() as study:
        app = QuizApp(study, clock=now, rng=rng)
        async with Runner() as runner, app.run_test(size=SIZE) as pilot:
            rest = [QueueItem(id, "new") for id in list(study.library.cards)[:9] if id != CARD]
            queue = [QueueItem(CARD, "new"), *rest]
            session = Session(study.library, study.log, queue, rollover_hour=4, rng=rng)
            await runner.ready()
            app.push_screen(ReviewScreen(session, runner, study, now))
            await pilot.pause()
            assert session.turn is not None
            draw = session.turn.exercise.draw
            p, a = int(draw["p"]), int(float(draw["a"]))
            await pilot.press(*f"[[1, 0], [{(-2) ** p}, {a**p}]]", "enter")  # the terms themselves
            while not app.screen.check_action("take", ()):
                await pilot.pause(0.05)
            await pilot.pause()
            PICTURE.write_text(app.export_screenshot(title="quiz"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["QUIZ_HOME"] = home
        asyncio.run(main())
