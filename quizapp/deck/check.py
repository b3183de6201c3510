"""Runs every card and every draw on live torch, and reports what is wrong with them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from quizapp.deck.exercise import Exercise, draws, exercise
from quizapp.deck.findings import Finding, changes, fault_finding, findings
from quizapp.deck.model import Card, Deck, Draw, PredictCard
from quizapp.deck.needs import unmet
from quizapp.deck.problem import Problem
from quizapp.deck.sites import DeckSites
from quizapp.words import counted
from runner.client import Runner
from runner.wire import Fact, Fault, Hello, Look, Raised

MOST_DRAWS = 64
"""Draws of a card that are run; of more, a sample."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A card that runs code, with the draws to run it for."""

    deck: Deck
    card: PredictCard
    draws: tuple[Draw, ...]


@dataclass(frozen=True, kw_only=True)
class Skipped:
    """A card that cannot run here, and why."""

    card: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What a check found."""

    runs: int
    """Exercises that were run."""
    skipped: tuple[Skipped, ...]
    problems: tuple[Problem, ...]


def plan_check(cards: Iterable[tuple[Deck, Card]], rng: random.Random) -> list[Plan]:
    """What to run. A draw that the author's `expect` names is always in a sample."""
    return [
        Plan(deck=deck, card=card, draws=_sample(card, rng))
        for deck, card in cards
        if isinstance(card, PredictCard)
    ]


async def check(
    plans: Sequence[Plan],
    runner: Runner,
    hello: Hello,
    on_runs: Callable[[int], None] = lambda _: None,
) -> Checked:
    """Run what is planned, as much at once as the runner takes.

    The first draw of each card runs twice: its truth must not change from run to run.
    `on_runs` hears how many more draws have been run or skipped.
    """
    skipped: list[Skipped] = []
    runnable: list[Plan] = []
    for plan in plans:
        if reason := unmet(plan.card.needs, hello):
            skipped.append(Skipped(card=plan.card.id, reason=reason))
            on_runs(len(plan.draws))
        else:
            runnable.append(plan)

    async def check_draw(plan: Plan, draw: Draw) -> list[Finding]:
        run = exercise(plan.deck, plan.card, draw)
        twice = draw is plan.draws[0]
        found = await _check_exercise(run, plan.card, runner, twice=twice)
        on_runs(1)
        return found

    async with asyncio.TaskGroup() as group:
        tasks = [
            [group.create_task(check_draw(plan, draw)) for draw in plan.draws] for plan in runnable
        ]
    by_card = [[task.result() for task in of_card] for of_card in tasks]
    return Checked(
        runs=sum(map(len, by_card)),
        skipped=tuple(skipped),
        problems=tuple(_problems(runnable, by_card)),
    )


def _sample(card: PredictCard, rng: random.Random) -> tuple[Draw, ...]:
    every = list(draws(card))
    if len(every) <= MOST_DRAWS:
        return tuple(every)
    sample = rng.sample(every, MOST_DRAWS)
    named = card.expect.draw if card.expect else None
    if named is not None and named not in sample:
        sample[0] = named
    return tuple(sample)


async def _check_exercise(
    run: Exercise, card: PredictCard, runner: Runner, *, twice: bool
) -> list[Finding]:
    outcome = await runner.run(run.snippet())
    if isinstance(outcome, Fault):
        return [fault_finding(outcome)]
    expected = await _expected(run, card, runner)
    if isinstance(expected, Fault):
        return [fault_finding(expected)]
    found = list(findings(card, run.path, outcome, expected))
    if twice:
        again = await runner.run(run.snippet())
        if isinstance(again, Fault):
            return [*found, fault_finding(again)]
        found += changes(card, run.path, outcome, again)
    return found


async def _expected(
    run: Exercise, card: PredictCard, runner: Runner
) -> Sequence[str | Raised] | Fault:
    """The author's answers to the asks of this exercise; none where the author does not say."""
    expect = card.expect
    if expect is None or expect.draw not in (None, run.draw):
        return ()
    if not card.vary or expect.draw is not None:
        return expect.texts
    snippet = run.snippet()
    seen = await runner.run(
        replace(
            snippet,
            sources=snippet.sources[:-1],  # the setup and the draw, but not the card's own code
            looks=tuple(Look("text", expression) for expression in expect.texts),
        )
    )
    if isinstance(seen, Fault):
        return seen
    return [fact.data if isinstance(fact, Fact) else fact for fact in seen.facts]


def _problems(
    plans: Sequence[Plan], by_card: Sequence[Sequence[list[Finding]]]
) -> Iterator[Problem]:
    """One problem for all draws of a card that show the same thing at the same place."""
    sites: dict[str, DeckSites] = {}
    for plan, by_draw in zip(plans, by_card, strict=True):
        alike: dict[object, list[tuple[Draw, Finding]]] = {}
        for draw, found in zip(plan.draws, by_draw, strict=True):
            for finding in found:
                alike.setdefault((finding.site, finding.what), []).append((draw, finding))
        for (draw, finding), *others in alike.values():
            path = plan.deck.path
            if path not in sites:
                sites[path] = DeckSites(path)
            message = f"{finding}{_in_draws(draw, len(others))}"
            yield sites[path].problem(plan.card, finding.site, message)


def _in_draws(draw: Draw, others: int) -> str:
    """` (p = 3, and 4 more draws)`; nothing for a card that does not vary."""
    if not draw:
        return ""
    values = ", ".join(f"{name} = {value}" for name, value in draw.items())
    more = f", and {counted(others, 'more draw')}" if others else ""
    return f" ({values}{more})"
