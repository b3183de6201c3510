"""How a card stands in Anki → the acts by which it stands so here."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from quizapp.memory.acts.act import Act
from quizapp.memory.uuid7 import uuid7

SUSPENDED = -1
"""The queue of a card that is suspended, by Anki's numbers."""
FLAG = 7
"""The bits that hold which flag a card has; 0 for none."""


@dataclass(frozen=True, slots=True)
class AnkiStanding:
    """What was decided of a card in Anki, as far as there is such a thing here."""

    at: datetime
    """When it was changed last."""
    day: date
    acts: tuple[str, ...]
    """Their names."""


def acts_of(queue: int, flags: int) -> tuple[str, ...]:
    suspended = ("suspend",) if queue == SUSPENDED else ()
    return (*suspended, "flag") if flags & FLAG else suspended


def decided(card: str, standing: AnkiStanding) -> Iterator[Act]:
    """The same whenever it is asked, so that what is imported twice is there once."""
    at = standing.at
    for name in standing.acts:
        id = uuid7(at, random.Random(f"anki {name} {card} {at.timestamp():.6f}"))
        yield Act(id=id, card=card, at=at, study_date=standing.day, name=name)
