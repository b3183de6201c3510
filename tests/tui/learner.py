"""Somebody at the keys of the app, in the process of the test."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from quizapp.machine.settings import places
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from quizapp.tui.app import QuizApp
from quizapp.tui.base import StudyApp
from tests.trusting import trust_own_decks
from tests.tui.screen import screen_text

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
PATIENCE = 3000


class Clock:
    """A second passes between two looks at it."""

    def __init__(self) -> None:
        self._now = START

    def __call__(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now


class Learner:
    """Presses keys, and waits for what should come of them."""

    def __init__(self, app: Any, pilot: Pilot[None]) -> None:
        self.app = app
        self._pilot = pilot

    async def press(self, *keys: str) -> None:
        await self._pilot.press(*keys)
        await self._settle()

    async def click(self, widget: type[Widget] | Widget, column: int, row: int = 0) -> None:
        """Click on a widget, or on the one of a type, on its first line or another."""
        await self._pilot.click(widget, offset=(column, row))
        await self._settle()

    async def _settle(self) -> None:
        """Let the app draw; the footer follows a frame later."""
        await self._pilot.pause()
        await self._pilot.pause()

    async def rest(self) -> None:
        """Let the app act on all that it was sent."""
        await self._pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*text)

    async def sees(self, *wanted: str) -> str:
        """The screen, as soon as all of these stand on it."""
        text = ""
        for _ in range(PATIENCE):
            with suppress(KeyError):  # of a widget that is gone, and not yet from the layout
                text = screen_text(self.app)
            if all(words in text for words in wanted):
                await self._settle()
                return screen_text(self.app)
            await self._pilot.pause(0.02)
        pytest.fail(f"never saw {wanted} on:\n{text}")


@asynccontextmanager
async def learner(
    size: tuple[int, int] = (100, 30), *, first: Sitting | None = None, trusting: bool = True
) -> AsyncIterator[Learner]:
    """Open the app on the home of a learner, who trusts the decks there or has not said so."""
    if trusting:
        trust_own_decks(places().data)
    with Study.open() as study:
        app = QuizApp(study, clock=Clock(), rng=random.Random(1), first=first)
        async with app.run_test(size=size, notifications=True) as pilot:
            with ending(app):
                yield Learner(app, pilot)


@contextmanager
def ending(app: StudyApp) -> Iterator[None]:
    """At the end, stop the app's workers as it does itself when it is left by a key.

    Nothing is to have gone wrong inside.
    """
    try:
        yield
    finally:
        app.workers.cancel_all()
    assert app.mishaps == []
