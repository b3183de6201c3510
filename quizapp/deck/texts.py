"""The texts of a card, changed one by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from quizapp.deck.model import Card
from quizapp.deck.parts import Spot, Text

C = TypeVar("C", bound=Card)


def with_texts(card: C, change: Callable[[Spot, Text], Text]) -> C:
    """The card with each of its texts as it is changed."""
    changed: dict[str, Any] = {}
    for spot, text in card.texts():
        name = spot.attribute or spot.field
        if not spot.part:
            changed[name] = change(spot, text)
            continue
        parts = list(changed.get(name) or getattr(card, name))
        parts[spot.number] = replace(parts[spot.number], **{spot.part: change(spot, text)})
        changed[name] = tuple(parts)
    made: C = replace(card, **changed)
    return made
