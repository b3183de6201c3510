"""A study date: the cards that can be asked on it, and what the log has of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from quizapp.deck.model import Card
from quizapp.library.library import Library
from quizapp.memory.log import ReviewLog
from quizapp.memory.queue import Limits
from quizapp.memory.schedule import Memory


@dataclass(frozen=True)
class Day:
    """What plans and figures of a day are made of."""

    date: date
    library: Library
    log: ReviewLog
    cards: Sequence[Card]
    """Those that can be asked here, as far as is known, and that the learner wants."""
    put_off: Collection[str]
    """Cards that the learner does not want on this day."""
    limits: Limits

    @cached_property
    def asked(self) -> Sequence[Card]:
        return [card for card in self.cards if card.id not in self.put_off]

    @cached_property
    def memories(self) -> Mapping[str, Memory]:
        """Of these cards and others."""
        return self.log.memories()

    @cached_property
    def once_more(self) -> Collection[str]:
        """Cards missed today and not right since."""
        return self.log.owed_on(self.date)
