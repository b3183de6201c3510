"""What a check of the whole library finds is the same with a process for every snippet.

Some cards show what memory happened to hold, or which port was free: they are known by telling
something else each time, in processes of their own as well.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Mapping

from quizapp.checking.check import examine_all
from quizapp.checking.plan import plan_check
from quizapp.deck.needs import unmet
from quizapp.library.loading import load_library
from quizapp.library.shipped import SHIPPED_DECKS
from runner.client import Runner

Told = Mapping[str, str]
"""All that is known of each draw of a card, by the card."""

MORE_RUNS = 4
MOST_BY_CHANCE = 5


def test_the_whole_library_is_found_to_be_the_same_together_and_apart() -> None:
    library = load_library([SHIPPED_DECKS], cache=None).cards.keys()
    together, apart = (told(library, together=how) for how in (True, False))
    assert len(together) == len(apart) > 300
    differ = [card for card in together if together[card] != apart[card]]
    again = [told(differ, together=False) for _ in range(MORE_RUNS)] if differ else []
    by_chance = [card for card in differ if any(one[card] != apart[card] for one in again)]
    print(f"\n{len(together)} cards, of which tell something else each time: {by_chance}")
    assert differ == by_chance
    assert len(differ) <= MOST_BY_CHANCE


def told(cards: Collection[str], *, together: bool) -> Told:
    return asyncio.run(_told(cards, together=together))


async def _told(cards: Collection[str], *, together: bool) -> Told:
    library = load_library([SHIPPED_DECKS], cache=None)
    wanted = [(deck, card) for deck in library.decks for card in deck.cards if card.id in cards]
    async with Runner() as runner:
        hello = await runner.ready()
        assert hello is not None
        can_run = [(deck, card) for deck, card in wanted if not unmet(card, hello)]
        plans = plan_check(can_run, random.Random(0))
        found = await examine_all(plans, runner, together=together)
    return {plan.card.id: repr(by_draw) for plan, by_draw in zip(plans, found, strict=True)}
