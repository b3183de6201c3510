"""Numbers that are picked: of options, of lines to be put in order."""

from __future__ import annotations

import re

from quizapp.values.normalise import normalise

_NUMBERS = re.compile(r"\d{1,3}(?:[\s,]+\d{1,3})*")


def read_numbers(text: str) -> list[int] | None:
    """Whole numbers, parted by blanks or commas; None where something else stands there."""
    text = normalise(text).strip().strip("[](){}").strip()
    return [int(part) for part in re.findall(r"\d+", text)] if _NUMBERS.fullmatch(text) else None
