"""What was seen of a card's parts, told apart among the facts of its snippet."""

from __future__ import annotations

from collections.abc import Sequence

from quizapp.asks.table import KINDS
from quizapp.deck.computed import Facts, word_looks
from quizapp.deck.model import Card, Mistake, PredictCard
from runner.protocol.wire import Fact, Look, Raised


def mistake_look(mistake: Mistake) -> Look:
    """What to observe of a mistake: kinds answered in words are compared as words."""
    kind = KINDS[mistake.kind]
    return (kind.mistaken_look or kind.look)(mistake.expression)


def mistakes_seen(
    card: PredictCard, facts: Sequence[Fact | Raised]
) -> list[tuple[Mistake, Fact | Raised, Fact | Raised]]:
    """Each mistake with what was seen of it, and whether it is one in this draw.

    Given all facts of the card's snippet. Raises ValueError where they are not those.
    """
    whens = sum(mistake.when is not None for mistake in card.mistakes)
    if len(facts) < len(card.asks) + len(card.mistakes) + whens:
        raise ValueError(f"these are not the facts of {card.id}")
    rest = facts[len(card.asks) :]
    conditions = iter(rest[len(card.mistakes) :])
    return [
        (mistake, fact, next(conditions) if mistake.when else Fact("bool", True))
        for mistake, fact in zip(card.mistakes, rest, strict=False)
    ]


def words_seen(card: Card, facts: Sequence[Fact | Raised]) -> Facts:
    """What was seen of the card's words, given all facts of `Exercise.to_be_told`."""
    looks = word_looks(card)
    return dict(zip(looks, facts[len(facts) - len(looks) :], strict=False))
