"""Somebody at the keys of the app, in the process of the test."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
import textual.app
import textual.pilot
from rich.console import RenderableType
from textual._compositor import Compositor
from textual._context import active_app
from textual.events import MouseDown, MouseMove, MouseUp
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets._toast import Toast

from quizapp.machine.settings import places
from quizapp.study.desk import Desk
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from quizapp.tui.app import QuizApp
from quizapp.tui.base import StudyApp
from tests.trusting import trust_own_decks
from tests.tui.screen import screen_text

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
PATIENCE = 60.0  # seconds
MOST_FRAMES = 100
"""An app that draws without end is not waited for."""


T = TypeVar("T")


def set_too(home: Path, lines: str) -> None:
    """Settings of a home beside its own, which name the runner that is up."""
    with (home / "config.toml").open("a") as file:
        file.write(lines)


async def until_idle(min_sleep: float = 0, max_sleep: float = 0) -> None:
    """Wait until the app has nothing left to act on or to draw.

    It may still wait for a key, a clock or the runner.
    """
    loop: Any = asyncio.get_running_loop()
    for _ in range(MOST_FRAMES):
        quiet = 0
        while quiet < 3:  # turns of the loop; in each it looks for what has come from outside
            await asyncio.sleep(0)
            quiet = 0 if loop._ready else quiet + 1
        screen = active_app.get().screen
        if not screen._update_timer._active.is_set():
            return
        screen.call_later(screen._on_timer_update)  # at once, in place of the next frame


# Textual takes an app for idle that uses little of the CPU for a while; here that is known.
textual.app.wait_for_idle = textual.pilot.wait_for_idle = until_idle  # type: ignore[attr-defined]


async def _until_idle(_: Pilot[Any], __: float = 0) -> bool:
    await until_idle()
    return True


# To see that all is acted on, Textual sends a message to each widget, which takes long.
Pilot._wait_for_screen = _until_idle  # type: ignore[assignment, method-assign]


class Frames:
    """So many have been made, or would have been: else the screen is as it was."""

    count = 0


_as_textual_does = Compositor.render_update


def make_frame(compositor: Compositor, full: bool = False, **options: Any) -> RenderableType | None:
    Frames.count += 1
    return _as_textual_does(compositor, full, **options)


def _make_frame_for_a_picture(
    compositor: Compositor, full: bool = False, **options: Any
) -> RenderableType | None:
    """Textual makes each frame also where no terminal takes it; here but those that are kept."""
    if full:
        return make_frame(compositor, full, **options)
    Frames.count += 1
    compositor._dirty_regions.clear()
    return None


# See the fixture `frames` for where each is made after all.
Compositor.render_update = _make_frame_for_a_picture  # type: ignore[assignment, method-assign]


class Clock:
    """A second passes between two looks at it."""

    def __init__(self, at: datetime) -> None:
        self._now = at

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
        await self.rest()

    async def click(self, widget: type[Widget] | Widget, column: int, row: int = 0) -> None:
        """Click on a widget, or on the one of a type, on its first line or another."""
        await self._pilot.hover(widget, offset=(column, row))
        await self._pilot.click(widget, offset=(column, row))
        await self.rest()

    async def click_on(self, words: str) -> None:
        """Click on words, where they stand first on the screen."""
        lines = screen_text(self.app).splitlines()
        row = next(row for row, line in enumerate(lines) if words in line)
        await self._pilot.click(offset=(lines[row].index(words), row))
        await self.rest()

    async def drag(self, begin: Widget, *over: Widget) -> None:
        """Press the button on a widget, let it go on the last of those gone over.

        As of a terminal, which knows of no widgets, while Textual's pilot says which one it is.
        """
        steps = [(MouseDown, begin), *((MouseMove, widget) for widget in over), (MouseUp, over[-1])]
        for kind, widget in steps:
            x, y = widget.region.x + 6, widget.region.y
            await self.app.on_event(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
            await self.rest()

    async def resize(self, columns: int, rows: int) -> None:
        await self._pilot.resize_terminal(columns, rows)
        self.app.call_later(self.app._check_resize)  # at once: Textual waits for further ones
        await self.rest()

    async def rest(self) -> None:
        """Let the app act on all that it was sent, and draw."""
        await self._pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*text)

    async def sees(self, *wanted: str) -> str:
        """The screen, as soon as all of these stand on it."""
        text, seen = "", -1
        async for _ in self._looks():
            if seen == Frames.count:
                continue
            with suppress(KeyError):  # of a widget that is gone, and not yet from the layout
                text, seen = screen_text(self.app), Frames.count
            if all(words in text for words in wanted):
                await self.rest()
                return text if seen == Frames.count else screen_text(self.app)
        pytest.fail(f"never saw {wanted} on:\n{text}")

    async def has_torch(self) -> None:
        """Wait until it is known what this machine can run, which settles what is asked."""
        await self.finds(lambda: self.app._study.hello is None, False)

    async def is_told(self, *wanted: str) -> str:
        """The notices on the screen, each on one line, as soon as they say all of this."""
        text = ""
        async for _ in self._looks():
            notices = [str(toast.render()) for toast in self.app.screen.query(Toast)]
            text = "\n".join(" ".join(notice.split()) for notice in notices)
            if all(words in text for words in wanted):
                return text
        pytest.fail(f"was never told {wanted}, but:\n{text}")

    async def finds(self, look: Callable[[], T], wanted: T) -> None:
        """See this become so."""
        async for _ in self._looks():
            if (found := look()) == wanted:
                return
        pytest.fail(f"never found {wanted}, but {found}")

    async def _looks(self) -> AsyncIterator[None]:
        """The moments to look at what may take a while, the app being idle in between."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            yield
            await self._pilot.pause(0.02)


@asynccontextmanager
async def learner(
    size: tuple[int, int] = (100, 30),
    *,
    first: Sitting | None = None,
    trusting: bool = True,
    at: datetime = START,
) -> AsyncIterator[Learner]:
    """Open the app on the home of a learner, who trusts the decks there or has not said so."""
    if trusting:
        trust_own_decks(places().data)
    with Study.open() as study:
        app = QuizApp(Desk.of(study), clock=Clock(at), rng=random.Random(1), first=first)
        async with at_the_keys(app, size) as someone:
            yield someone


@asynccontextmanager
async def at_the_keys(app: StudyApp, size: tuple[int, int]) -> AsyncIterator[Learner]:
    """Open an app. Its notices stay until a machine under load has come to look at them."""
    app.NOTIFICATION_TIMEOUT = app.READ_IN = PATIENCE  # type: ignore[misc]
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
    assert not app.mishaps, "\n".join(app.mishaps)
