"""An Enter that says something when it is pressed a second time."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget

PAUSE = 0.2
"""Seconds without an Enter before the second one: a key that is held down repeats faster."""


class SecondEnter:
    """Says after the first Enter what a second one would mean, as soon as that would count."""

    def __init__(self, widget: Widget, say: Callable[[str], None]) -> None:
        self._widget = widget
        self._say = say
        self._timer: Timer | None = None
        self._counts = False

    def pressed(self, lack: str, offer: str) -> bool:
        """Whether this Enter is the second; else `lack` is said, and soon the `offer` too."""
        if self._counts:
            return True
        self.forget()
        self._say(lack)
        self._timer = self._widget.set_timer(PAUSE, lambda: self._make(f"{lack} {offer}"))
        return False

    def forget(self) -> None:
        """The learner does something else: what was said is taken back."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._counts = False
            self._say("")

    def _make(self, offer: str) -> None:
        self._counts = True
        self._say(offer)
