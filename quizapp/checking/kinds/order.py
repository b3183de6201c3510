"""Whether an order card is sound."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence

from quizapp.checking.examined import Examined, solution_findings, why_it_fails
from quizapp.checking.findings import Finding, Site
from quizapp.checking.lines_given import order_given
from quizapp.deck.blocks import joined
from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.order import OrderCard
from quizapp.text.language import mark, tr
from runner.client import Runs

MOST_ORDERS = 120
"""Orders that are tried: all of five lines; of more, a sample."""


async def examine(
    run: Exercise, runner: Runs, *, twice: bool, texts: Sequence[str] | None
) -> Examined:
    """The order written has to pass, and not every other one may."""
    card = run.card
    assert isinstance(card, OrderCard)
    return Examined((*await _found(run, card, runner), *order_given(card)))


async def _found(run: Exercise, card: OrderCard, runner: Runs) -> list[Finding]:
    why = await why_it_fails(run, card.solution_code, runner)
    if why is not None:
        what = tr("the order written does not pass")
        return await solution_findings(run, runner, why, Site("order"), what)
    for order in _other_orders(card):
        if await why_it_fails(run, joined(order), runner) is not None:
            return []
    return [Finding(Site("order"), tr("any order passes the tests"))]


async def orders_that_pass(run: Exercise, runner: Runs) -> Finding | None:
    """How many orders pass the tests where more than the one written do; it takes a while.

    Nothing of cards of other kinds.
    """
    card = run.card
    if not isinstance(card, OrderCard):
        return None
    others = list(_other_orders(card))
    passing = [order for order in others if await why_it_fails(run, joined(order), runner) is None]
    if not passing:
        return None
    what = (
        mark("{passing} of {orders} orders pass the tests, such as {example}")
        if math.factorial(len(card.lines)) <= MOST_ORDERS
        else mark("{passing} of {orders} orders that were tried pass the tests, such as {example}")
    )
    told = tr(
        what,
        passing=len(passing) + 1,
        orders=len(others) + 1,
        example=" / ".join(_first_lines(passing[0])),
    )
    return Finding(Site("order"), told)


def _first_lines(order: Sequence[str]) -> Iterator[str]:
    """Each line by itself; of lines that move as one the first."""
    for lines in order:
        first, *more = lines.splitlines()
        yield f"{first} …" if more else first


def _other_orders(card: OrderCard) -> Iterator[tuple[str, ...]]:
    """The lines turned round, then other orders, each once."""
    yield card.lines[::-1]
    tried = {card.lines, card.lines[::-1]}
    for order in _orders(card):
        if order not in tried:
            tried.add(order)
            yield order


def _orders(card: OrderCard) -> Iterator[tuple[str, ...]]:
    if math.factorial(len(card.lines)) <= MOST_ORDERS:
        yield from itertools.permutations(card.lines)
    else:
        rng = random.Random(card.id)
        for _ in range(MOST_ORDERS):
            yield tuple(rng.sample(card.lines, len(card.lines)))
