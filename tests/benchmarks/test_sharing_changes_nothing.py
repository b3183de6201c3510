"""What a check of the whole library finds is the same with a process for every snippet."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence

from quizapp.checking.check import examine_all
from quizapp.checking.plan import plan_check
from quizapp.deck.needs import unmet
from quizapp.library.library import SHIPPED_DECKS, load_library
from runner.client import Runner

PORT = re.compile(r"\]:\d+")
"""Gloo tells of the port that a rank happened to have."""


def test_the_whole_library_is_found_to_be_the_same_together_and_apart() -> None:
    together, apart = (asyncio.run(examined(together=how)) for how in (True, False))
    assert len(together) == len(apart) > 300
    for one, other in zip(together, apart, strict=True):
        assert one == other


async def examined(*, together: bool) -> Sequence[str]:
    """All that is known of each card and draw of the library."""
    library = load_library([SHIPPED_DECKS], cache=None)
    cards = [(deck, card) for deck in library.decks for card in deck.cards]
    async with Runner() as runner:
        hello = await runner.ready()
        assert hello is not None
        can_run = [(deck, card) for deck, card in cards if not unmet(card, hello)]
        plans = plan_check(can_run, random.Random(0))
        found = await examine_all(plans, runner, together=together)
    named = zip((plan.card.id for plan in plans), found, strict=True)
    return [PORT.sub("]:port", f"{name}: {by_draw}") for name, by_draw in named]
