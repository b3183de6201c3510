"""A flood of keys is held back, and a text that comes as one is a paste.

Not every terminal marks what is pasted. Key by key, a megabyte would take an hour and gigabytes,
in which nothing else is seen or done, and the app outlives its terminal.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterable, Iterator
from concurrent import futures
from threading import Event

from textual import events
from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.message import Message

A_PASTE = 256
"""Letters that come at once; nobody types so many before the terminal is next read from."""

MOST_WAITING = 64
"""Keys that the app has not come to; further ones wait in the terminal."""

LOOK_AGAIN = 0.01
"""Seconds between looks whether it has."""

AS_TEXT = {"enter": "\n", "tab": "\t"}


class JoinsKeys(XTermParser):
    """Takes letters that come at once for a paste."""

    def feed(self, data: str) -> Iterable[Message]:
        return joined(super().feed(data))


class HoldsBack(Driver):
    """Reads no more from a terminal than the app comes to."""

    exit_event: Event

    def send_message(self, message: Message) -> None:
        sent = asyncio.run_coroutine_threadsafe(self._app._post_message(message), loop=self._loop)
        while not (self.exit_event.is_set() or sent.done()):
            futures.wait([sent], timeout=LOOK_AGAIN)
        while not self.exit_event.is_set() and self._app.message_queue_size > MOST_WAITING:
            time.sleep(LOOK_AGAIN)


def joined(messages: Iterable[Message]) -> Iterator[Message]:
    """These events, with a paste in place of so many letters that they are one."""
    for are_letters, group in itertools.groupby(messages, lambda message: bool(_letter(message))):
        run = [*group]
        if are_letters and len(run) >= A_PASTE:
            run = [events.Paste("".join(map(_letter, run)))]
        yield from run


def _letter(message: Message) -> str:
    if not isinstance(message, events.Key):
        return ""
    return AS_TEXT.get(message.key) or (message.character or "") * message.is_printable
