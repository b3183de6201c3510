"""How many runs a second `quiz check` makes of the shipped decks, and on how many cores."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_quiz_check_keeps_the_cores_busy(tmp_path: Path) -> None:
    before, begun = children_seconds(), time.perf_counter()
    run = subprocess.run(
        [sys.executable, "-m", "quizapp", "check", "--json", str(ROOT / "cards")],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "QUIZ_HOME": str(tmp_path)},
    )
    seconds, busy = time.perf_counter() - begun, children_seconds() - before
    found = json.loads(run.stdout)
    cores = len(os.sched_getaffinity(0))
    print(
        f"\n{found['runs']} runs of {found['cards']} cards in {seconds:.1f} s: "
        f"{found['runs'] / seconds:.0f} a second, torch's start included; "
        f"{busy / seconds:.1f} of {cores} cores busy"
    )
    assert found["problems"] == []


def children_seconds() -> float:
    """The time on the processors of all that this process has started and waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
