"""A card as a row of a list: how it stands today."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from quizapp.deck.model import Card
from quizapp.memory.acts.act import FRESH, Standing
from quizapp.memory.schedule import Memory, Scheduling, retrievability
from quizapp.study.study import Study

State = Literal["new", "learning", "learnt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    """A card, its memory, and what the learner has decided about it."""

    card: Card
    memory: Memory | None
    recall: float | None
    """The chance that it would be recalled today; None for a card that is new."""
    standing: Standing
    once_more: bool
    """It was missed today, and not right since, so it is asked again today."""

    @property
    def state(self) -> State:
        if self.memory is None:
            return "new"
        return "learnt" if self.memory.learnt else "learning"

    @property
    def due(self) -> date | None:
        return self.memory.due if self.memory else None


def card_rows(study: Study, cards: Iterable[Card], today: date) -> list[CardRow]:
    """How these cards stand on a study date."""
    memories, standings = study.log.memories(), study.log.standings()
    once_more, scheduling = study.once_more(today), study.log.scheduling
    return [_row(card, memories, standings, once_more, today, scheduling) for card in cards]


def _row(
    card: Card,
    memories: Mapping[str, Memory],
    standings: Mapping[str, Standing],
    once_more: Collection[str],
    today: date,
    scheduling: Scheduling,
) -> CardRow:
    memory, standing = memories.get(card.id), standings.get(card.id, FRESH)
    return CardRow(
        card=card,
        memory=memory,
        recall=retrievability(memory, today, scheduling) if memory else None,
        standing=standing,
        once_more=card.id in once_more and standing.is_asked(today),
    )
