"""Which cards of which decks are to be checked, and for which draws."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from quizapp.deck.exercise import draws
from quizapp.deck.model import Card, CodeCard, Deck, Draw, PredictCard, RunCard

MOST_DRAWS = 64
"""Draws of a card that are run; of more, a sample."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A card that runs code, with the draws to run it for."""

    deck: Deck
    card: CodeCard
    draws: tuple[Draw, ...]


def plan_check(cards: Iterable[tuple[Deck, Card]], rng: random.Random) -> list[Plan]:
    """What to run. A draw that the author's `expect` names is always in a sample."""
    return [
        Plan(deck=deck, card=card, draws=_sample(card, rng))
        for deck, card in cards
        if isinstance(card, RunCard)
    ]


def _sample(card: CodeCard, rng: random.Random) -> tuple[Draw, ...]:
    every = list(draws(card))
    if len(every) <= MOST_DRAWS:
        return tuple(every)
    sample = rng.sample(every, MOST_DRAWS)
    expects = card.expect if isinstance(card, PredictCard) else ()
    named = [expect.draw for expect in expects if expect.draw is not None]
    rest = [draw for draw in sample if draw not in named]
    return tuple([*named, *rest][:MOST_DRAWS])
