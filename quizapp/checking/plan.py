"""Which cards of which decks are to be checked, and for which draws."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from quizapp.deck.computed import word_looks
from quizapp.deck.exercise import draws
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.model import Card, Deck, RunCard
from quizapp.deck.parts import Draw

MOST_DRAWS = 64
"""Draws of a card that are run; of more, a sample."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A card of which something is run, with the draws to run it for."""

    deck: Deck
    card: Card
    draws: tuple[Draw, ...]

    @property
    def speaks_for_all(self) -> bool:
        """Whether what holds in these draws can be said of every one: none, or few, are missing."""
        return len(self.draws) >= min(self.there_are, MOST_DRAWS)

    @cached_property
    def there_are(self) -> int:
        """How many draws the card has."""
        return len(list(draws(self.card)))


def draw_key(draw: Draw) -> str:
    """A draw as a key: `p = 3, n = 1`."""
    return ", ".join(f"{name} = {value}" for name, value in draw.items())


def plan_check(cards: Iterable[tuple[Deck, Card]], rng: random.Random) -> list[Plan]:
    """What to run. A sample has the draws that the author's `expect` names, the first and the last.

    Where slips are, of ranges, they are at an end.
    """
    return [
        Plan(deck=deck, card=card, draws=_sample(card, rng))
        for deck, card in cards
        if is_checked(card)
    ]


def is_checked(card: Card) -> bool:
    """Whether running it shows anything: its code, its proof, or what its words come to."""
    return isinstance(card, RunCard) or card.proof is not None or bool(word_looks(card))


def _sample(card: Card, rng: random.Random) -> tuple[Draw, ...]:
    every = list(draws(card))
    if len(every) <= MOST_DRAWS:
        return tuple(every)
    sample = rng.sample(every, MOST_DRAWS)
    expects = card.expect if isinstance(card, PredictCard) else ()
    named = [expect.draw for expect in expects if expect.draw is not None]
    first = [*named, *(end for end in (every[0], every[-1]) if end not in named)]
    rest = [draw for draw in sample if draw not in first]
    return tuple([*first, *rest][:MOST_DRAWS])
