"""What a learner believes: the wrong models that answers could have shown, and those they did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

LATEST = 4
"""Chances of late by which it is judged whether an idea is still believed."""


@dataclass(frozen=True, kw_only=True)
class Belief:
    """How often an idea was shown, of the chances that there were."""

    shown: int
    chances: int
    last: date | None
    """The study date on which it was last shown."""
    cards: tuple[str, ...]
    """Ids of the cards whose answers showed it."""
    is_held: bool
    """At least half of the latest chances showed it."""


def belief(chances: Sequence[tuple[str, date, bool]]) -> Belief:
    """What is believed of one idea, of its chances in order of time: card, day, shown."""
    shown = [(card, day) for card, day, was_shown in chances if was_shown]
    latest = [was_shown for *_, was_shown in chances[-LATEST:]]
    return Belief(
        shown=len(shown),
        chances=len(chances),
        last=max((day for _, day in shown), default=None),
        cards=tuple(dict.fromkeys(card for card, _ in shown)),
        is_held=2 * sum(latest) >= len(latest),
    )
