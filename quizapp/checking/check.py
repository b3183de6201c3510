"""Runs every card and every draw on live torch, and reports what is wrong with them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from quizapp.checking.endless import Patience, Setups
from quizapp.checking.examine import examine
from quizapp.checking.examined import NOT_RUN, Ended, Examined
from quizapp.checking.expectations import Expected
from quizapp.checking.findings import Site
from quizapp.checking.plan import Plan, draw_key
from quizapp.checking.proof import disproof
from quizapp.checking.report import problems
from quizapp.checking.series import Series, foreseen, runs_of
from quizapp.checking.sites import DeckSites
from quizapp.checking.telling_words import told_before
from quizapp.deck.exercise import exercise
from quizapp.deck.needs import DEVICES, OUR_NEEDS, unknown, unmet
from quizapp.deck.parts import Draw
from quizapp.deck.problem import DeckFile, Problem
from quizapp.library.trust import refusal
from quizapp.text.language import tr
from runner.client import Runner, Runs
from runner.protocol.wire import Fact, Fault, Hello, Outcome, Raised

FEW = 2
"""Draws of a card that are examined at once: any of them may never end."""


@dataclass(frozen=True, kw_only=True)
class Skipped:
    """A card that cannot run here, and why."""

    card: str
    reason: str
    problem: Problem | None = None
    """Where perhaps no machine ever can."""


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What a check found."""

    runs: int
    """Exercises that were run."""
    truths: Mapping[str, Mapping[str, tuple[Fact | Raised, ...]]]
    """What torch said of each card, by its draws; see `draw_key`."""
    skipped: tuple[Skipped, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, kw_only=True)
class OnTorch:
    """What a check found on one version of torch."""

    torch: str
    checked: Checked
    refused: Collection[Problem] = ()
    """Of decks that may not run there."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        return (*self.refused, *self.checked.problems)


async def check(
    plans: Sequence[Plan],
    runner: Runner,
    hello: Hello,
    on_runs: Callable[[int], None] = lambda _: None,
) -> Checked:
    """Run what is planned, as much at once as the runner takes.

    The first draw of each card runs twice: its truth must not change from run to run. `on_runs`
    hears how many more draws have been run or skipped.
    """
    skipped: list[Skipped] = []
    runnable: list[Plan] = []
    for plan in plans:
        if reason := unmet(plan.card, hello):
            skipped.append(skip(plan, reason, hello))
            on_runs(len(plan.draws))
        else:
            runnable.append(plan)

    return conclude(runnable, await examine_all(runnable, runner, on_runs), skipped)


def skip(plan: Plan, reason: str, hello: Hello) -> Skipped:
    """A card that cannot run here; a need that nobody knows is a problem of the deck."""
    problem = None
    if (need := unknown(plan.card, hello)) is not None:
        message = tr(
            "needs: nothing is known of '{need}': it is not installed here; a need is {ours}, "
            "a device ({devices}) or a package, such as numpy or torch>=2.5",
            need=need,
            ours=", ".join(OUR_NEEDS),
            devices=", ".join(DEVICES),
        )
        problem = DeckSites(plan.deck.path).problem(plan.card, Site("needs"), message)
    return Skipped(card=plan.card.id, reason=reason, problem=problem)


def refusals(
    plans: Sequence[Plan], sandboxes: Sequence[Collection[str]]
) -> Iterator[tuple[str, Problem]]:
    """One problem for each deck that may run in none of these sandboxes, by its path."""
    for deck in {plan.deck.path: plan.deck for plan in plans}.values():
        reasons = [refusal(deck, layers) for layers in sandboxes]
        if None not in reasons:
            yield deck.path, DeckFile(deck.path, "").problem(1, 1, str(reasons[0]))


def conclude(
    plans: Sequence[Plan],
    by_card: Sequence[Sequence[Examined]],
    skipped: Sequence[Skipped],
) -> Checked:
    """What comes of what was found in every exercise of these plans, wherever they ran."""
    return Checked(
        runs=sum(one.ended != "not run" for by_draw in by_card for one in by_draw),
        truths={
            plan.card.id: {
                draw_key(draw): examined.truth
                for draw, examined in zip(plan.draws, by_draw, strict=True)
                if examined.truth is not None
            }
            for plan, by_draw in zip(plans, by_card, strict=True)
        },
        skipped=tuple(skipped),
        problems=(
            *problems(plans, by_card),
            *(one.problem for one in skipped if one.problem is not None),
        ),
    )


async def examine_all(
    plans: Sequence[Plan],
    runner: Runner,
    on_runs: Callable[[int], None] = lambda _: None,
    *,
    together: bool = True,
) -> list[list[Examined]]:
    """What is found in every exercise, by card and draw; see `check`.

    The runs of a card share processes where they are `together`; see `quizapp.checking.series`.
    """
    setups = Setups(runner)
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(
                examine_draws(plan, runner, on_runs, setups=setups, together=together)
            )
            for plan in plans
        ]
    return [task.result() for task in tasks]


async def examine_draws(
    plan: Plan,
    runner: Runner,
    on_runs: Callable[[int], None] = lambda _: None,
    *,
    setups: Setups | None = None,
    on_slow: Callable[[], None] = lambda: None,
    together: bool = True,
) -> list[Examined]:
    """What is found in every exercise of one card, by draw; see `examine_all`.

    Where one never ends, or the setup does not, no more are run. `on_slow` hears that the first
    is too slow, before it is known whether it ever ends.
    """
    if setups is not None and (endless := await setups.endless(plan)):
        on_runs(len(plan.draws))
        return [Examined((endless,), ended="never"), *[NOT_RUN] * (len(plan.draws) - 1)]
    ended = set[Ended]()
    expected = Expected.of(plan) if together else None
    shared = foreseen(plan, expected) if together else ()
    async with Series(runner, f"{plan.deck.path}: {plan.card.id}", shared) as series:
        few = FEW
        if await series.begins_too_slow():
            few = 1
            on_slow()
        at_once = asyncio.Semaphore(few)
        known = expected.texts(await series.run(expected.snippet)) if expected else {}

        async def check_draw(draw: Draw) -> Examined:
            twice = draw is plan.draws[0]
            examined = None
            async with at_once:
                if together:
                    texts = known.get(draw_key(draw))
                    examined = await examine_draw(plan, draw, series, texts, twice=twice)
                if examined is None or examined.is_to_be_seen_alone:
                    examined = await examine_draw(plan, draw, runner, twice=twice)
            ended.add(examined.ended)
            if examined.ended == "never":
                for task in {*tasks} - {asyncio.current_task()}:
                    task.cancel()
            on_runs(1)
            return examined

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(check_draw(draw)) for draw in plan.draws]
        on_runs(sum(task.cancelled() for task in tasks))
        alone = not together or len(plan.draws) == 1
        if alone or ended != {"in time"} or await _is_undisturbed(plan, series, runner):
            return [NOT_RUN if task.cancelled() else task.result() for task in tasks]
    return await examine_draws(plan, runner, together=False)


async def _is_undisturbed(plan: Plan, series: Series, runner: Runner) -> bool:
    """Whether the last draw is seen in a process of its own as it was behind all others.

    What one of them has left there, by whatever means, may be just what the author expects.
    """
    last = next(runs_of(exercise(plan.deck, plan.card, plan.draws[-1])), None)
    if last is None:
        return True
    shared, alone = await series.run(last), await runner.run(last)
    return _facts(shared) == _facts(alone)


def _facts(seen: Outcome | Fault) -> object:
    return seen.kind if isinstance(seen, Fault) else seen.facts


async def examine_draw(
    plan: Plan, draw: Draw, runner: Runs, texts: Sequence[str] | None = None, *, twice: bool
) -> Examined:
    """What is found in one exercise of a card; see `examine`."""
    run = exercise(plan.deck, plan.card, draw)
    patience = Patience(run, runner)
    examined = await examine(run, patience, twice=twice, texts=texts)
    if examined.truth is not None:
        told = told_before(plan.card, draw, examined.truth)
        examined = replace(examined, suspected=(*examined.suspected, *told))
    if not patience.is_over:
        examined = examined.and_also(await disproof(run, patience))
    return replace(examined, ended=await patience.ended())
