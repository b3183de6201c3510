"""Exercises run once more, watched."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from quizapp.running.watch import MOST_KEPT, Watched, watch
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome
from tests.inside.made_by_hand import exercise


def test_who_watches_sees_the_trace_and_the_graph(lent_runner: Sequence[str]) -> None:
    async def look() -> None:
        async with Runner(lent_runner) as runner:
            seen = await watch(runner, exercise("y = base.requires_grad_() * k\n"))
        assert isinstance(seen, Outcome)
        assert seen.trace is not None and seen.graph is not None
        assert [step.tensors[-1].name for step in seen.trace.steps] == ["base", "y"]
        assert [node.name for node in seen.graph.nodes] == ["MulBackward0", "AccumulateGrad"]

    asyncio.run(look())


def test_what_was_watched_is_not_run_again_unless_it_was_long_ago(
    lent_runner: Sequence[str],
) -> None:
    async def look() -> None:
        exercises = [exercise(f"y = base * {number}\n") for number in range(MOST_KEPT + 1)]
        async with Runner(lent_runner) as runner:
            watched = Watched(runner)
            seen = [await watched.outcome(one) for one in exercises]
        assert [
            await watched.outcome(one) is end for one, end in zip(exercises, seen, strict=True)
        ] == [
            False,
            *[True] * MOST_KEPT,
        ]

    asyncio.run(look())


def test_a_fault_is_not_kept(lent_runner: Sequence[str]) -> None:
    async def look() -> None:
        runner = Runner(lent_runner)
        watched = Watched(runner)
        assert isinstance(await watched.outcome(exercise()), Fault)
        async with runner:
            assert isinstance(await watched.outcome(exercise()), Outcome)

    asyncio.run(look())
