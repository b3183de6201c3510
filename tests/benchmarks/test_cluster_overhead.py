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

import psutil
import pytest

pytest.importorskip("distributed", reason="needs the extra 'cluster'")
from distributed import LocalCluster

from quizapp.cluster.worker import PRELOAD

ROOT = Path(__file__).parents[2]
DECK = ROOT / "cards" / "amp.yaml"
ROUNDS = 3


def test_a_cluster_of_two_workers_costs_little_more_than_the_local_check(tmp_path: Path) -> None:
    here: list[Cost] = []
    there: list[Cost] = []
    before = processor_seconds()
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", preload=PRELOAD
    ) as cluster:
        print(f"\nprocessor: {processor_seconds() - before:.1f} s to start the two workers once")
        for _ in range(ROUNDS):
            here.append(cost(tmp_path))
            there.append(cost(tmp_path, "--cluster", cluster.scheduler_address))
    for what in Cost._fields[1:]:
        one, other = (
            statistics.median(getattr(cost, what) for cost in costs) for costs in (here, there)
        )
        print(f"{what}: {one:.1f} s here, {other:.1f} s on two workers: {other / one:.2f}")
    assert {cost.runs for cost in here} == {cost.runs for cost in there}


class Cost(NamedTuple):
    """What a check takes, in seconds; `processor` is over all processes of it and the cluster."""

    runs: int
    wall: float
    processor: float


def cost(home: Path, *arguments: str) -> Cost:
    spent, begun = processor_seconds(), time.perf_counter()
    done = runs(home, *arguments)
    return Cost(done, time.perf_counter() - begun, processor_seconds() - spent)


def processor_seconds() -> float:
    """What this process and its descendants have used, those included that have ended."""
    me = psutil.Process()
    return sum(sum(one.cpu_times()[:4]) for one in (me, *me.children(recursive=True)))


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
