"""A card's round trip through the runner, beside a cold Python, a Jupyter kernel and torch."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from runner.protocol.wire import Look
from tests.benchmarks.contestants import Card, Cold, InProcess, Isolated, jupyter

ROUNDS = 60
ROUNDS_TO_A_COLD_ONE = 6

SHAPE = Card(
    "shape",
    "import torch\nx = torch.ones(2, 3)\ny = x.unsqueeze(0) @ x.T",
    look=Look("shape", "y"),
    expression="list(y.shape)",
    answer="[1, 2, 2]",
)
BACKWARD = Card(
    "backward",
    """
import torch
x = torch.tensor([[1.0, 0.0], [-1.0, 1.0]], requires_grad=True)
z = x.pow(2).sum()
z.backward()
""",
    look=Look("value", "x.grad"),
    expression="x.grad",
    answer="tensor([[ 2.,  0.],\n        [-2.,  2.]])",
)
TRAINING = Card(
    "MLP and AdamW",
    """
import torch
from torch import nn
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
loss = nn.functional.cross_entropy(model(torch.ones(3, 4)), torch.tensor([0, 1, 1]))
loss.backward()
optimizer.step()
step = optimizer.state[model[0].bias]["step"]
""",
    look=Look("value", "step"),
    expression="step",
    answer="tensor(1.)",
)
ALL_REDUCE = Card(
    "2-rank all_reduce",
    """
import torch
import torch.distributed as dist
x = torch.ones(2) * (rank + 1)
dist.all_reduce(x)
""",
    look=Look("value", "x"),
    expression="x",
    answer="tensor([3., 3.])",
    ranks=2,
)
CARDS = (SHAPE, BACKWARD, TRAINING, ALL_REDUCE)

Times = dict[tuple[str, str], list[float]]
"""Seconds, by contestant and card."""


def test_an_isolated_card_beats_a_warm_kernel_and_a_cold_python(tmp_path: Path) -> None:
    with Isolated() as isolated, jupyter(tmp_path) as kernel:
        warm = {
            "isolated": isolated.answer,
            "Jupyter": kernel.answer,
            "its value alone": kernel.answer_alone,
            "in process": InProcess().answer,
        }
        times = race(warm, Cold(tmp_path).answer, rest=isolated.rest)
    print_table(times)
    assert_reached(times)


def race(
    warm: Mapping[str, Callable[[Card], str]],
    cold: Callable[[Card], str],
    *,
    rest: Callable[[], None],
) -> Times:
    """All take turns, so that whatever else the machine does hits all alike."""
    times: Times = {}
    for number in range(ROUNDS + 1):
        turns = list(warm.items())
        turns = turns[number % len(turns) :] + turns[: number % len(turns)]
        if number % ROUNDS_TO_A_COLD_ONE == 0:
            turns.append(("cold", cold))
        for card in CARDS:
            for name, answer in turns:
                if name == "in process" and card.ranks > 1:
                    continue  # a process is one rank
                rest()
                begun = time.perf_counter()
                seen = answer(card)
                seconds = time.perf_counter() - begun
                assert seen == card.answer
                if number:  # the first round warms up
                    times.setdefault((name, card.name), []).append(seconds)
    return times


def p50(seconds: list[float]) -> float:
    return statistics.median(seconds)


def p95(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1]


def print_table(times: Times) -> None:
    """Milliseconds, and what share of each peer's the isolated card takes."""
    names = list(dict.fromkeys(name for name, _ in times))
    print(f"\n{'ms, p50 / p95':20}" + "".join(f"{name:>18}" for name in names))
    for card in CARDS:
        cells = [
            f"{p50(seconds) * 1e3:8.1f} /{p95(seconds) * 1e3:7.1f}" if seconds else "–"
            for seconds in (times.get((name, card.name), []) for name in names)
        ]
        print(f"{card.name:20}" + "".join(f"{cell:>18}" for cell in cells))
    print(f"\n{'isolated / peer':20}" + "".join(f"{name:>18}" for name in names))
    for card in CARDS:
        cells = [
            f"{ratio(times, card, name):.3g} (1/{1 / ratio(times, card, name):.0f})"
            if (name, card.name) in times
            else "–"
            for name in names
        ]
        print(f"{card.name:20}" + "".join(f"{cell:>18}" for cell in cells))


def ratio(times: Times, card: Card, peer: str) -> float:
    return p50(times["isolated", card.name]) / p50(times[peer, card.name])


def assert_reached(times: Times) -> None:
    for card in (SHAPE, BACKWARD):
        assert ratio(times, card, "Jupyter") <= 0.4
        assert ratio(times, card, "cold") <= 1 / 400
    assert ratio(times, ALL_REDUCE, "cold") <= 1 / 150
