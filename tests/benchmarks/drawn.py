"""A command in a pseudo-terminal, timed by what it draws."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fcntl import ioctl

COLUMNS, ROWS = 100, 30
QUIET = 0.15
PATIENCE = 20.0
"""Seconds."""

ESCAPES = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[PX^_].*?\x1b\\|.)")


class Drawn:
    """Starts a command at once; use it as a context manager, which kills it."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        self._terminal, theirs = pty.openpty()
        ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._start = time.perf_counter()
        self._process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **env},
            start_new_session=True,
        )
        os.close(theirs)
        self.drawn = b""
        """What came in the last wait, in bytes."""

    def __enter__(self) -> Drawn:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):  # it has ended
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._terminal)

    @property
    def pid(self) -> int:
        return self._process.pid

    def press(self, keys: str) -> None:
        """Send keys, bytes that are no text as lone surrogates; the clock starts anew."""
        self._start = time.perf_counter()
        os.write(self._terminal, keys.encode(errors="surrogateescape"))

    def wait(self) -> None:
        """Wait until the command has ended, and all that it has drawn is read."""
        running = True
        while running:
            running = self._process.poll() is None
            with suppress(OSError):  # as a terminal says that nobody is at its other end
                self.settle()

    def hang_up(self) -> int:
        """Close the window, as it were; how the command ended then."""
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, self._terminal)
        os.close(nothing)
        return self._process.wait(PATIENCE)

    def settle(self) -> None:
        """Wait until nothing has been drawn for a while: a learner would pause as well."""
        while select.select([self._terminal], [], [], QUIET)[0]:
            self.drawn += os.read(self._terminal, 1 << 16)

    def seconds_until(self, words: str, after: bytes = b"") -> float:
        """Seconds from the last keys, or from the start, until these words are drawn.

        Only what is drawn `after` a code counts, as the one that begins the app's screen.
        """
        self.drawn = b""
        deadline = time.monotonic() + PATIENCE
        while words not in self._read_since(after):
            left = deadline - time.monotonic()
            ready = select.select([self._terminal], [], [], max(left, 0))[0]
            assert ready, f"never drawn: {words}; but {self._read_since(b'')[-2000:]}"
            self.drawn += os.read(self._terminal, 1 << 16)
        return time.perf_counter() - self._start

    def _read_since(self, code: bytes) -> str:
        then = self.drawn.partition(code)[2] if code else self.drawn
        return ESCAPES.sub(b"", then).decode(errors="replace")
