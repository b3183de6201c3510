"""An exception in a line."""

from __future__ import annotations

from quizapp.text.visible import visible

_LONGEST_MESSAGE = 300


def exception_in_words(name: str, message: str) -> str:
    """`KeyError: 'x'`, with the first line of its message."""
    first_line = message.strip().partition("\n")[0]
    return visible(f"{name}: {first_line}" if first_line else name, most=_LONGEST_MESSAGE)
