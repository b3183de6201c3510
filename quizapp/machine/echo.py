"""What is typed before the app reads it is not echoed into what the terminal shows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unechoed() -> Iterator[None]:
    """Until the end, the terminal echoes nothing; what is typed waits to be read."""
    if sys.platform == "win32" or sys.stdin is None or not sys.stdin.isatty():
        yield
        return
    import termios

    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    silent = [part & ~termios.ECHO if place == 3 else part for place, part in enumerate(before)]
    termios.tcsetattr(file, termios.TCSANOW, silent)
    try:
        yield
    finally:
        termios.tcsetattr(file, termios.TCSANOW, before)
