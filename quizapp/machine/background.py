"""Whether the terminal's background is light: what the environment says, and how it is asked."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from quizapp.machine.echo import unechoed
from quizapp.machine.settings import AUTO

QUESTION = "\x1b]11;?\x1b\\"
REPLY = re.compile(
    r"\x1b\]11;rgba?:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})(?:/[0-9a-f]{1,4})?"
    r"(?:\x07|\x1b\\)",
    re.IGNORECASE,
)
"""What a terminal answers, red, green and blue each in as many digits as it likes."""

DARK_COLOURS = {"0", "1", "2", "3", "4", "5", "6", "8"}
"""Of the sixteen."""


def is_light(reply: re.Match[str]) -> bool:
    """Whether the background that a terminal has told of is light."""
    red, green, blue = (int(part, 16) / int("f" * len(part), 16) for part in reply.groups())
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5


def is_said_to_be_light() -> bool:
    """Whether the environment says so, by the variable that some terminals set for it."""
    _, _, behind = os.environ.get("COLORFGBG", "").rpartition(";")
    return behind.isdigit() and behind not in DARK_COLOURS


@contextmanager
def background_asked(theme: str) -> Iterator[None]:
    """Where the terminal is to choose the theme, ask it while the app is being imported.

    The reply, which takes less time than that, is among what is typed, for the app to read; until
    the end it is not echoed. Nobody waits for a terminal that does not reply.
    """
    if sys.platform == "win32" or theme != AUTO or os.environ.get("TEXTUAL_DRIVER"):
        yield  # the driver of a browser, for one, has no terminal
        return
    with unechoed():
        sys.stdout.write(QUESTION)
        sys.stdout.flush()
        yield
