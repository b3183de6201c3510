"""How much room a text takes in a terminal."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import accumulate


def cells(text: str) -> int:
    """Columns that the text takes: two for a wide character, none for one set upon another."""
    return len(text) if text.isascii() else sum(map(_of_character, text))


def padded(text: str, width: int) -> str:
    """The text with as many blanks after it as make `width` columns."""
    return text + " " * (width - cells(text))


def cut(text: str, width: int) -> str:
    """The text, its end left out where it takes more than so many columns."""
    if cells(text) <= width:
        return text
    ends = enumerate(accumulate(map(_of_character, text)))
    return text[: next(at for at, end in ends if end >= width)] + "…"


@lru_cache(1024)
def _of_character(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
