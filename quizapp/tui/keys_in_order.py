"""Keys act one after the other, however quickly they come."""

from __future__ import annotations

from typing import Any

from textual import events
from textual._time import get_time
from textual.app import App

from quizapp.values.normalise import normalise

ALT = "alt+"
OVER_A_WORD = {"alt+b": "ctrl+left", "alt+f": "ctrl+right"}
"""What terminals send in a field that jump over words by alt and an arrow."""

DOUBLE_PRESS = 0.3
"""Seconds in which a key that comes once more is taken for a part of the first press."""

REPEAT = 0.1
"""Seconds between what a key sends that is held down; one pressed again was meant again."""


class _ByHand(events.Event):
    """An event that is handed on by hand, until somebody stops it."""

    stopped = False

    def stop(self, stop: bool = True) -> events.Event:
        self.stopped = stop
        return self


# Textual finds an event's handlers by the name of its class.


class Key(_ByHand, events.Key, bubble=False):
    """A key that was pressed."""


class Paste(_ByHand, events.Paste, bubble=False):
    """A text that was pasted."""


class KeysInOrder(App[None]):
    """An app in which all that a key does is done before the next one is looked at.

    Textual puts a key at the end of the focused widget's queue, and from there lets it climb
    through the queues of all widgets around it. Until it has acted, whatever is typed goes to
    where the focus was.
    """

    _acting = _once = ""
    _once_until = 0.0

    def take_as_one(self) -> None:
        """The key that acts now was pressed once, also where it comes again at once."""
        self._once, self._once_until = self._acting, get_time() + DOUBLE_PRESS

    async def on_event(self, event: events.Event) -> None:
        match event:
            case events.Key() | events.Paste() if event.is_forwarded:
                await super().on_event(event)
            case events.Key(key="alt+b" | "alt+f" as key):
                if OVER_A_WORD[key] in self.screen.active_bindings:
                    await self._act_on(_pressed_with(event, Key(OVER_A_WORD[key], None)))
                else:
                    await self._act_on_escape_and(key.removeprefix(ALT), event)
            case events.Key(key=key, character=str(sign)) if key.startswith(ALT) and sign.isalnum():
                await self._act_on_escape_and(sign, event)
            case events.Key(key=key, character=character):
                await self._act_on(_pressed_with(event, Key(_narrow(key), character)))
            case events.Paste(text=text):
                await self._act_on(Paste(text))
            case _:
                await super().on_event(event)

    async def _act_on_escape_and(self, sign: str, event: events.Key) -> None:
        """A letter that follows the Escape key at once reads as one key with alt."""
        await self._act_on(_pressed_with(event, Key("escape", None)))
        await self._act_on(_pressed_with(event, Key(sign, sign)))

    async def _act_on(self, event: Key | Paste) -> None:
        if self._exit or self._is_again(event):  # or typed for whom the terminal is then
            return
        with self.prevent(type(event)):  # else it would wait in the queue of who has the focus
            await super().on_event(event)
        if not event.is_forwarded:  # it was a key of high priority
            return
        for node in (self.focused or self.screen).ancestors_with_self:
            event.prevent_default(False)
            await node.on_event(event)
            if event.stopped:
                return

    def _is_again(self, event: Key | Paste) -> bool:
        if not isinstance(event, Key):
            return False
        if event.key == self._once and event.time < self._once_until:
            self._once_until = max(self._once_until, event.time + REPEAT)
            return True
        self._acting, self._once = event.key, ""
        return False


def take_as_one(app: App[Any]) -> None:
    """See `KeysInOrder.take_as_one`."""
    assert isinstance(app, KeysInOrder)
    app.take_as_one()


def _pressed_with(event: events.Key, made: Key) -> Key:
    made.time = event.time
    return made


def _narrow(key: str) -> str:
    """The same key where a Chinese keyboard types it as wide as a character: `？` acts as `?`."""
    return normalise(key).removeprefix("fullwidth_")
