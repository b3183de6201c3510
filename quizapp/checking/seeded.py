"""Asks for random numbers that a seed of the card's own fixes: advice of `quiz check`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quizapp.asks.table import KINDS
from quizapp.checking.findings import Site
from quizapp.checking.sites import SitesByPath
from quizapp.deck.exercise import draws, exercise
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.model import Card, Deck
from quizapp.deck.problem import Problem
from quizapp.text.language import tr
from runner.client import Runs
from runner.protocol.wire import Fact, Outcome, Snippet

_SEED = re.compile(r"(?<=manual_seed\()\s*\d+\s*(?=\))")
_OF_THE_SEED = re.compile(r"initial_seed|\bseed\(\)|get_(?:rng_)?state")
"""What is known of a generator without a draw from it."""
OTHERS = ("1234567", "7654321", "31337")


async def seeded_values(cards: Sequence[tuple[Deck, Card]], runner: Runs) -> list[Problem]:
    """Asks whose answer is another with another seed in the code: nobody can predict it.

    A yes or no may be a lesson that goes with the seed.
    """
    sites = SitesByPath()
    found = []
    for deck, card in cards:
        if isinstance(card, PredictCard) and not card.may_hang:
            for number in await _seeded(deck, card, runner):
                message = tr(
                    "the answer is another with another seed, so that it can only be guessed"
                )
                found.append(sites[deck.path].problem(card, Site("ask", number), message))
    return found


async def _seeded(deck: Deck, card: PredictCard, runner: Runs) -> list[int]:
    asked = [number for number, ask in enumerate(card.asks) if not KINDS[ask.kind].is_yes_or_no]
    ran = exercise(deck, card, next(draws(card))).snippet()
    texts = [*(one.text for one in ran.sources), *(look.expression for look in ran.looks)]
    if not asked or not any(map(_SEED.search, texts)) or any(map(_OF_THE_SEED.search, texts)):
        return []
    first, *others = [await runner.run(one) for one in (ran, *_otherwise(ran))]
    if not isinstance(first, Outcome):
        return []

    def differs(number: int, other: Outcome) -> bool:
        was, now = card.truth(first)[number], card.truth(other)[number]
        return isinstance(was, Fact) and isinstance(now, Fact) and not card.same(number, was, now)

    seen = [other for other in others if isinstance(other, Outcome) and not other.raised]
    return [number for number in asked if any(differs(number, other) for other in seen)]


def _otherwise(ran: Snippet) -> Iterator[Snippet]:
    for seed in OTHERS:
        sources = tuple(replace(one, text=_SEED.sub(seed, one.text)) for one in ran.sources)
        yield replace(ran, sources=sources)
