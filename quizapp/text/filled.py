"""Values put into the places of a message, where the writing may be Chinese."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter

_CHINESE = "[\u4e00-\u9fff]"
_BLANK_TOO_MANY = re.compile(rf"{_CHINESE}(?: \||\| ){_CHINESE}")
_BLANK_LACKING = re.compile(rf"{_CHINESE}\|[A-Za-z]|[A-Za-z]\|{_CHINESE}")
_PLACES = Formatter()


def filled(message: str, values: Mapping[str, object]) -> str:
    """The message with its values, a blank where Chinese meets Latin words, and nowhere else."""
    text = ""
    for words, name, form, conversion in _PLACES.parse(message):
        text = _beside(text, words)
        if name is not None:
            value, _ = _PLACES.get_field(name, (), values)
            value = _PLACES.convert_field(value, conversion)
            text = _beside(text, format(value, form or ""))
    return text


def _beside(text: str, more: str) -> str:
    if _BLANK_TOO_MANY.search(text[-2:] + "|" + more[:2]):
        return text.rstrip(" ") + more.lstrip(" ")
    return f"{text} {more}" if _BLANK_LACKING.search(text[-1:] + "|" + more[:1]) else text + more
