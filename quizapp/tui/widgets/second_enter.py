"""An Enter that says something when it is pressed a second time."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.binding import BindingsMap
from textual.timer import Timer
from textual.widget import Widget

from quizapp.text.language import in_a_row

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
        self._timer = self._widget.set_timer(PAUSE, lambda: self._make(in_a_row(lack, offer)))
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


class EntersTwice:
    """A widget that has the focus while the second Enter is waited for: any other key ends that.

    It does so before it acts: what it changes is heard of later, when a key that was typed ahead
    may have undone it.
    """

    second_enter: SecondEnter | None = None
    _bindings: BindingsMap

    async def _on_key(self, event: events.Key) -> None:
        bound = self._bindings.key_to_bindings.get(event.key, ())
        if self.second_enter and not any(each.action == "hand_in" for each in bound):
            self.second_enter.forget()
        if event.key == "enter":
            event.prevent_default()  # else a TextArea takes it for text before its binding acts
