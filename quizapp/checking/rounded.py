"""Numbers in a text that are an answer but for its last digits."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FEWEST = 3
"""Digits that count; `0.5` stands in many a prompt."""

_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+\.\d+(?:e[-+]?\d+)?(?!\.?\w)", re.IGNORECASE)
_NESTED = re.compile(r"[\[(](?=[-+\d.\[(])[-+\d.,e\s\[\]()]*[\])]", re.IGNORECASE)


def rounded_in(text: str) -> Iterator[str]:
    """The numbers that can hardly stand there by chance, and the lists of such numbers."""
    for pattern in (_NUMBER, _NESTED):
        yield from (found for found in pattern.findall(text) if any(map(_is_telling, _of(found))))


def _of(text: str) -> list[str]:
    return _NUMBER.findall(text)


def _is_telling(number: str) -> bool:
    digits = re.sub(r"e.*|\D", "", number.lower()).lstrip("0")
    return len(digits) >= _FEWEST and not float(number).is_integer()
