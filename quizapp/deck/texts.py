"""The texts of a card, changed one by one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from quizapp.deck.model import Card
from quizapp.deck.parts import Spot, Text

C = TypeVar("C", bound=Card)


def with_texts(card: C, texts: Iterable[tuple[Spot, Text]]) -> C:
    """The card with these texts in place of its own."""
    changed: dict[str, Any] = {}
    for spot, text in texts:
        name = spot.attribute or spot.field
        if not spot.part:
            changed[name] = text
            continue
        parts = list(changed.get(name) or getattr(card, name))
        parts[spot.number] = replace(parts[spot.number], **{spot.part: text})
        changed[name] = tuple(parts)
    made: C = replace(card, **changed)
    return made
