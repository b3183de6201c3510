"""What was said in English by one of several sayings: by which, and what stood in its places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache


def taken_apart(message: str, sayings: tuple[str, ...]) -> tuple[str, Mapping[str, str]] | None:
    """The first of these sayings, with places `{name}`, that the message fits, and its values."""
    for saying, form in _forms(sayings):
        if found := form.fullmatch(message):
            return saying, found.groupdict()
    return None


@lru_cache
def _forms(sayings: tuple[str, ...]) -> list[tuple[str, re.Pattern[str]]]:
    return [
        (saying, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(saying)), re.DOTALL))
        for saying in sayings
    ]
