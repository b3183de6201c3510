"""Telling, five times a second, for how long something has been waited for; at rest, none wakes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

EVERY = 0.2
"""Seconds."""


class Ticks:
    """Calls `tell` while that says that something is waited for."""

    def __init__(self, screen: Screen[Any], tell: Callable[[], bool]) -> None:
        self._screen = screen
        self._tell = tell
        self._timer: Timer | None = None

    def begin(self) -> None:
        """Tell now, and from now on."""
        if self._timer is None:
            self._timer = self._screen.set_interval(EVERY, self._tick)
        else:
            self._timer.resume()
        self._tick()

    def _tick(self) -> None:
        if not self._tell() and self._timer is not None:
            self._timer.pause()
