"""Truths that nobody wants to type, and texts that nobody wants to read."""

from __future__ import annotations

from quizapp.asks.table import KINDS
from quizapp.deck.parts import Ask
from quizapp.text.language import tr
from runner.protocol.wire import Fact

LONGEST = 160
"""Characters of a value that are shown."""


def too_long_to_type(ask: Ask, truth: Fact) -> str | None:
    """How much a learner would have to type; None where that can be asked for."""
    return KINDS[ask.kind].too_long(truth.data)


def shortened(text: str, most: int = LONGEST) -> str:
    """The text, or how it begins and how long it is."""
    return (
        text
        if len(text) <= most
        else tr("{text}… ({length:,} characters)", text=text[:most], length=len(text))
    )


def in_a_line(text: str) -> str:
    """The text with its lines told as `\\n`, shortened."""
    return shortened(text.strip().replace("\n", "\\n"))
