"""Keys, clicks, pastes and resizes at random, on all screens: nothing breaks, sticks or is lost."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from datetime import timedelta
from pathlib import Path
from typing import NoReturn

import pytest
from textual.events import (
    Key,
    MouseDown,
    MouseEvent,
    MouseMove,
    MouseScrollDown,
    MouseScrollUp,
    MouseUp,
    Paste,
)

from quizapp.memory.log import ReviewLog
from quizapp.study.sitting import Sitting
from quizapp.tui.screens.review import ReviewScreen
from quizapp.tui.widgets.rating_bar import RatingBar
from tests.tui.kinds import BLOCK, FIX, GAP, ORDER, VIEWS
from tests.tui.learner import START, Learner, learner
from tests.tui.screen import screen_text
from tests.tui.test_bursts import DECK

pytestmark = pytest.mark.usefixtures("frames")

KINDS = {"views": VIEWS, "gap": GAP, "block": BLOCK, "fix": FIX, "order": ORDER}
RAISES = """\
prompt: Raises it? اِقرأ مرّة 是不是
code: x = torch.ones(2) @ torch.ones(3)
ask: {raises: x}
"""

KEYS = (
    *"abcdefghijklmnopqrstuvwxyzHJKPY0123456789?/,:.-[]() ",
    *["enter", "escape"] * 8,
    *["up", "down", "left", "right", "tab", "shift+tab"] * 3,
    *("pageup", "pagedown", "home", "end", "backspace", "delete", "shift+up", "shift+down"),
    *("ctrl+p", "ctrl+s", "ctrl+l", "ctrl+u", "ctrl+w", "ctrl+a", "ctrl+z", "ctrl+v", "ctrl+e"),
    *("alt+b", "shift+right", "insert", *(f"f{number}" for number in range(1, 13))),
)
LAST = ("ctrl+q",)
TEXTS = (
    "1 1",
    "[[1, 2], [3, 4]]",
    "yes",
    "é 漢字 שלום 👩‍👩‍👧",
    "x = 1\n\n\ty = [2]\r\n",
    "\x1b[31m\x07\x00\x7f",
    "[bold]$text[/] {tr} %s",
    "a" * 5000,
    "0\n" * 300,
    "",
)
SIZES = ((60, 20), (80, 24), (100, 30), (200, 60), (30, 8), (1, 1))
SITTING = 400
"""Events until the app is left, at the latest."""
WAY_OUT = 16
"""Keys that lead out of the app from anywhere."""


MOUSE: tuple[tuple[type[MouseEvent], ...], ...] = (
    *[(MouseMove, MouseDown, MouseUp)] * 3,
    (MouseMove, MouseDown, MouseUp, MouseDown, MouseUp),
    (MouseDown,),
    (MouseUp,),
    (MouseScrollDown,) * 3,
    (MouseScrollUp,) * 3,
)


def mouse(move: type[MouseEvent], x: int, y: int) -> MouseEvent:
    """As the terminal's driver tells of it."""
    return move(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y)


class Monkey:
    """At the keys of one app after the other, of the same learner, on one day after the other."""

    def __init__(self, home: Path, seed: int) -> None:
        self._home = home
        self._rng = random.Random(seed)
        self._config = (home / "config.toml").read_text()
        self.did: deque[str] = deque(maxlen=30)
        self.seen: Counter[str] = Counter()
        self.events = 0
        self.days = 0

    async def sit(self, most: int) -> None:
        """Play until the app is left; then all that it told to be answered is in the log."""
        (self._home / "config.toml").write_text(self._config)
        first = self._rng.choice([None, None, Sitting(("kinds",)), Sitting(("bursts",))])
        self.days += 1
        at = START + timedelta(days=self.days)
        async with learner(self._a_size(), first=first, at=at) as someone:
            app = someone.app
            end = self.events + most
            while self.events < end and not app._exit and not app._study.settings.keys:
                await self._act(someone)
                self._look(someone)
            if not app._exit and not app._study.settings.keys:
                await self._leave(someone)
            app.exit()
            if app.return_code:
                self._fail(f"exit code {app.return_code}")

    async def _act(self, someone: Learner) -> None:
        rng, app = self._rng, someone.app
        screen = app.screen
        self.seen[type(screen).__name__] += 1
        width, height = app.size
        match rng.choices(
            ["key", "bound", "burst", "mouse", "paste", "size"],
            [30, 30, 12, 18, 6, 4],
        )[0]:
            case "bound":
                await self._press(someone, [rng.choice([*screen.active_bindings] or ["escape"])])
            case "burst":
                await self._press(someone, rng.choices(KEYS, k=rng.randint(2, 6)))
            case "mouse":
                place = rng.randrange(width), rng.randrange(height)
                moves = rng.choice(MOUSE)
                self._note(f"mouse {place} {' '.join(move.__name__ for move in moves)}")
                for move in moves:
                    app.post_message(mouse(move, *place))
            case "paste":
                text = rng.choice(TEXTS)
                self._note(f"paste {text[:20]!r}")
                app.post_message(Paste(text))
            case "size":
                columns, rows = self._a_size()
                self._note(f"size {columns}x{rows}")
                await someone._pilot.resize_terminal(columns, rows)
            case _:
                await self._press(someone, [rng.choice(LAST if rng.random() < 0.002 else KEYS)])
        if not app._exit:
            await someone.rest()

    async def _press(self, someone: Learner, keys: list[str]) -> None:
        for key in keys:
            self._note(key)
            someone.app.post_message(Key(key, key if len(key) == 1 else None))

    def _note(self, event: str) -> None:
        self.events += 1
        self.did.append(event)

    def _a_size(self) -> tuple[int, int]:
        if self._rng.random() < 0.7:
            return self._rng.choice(SIZES)
        return self._rng.randint(2, 220), self._rng.randint(2, 70)

    def _look(self, someone: Learner) -> None:
        """What the screen acknowledges is in the log, and nothing has gone wrong inside."""
        app = someone.app
        if app.mishaps:
            self._fail(app.mishaps[0])
        for screen in app.screen_stack:
            if isinstance(screen, ReviewScreen) and screen.is_mounted:
                with ReviewLog.open(self._home / "quiz.db") as log:
                    logged = {review.id: review.rating for review in log.reviews()}
                session = screen._session
                for turn in session.answered:
                    review = turn.review
                    if review is None or logged.get(review.id) is not review.rating:
                        self._fail(f"not in the log as it was answered: {turn}")
                asked = session.turn
                told = asked and asked.verdict and screen.query_one(RatingBar).display
                if asked and told and (asked.review is None or asked.review.id not in logged):
                    self._fail(f"has a verdict, and is not in the log: {asked}")

    async def _leave(self, someone: Learner) -> None:
        """By esc and q, wherever one is."""
        app = someone.app
        await someone.resize(100, 30)
        for number in range(WAY_OUT):
            if app._exit:
                return
            await someone.press("q" if number % 3 else "escape")
        self._fail(f"no way out of {app.screen}:\n{screen_text(app)}")

    def _fail(self, why: str) -> NoReturn:
        pytest.fail(f"{why}\nafter {' | '.join(self.did)}")


def write_decks(home: Path) -> None:
    cards = ""
    for name, card in (KINDS | {"raises": RAISES}).items():
        cards += f"  - id: {name}\n" + "".join(f"    {line}\n" for line in card.splitlines())
    (home / "decks" / "kinds.yaml").write_text(
        f"topic: kinds\nsetup: import torch\ncards:\n{cards}", encoding="utf-8"
    )
    (home / "decks" / "bursts.yaml").write_text(DECK, encoding="utf-8")


@pytest.mark.parametrize(
    ("seed", "events"),
    [(1, 120), *(pytest.param(seed, 10_000, marks=pytest.mark.long) for seed in range(2, 7))],
)
def test_whatever_is_pressed_nothing_breaks_sticks_or_is_lost(
    home: Path, monkeypatch: pytest.MonkeyPatch, seed: int, events: int
) -> None:
    monkeypatch.chdir(home)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):  # no link is opened
        monkeypatch.delenv(name, raising=False)
    write_decks(home)
    monkey = Monkey(home, seed)
    while monkey.events < events:
        asyncio.run(monkey.sit(min(SITTING, events - monkey.events)))
