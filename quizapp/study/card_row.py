"""A card as a row of a list: how it stands today."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from quizapp.deck.model import Card
from quizapp.memory.acts.act import Standing
from quizapp.memory.schedule import Memory
from quizapp.search.catalogue import Catalogue

State = Literal["new", "learning", "learnt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    """A card, its memory, and what the learner has decided about it."""

    card: Card
    memory: Memory | None
    recall: float | None
    """The chance that it would be recalled today; None where it is new or was just missed."""
    standing: Standing
    added: date | None
    """The study date on which it was first there; None where that could not be noted."""
    once_more: bool
    """It was missed today, and not right since, so it is asked again today."""
    awaited: tuple[str, ...] = ()
    """The cards that are to be learnt before it, where it is new."""

    @property
    def state(self) -> State:
        if self.memory is None:
            return "new"
        return "learnt" if self.memory.learnt else "learning"

    @property
    def due(self) -> date | None:
        return self.memory.due if self.memory else None


def card_rows(cards: Iterable[Card], known: Catalogue) -> list[CardRow]:
    """How these cards stand, by what is known of them on a study date."""
    return [_row(card, known) for card in cards]


def _row(card: Card, known: Catalogue) -> CardRow:
    memory, standing = known.memories.get(card.id), known.standing(card)
    return CardRow(
        card=card,
        memory=memory,
        recall=known.recall(card.id),
        standing=standing,
        added=known.added.get(card.id),
        once_more=card.id in known.once_more and standing.is_asked(known.today),
        awaited=known.awaited(card),
    )
