"""What is typed in one breath with an Enter, before anybody can have seen what that has brought."""

from __future__ import annotations

import asyncio
from typing import Any

from textual._time import get_time
from textual.events import Event, Key
from textual.screen import Screen, ScreenResultType

from quizapp.text.language import tr
from quizapp.tui.keys.moving import act_at
from quizapp.tui.keys_in_order import DOUBLE_PRESS, REPEAT

UNSEEN = 0.2
"""Seconds in which nobody has seen what stands there anew, and acted on it."""

PAUSE = 0.5
"""Seconds without a key that end a breath in which something was typed on."""

TOLD = 2.0
"""Seconds that it is told that something was dropped: the notice lies over the reasons."""


class Breath:
    """Takes a further Enter, and what is typed on behind it: it was meant for what stood there.

    A screen that asks it for each event neither rates nor opens anything by it.
    """

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen
        self._timer: asyncio.TimerHandle | None = None
        self._until = 0.0
        self._seen_from = self._free_from = 0.0
        self._seen_for = ""
        self._nothing_before = 0.0
        self._is_blind = self._goes_on = self._lost = False

    @property
    def is_held(self) -> bool:
        return self._timer is not None

    def begin(self, *, blind: bool = False, seen_for: str = "") -> None:
        """Something new stands there; what nobody waits for is met `blind`, by whatever key.

        It has to be seen for the acts of that name.
        """
        self._is_blind, self._seen_for = blind, seen_for
        now = asyncio.get_running_loop().time()
        self._seen_from, self._free_from = now + UNSEEN, now + DOUBLE_PRESS
        self._wait_for(DOUBLE_PRESS)

    def forget(self) -> None:
        """No key acts that was pressed by now."""
        self._nothing_before = get_time()

    def takes(self, event: Event) -> bool:
        """Whether an event is a key that belongs to the breath, which then goes on."""
        if isinstance(event, Key) and event.time < self._nothing_before:
            event.stop()
            return True
        if self._timer is None or not isinstance(event, Key):
            return False
        now = asyncio.get_running_loop().time()
        if not self._goes_on:
            self._goes_on = self._is_blind or event.key == "enter" or self._is_unseen(event, now)
        elif now > self._free_from and not event.is_printable:
            self.end()
        if not self._goes_on:
            return False
        self._lost = self._lost or event.is_printable
        self._free_from = max(self._free_from, now + (PAUSE if event.is_printable else REPEAT))
        self._wait_for(PAUSE)
        event.stop()
        return True

    def _is_unseen(self, event: Key, now: float) -> bool:
        if now >= self._seen_from or not self._seen_for:
            return False
        return act_at(self._screen, event.key).startswith(self._seen_for)

    def end(self) -> None:
        """What is typed from now on is meant for what stands there."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._goes_on, self._lost = None, False, False

    def _wait_for(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        if self._timer is not None:
            if until <= self._until:
                return
            self._timer.cancel()
        self._until = until
        # One of Textual's never comes if the process stands still as it begins.
        self._timer = loop.call_later(seconds, self._pause)

    def _pause(self) -> None:
        """Keys that are in the queue by now were typed before it."""
        self._screen.app.call_later(self._end_with, self._timer)

    def _end_with(self, timer: asyncio.TimerHandle) -> None:
        if self._timer is not timer:
            return
        if self._lost:
            told = tr("What you typed straight on was dropped.")
            self._screen.notify(told, timeout=TOLD)
        self.end()
        self._screen.refresh_bindings()


class HeedsBreath(Screen[ScreenResultType]):
    """A screen on which keys do nothing that belong to a breath begun before it stood there so."""

    _breath: Breath

    async def on_event(self, event: Event) -> None:
        if not self._breath.takes(event):
            await super().on_event(event)
