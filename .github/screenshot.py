"""Regenerates review.svg, the README's picture: a real sitting, answered by keys."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
from datetime import datetime
from pathlib import Path

PICTURE = Path(__file__).with_name("review.svg")
SIZE = (100, 30)
CARD = "autograd/power-sum-grad"
WRONG_ANSWER = "[[1, 0], [4, 9]]"


async def main() -> None:
    from quizapp.memory.queue import QueueItem
    from quizapp.session import Session
    from quizapp.study import Study
    from quizapp.tui.app import QuizApp
    from quizapp.tui.screens.review import ReviewScreen

    with Study.open() as study:
        rng = random.Random(4)
        app = QuizApp(study, clock=lambda: datetime.now().astimezone(), rng=rng)
        async with app.run_test(size=SIZE) as pilot:
            queue = [QueueItem(CARD, "new"), *study.first_items(7)]
            session = Session(study.library, study.log, queue, rollover_hour=4, rng=rng)
            runner = await app._started_runner()
            app.push_screen(ReviewScreen(session, runner, study, app._clock))
            await pilot.pause()
