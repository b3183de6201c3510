"""A backward card on the warm runner, beside a cold `python -c` that does the same."""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import time

from runner.client import Runner
from runner.wire import Fact, Look, Outcome, Snippet, Source

CODE = """
import torch
x = torch.tensor([[1.0, 0.0], [-1.0, 1.0]], requires_grad=True)
z = x.pow(2).sum()
z.backward()
"""
SNIPPET = Snippet((Source(CODE),), (Look("value", "x.grad"),))
COLD_ROUNDS = 7
WARM_ROUNDS = 100
PAUSE = 0.1  # seconds in which a learner would at least read the verdict


def test_a_warm_backward_card_takes_at_most_a_hundredth_of_a_cold_python() -> None:
    cold = [cold_seconds() for _ in range(COLD_ROUNDS)]
    warm = asyncio.run(warm_seconds())
    ratio = statistics.median(cold) / statistics.median(warm)
    print(
        f"\ncold python -c {in_ms(cold)} ms, warm runner {in_ms(warm)} ms (p50 / p95), "
        f"ratio 1/{ratio:.0f}"
    )
    assert ratio >= 100


def cold_seconds() -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", f"{CODE}print(x.grad)"], check=True, capture_output=True)
    return time.perf_counter() - begun


async def warm_seconds() -> list[float]:
    """Round trips of a client, once the zygote has spares and nothing left to import."""
    async with Runner() as runner:
        while not await is_settled(runner):
            await asyncio.sleep(PAUSE)
        return [await one_round_trip(runner) for _ in range(WARM_ROUNDS)]


async def is_settled(runner: Runner) -> bool:
    look = Look("bool", "'torch.utils.benchmark' in sys.modules")
    outcome = await runner.run(Snippet((Source("import sys"),), (look,), timeout=20))
    return isinstance(outcome, Outcome) and outcome.facts == (Fact("bool", True),)


async def one_round_trip(runner: Runner) -> float:
    await asyncio.sleep(PAUSE)
    begun = time.perf_counter()
    outcome = await runner.run(SNIPPET)
    seconds = time.perf_counter() - begun
    assert isinstance(outcome, Outcome)
    (fact,) = outcome.facts
    assert isinstance(fact, Fact)
    assert fact.data["data"] == [[2.0, 0.0], [-2.0, 2.0]]
    return seconds


def in_ms(seconds: list[float]) -> str:
    p95 = statistics.quantiles(seconds, n=20)[-1]
    return f"{statistics.median(seconds) * 1e3:.1f} / {p95 * 1e3:.1f}"
