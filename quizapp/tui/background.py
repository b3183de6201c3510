"""Light or dark, as the terminal says its background is; also when that changes later on.

Textual does not ask. Its parser would take the reply for keys, so that it is read here before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from textual import events, on
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.message import Message

from quizapp.machine.background import QUESTION, REPLY, is_light

UNFINISHED = re.compile(r"\x1b\]11;[rg:/\da-f]*\x1b?\Z", re.IGNORECASE)


ESCAPED = re.compile(r"\x1b(?=[0-9A-NP-Za-z]\x1b|[0-9 !-/:-@`{-~\x01-\x08\n-\x1a])")
"""The Escape key and a letter with more behind them, of which Textual's parser makes a `^`.

And the Escape key with a digit or a sign behind it, which would be `∞` or nothing; or with Enter
or a key of ctrl, of which that key alone would be left.
"""

ESCAPE = "\x1b[27u"
"""The Escape key, as terminals spell it that tell it from the sequences it begins."""

CONTROL_BRACKET = "\x1b[91;5u"
"""Ctrl with `[`, which is the Escape key wherever a terminal does not tell them apart."""

PRESSED_NEXT = re.compile(r"\A\x1b(?=[0-9A-NQ-WYZa-z])")
"""The Escape key, and behind it, in another piece, what begins no sequence."""

OVER_A_WORD = re.compile(r"\x1b([bf])")
"""The Escape key and one of these, or alt and an arrow: `KeysInOrder` tells which."""


class BackgroundTold(Message):
    """The terminal has said what its background is."""

    def __init__(self, light: bool) -> None:
        super().__init__()
        self.light = light


class Parser(XTermParser):
    """Takes replies about the background out of what is typed, and tells Escape from sequences."""

    _unfinished = ""
    _begun = _escaped = False

    def feed(self, data: str) -> Iterable[Message]:
        if data and not self._begun:
            self._begun = True
            data = data.replace("\n", "\r")  # Enter, as a terminal that is not the app's reads it
        read = self._unfinished + data
        for reply in REPLY.finditer(read):
            yield BackgroundTold(is_light(reply))
        typed = REPLY.sub("", read)
        self._unfinished = cut[0] if (cut := UNFINISHED.search(typed)) else ""
        typed = typed.removesuffix(self._unfinished)
        # Textual's parser still waits for what is behind the Escape key, and has read that.
        begun = "\x1b" if self._escaped and self._timeout_time is not None else ""
        if typed:
            self._escaped = typed.endswith("\x1b")
        typed = OVER_A_WORD.sub(lambda key: f"\x1b[{ord(key[1])};3u", begun + typed)
        typed = ESCAPED.sub(ESCAPE, typed).replace(CONTROL_BRACKET, ESCAPE)
        if begun:
            typed = PRESSED_NEXT.sub(ESCAPE, typed).removeprefix(begun)
        if typed or not data:  # nothing at all would be the end of what is typed
            yield from super().feed(typed)


class FollowsBackground(App[None]):
    """Asks anew whenever its terminal gets the focus, once that has replied."""

    _replies = False

    @on(events.AppFocus)
    def _ask_again(self) -> None:
        if self._replies and self._driver is not None:
            self._driver.write(QUESTION)

    def on_background_told(self, event: BackgroundTold) -> None:
        self._replies = True
        self.be_light(event.light)

    def be_light(self, light: bool) -> None:
        """The terminal's background is light, or dark."""
