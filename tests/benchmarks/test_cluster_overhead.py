"""What it costs to check on a cluster, beside the local check, on one and the same machine."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

pytest.importorskip("distributed", reason="needs the extra 'cluster'")
from distributed import LocalCluster

from quizapp.cluster.worker import PRELOAD
from tests.benchmarks.test_check_speed import idle_seconds

ROOT = Path(__file__).parents[2]
DECK = ROOT / "cards" / "amp.yaml"
ROUNDS = 3
MOST = 1.15


def test_a_cluster_of_two_workers_costs_little_more_than_the_local_check(tmp_path: Path) -> None:
    here: list[Cost] = []
    there: list[Cost] = []
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", preload=PRELOAD
    ) as cluster:
        first = cost(tmp_path, "--cluster", cluster.scheduler_address)  # workers import torch
        print(f"\nprocessor: {first.processor:.1f} s for a first check, with both workers' start")
        for _ in range(ROUNDS):
            here.append(cost(tmp_path))
            there.append(cost(tmp_path, "--cluster", cluster.scheduler_address))
    for what in Cost._fields[1:]:
        one, other = (
            statistics.median(getattr(cost, what) for cost in costs) for costs in (here, there)
        )
        print(f"{what}: {one:.1f} s here, {other:.1f} s on two workers: {other / one:.2f}")
        assert other / one <= MOST
    assert {cost.runs for cost in here} == {cost.runs for cost in there}


class Cost(NamedTuple):
    """What a check takes, in seconds; `processor` is what the machine's cores were busy for."""

    runs: int
    wall: float
    processor: float


def cost(home: Path, *arguments: str) -> Cost:
    """To be asked for where nothing else runs; see `idle_seconds`."""
    idle, begun = idle_seconds(), time.perf_counter()
    done = runs(home, *arguments)
    wall = time.perf_counter() - begun
    return Cost(done, wall, (os.cpu_count() or 1) * wall - (idle_seconds() - idle))


def runs(home: Path, *arguments: str) -> int:
    """How many runs a check of a deck without problems makes, torch's start included."""
    run = subprocess.run(
        [sys.executable, "-m", "quizapp", "check", "--json", str(DECK), *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "QUIZ_HOME": str(home)},
    )
    report = json.loads(run.stdout)
    assert report["problems"] == []
    return int(report["runs"])
