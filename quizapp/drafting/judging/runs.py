"""Runs with several seeds, where chance or the machine have a say."""

from __future__ import annotations

from collections.abc import Sequence

from quizapp.drafting.judging.found import Run
from quizapp.drafting.judging.judge import depends_on_the_machine
from quizapp.drafting.running.run import Ran, ToRun, run
from runner.client import Runs
from runner.protocol.wire import Fault

SEEDS = (0, 1, 2, 3)
"""Where the code draws numbers at random: twice the same may be chance."""


async def run_with_seeds(job: ToRun, runner: Runs) -> list[Ran] | Fault:
    """Run it, and with other seeds too where it draws numbers or asks for the machine's."""
    first = await run(job, runner)
    if isinstance(first, Fault):
        return first
    may_vary = first.summary.is_random or depends_on_the_machine(job.setup + job.text)
    seeds = SEEDS[1:] if may_vary else ()
    others = [await run(job, runner, seed=seed) for seed in seeds]
    return [first, *(one for one in others if isinstance(one, Ran))]


def as_run(ran: Ran, outer: Sequence[int]) -> Run:
    """What a claim is held against; `outer` are the numbers of the block's own statements."""
    printed = {number: ran.seen[number].printed for number in outer if number in ran.seen}
    order = [number for number in outer if number in printed]
    before: dict[int, Sequence[str]] = {
        number: [printed[one] for one in order[:position]] for position, number in enumerate(order)
    }
    return Run(seen=dict(ran.seen), warned=ran.summary.warned, before=before)


def varying(runs: Sequence[Ran]) -> frozenset[int]:
    """Numbers of the statements that gave something else with other seeds."""
    first = runs[0]
    return frozenset(
        number
        for number, seen in first.seen.items()
        if any(
            [one.text for one in other.seen[number].things] != [one.text for one in seen.things]
            for other in runs[1:]
            if number in other.seen
        )
    )
