"""Truths that nobody wants to type, and texts that nobody wants to read."""

from __future__ import annotations

from typing import Any

from quizapp.deck.model import Ask
from runner.protocol.wire import Fact

MOST_VALUES = 40
MOST_LINES = 20
LONGEST = 160
"""Characters of a value that are shown."""


def too_long_to_type(ask: Ask, truth: Fact) -> str | None:
    """How much a learner would have to type; None where that can be asked for."""
    if ask.kind == "value" and (count := _values(truth.data)) > MOST_VALUES:
        return f"{count:,} values"
    if ask.kind == "output" and (count := len(truth.data.splitlines())) > MOST_LINES:
        return f"{count:,} lines"
    return None


def shortened(text: str, most: int = LONGEST) -> str:
    """The text, or how it begins and how long it is."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text):,} characters)"


def _values(node: Any) -> int:
    """The numbers and other single values in a Value, see `runner.observed.observe`."""
    match node:
        case {"items": list(items), "type": "dict"}:
            return sum(_values(part) for pair in items for part in pair)
        case {"items": list(items)} | {"data": list(items)} | list(items):
            return sum(map(_values, items))
    return 1
