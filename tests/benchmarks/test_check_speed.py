"""How many runs a second `quiz check` makes of the shipped decks, and on how many cores."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]


def test_quiz_check_keeps_the_cores_busy(tmp_path: Path) -> None:
    before, begun = idle_seconds(), time.perf_counter()
    run = subprocess.run(
        [sys.executable, "-m", "quizapp", "check", "--json", str(ROOT / "cards")],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "QUIZ_HOME": str(tmp_path)},
    )
    seconds, idle = time.perf_counter() - begun, idle_seconds() - before
    found = json.loads(run.stdout)
    cores = os.cpu_count() or 1
    print(
        f"\n{found['runs']} runs of {found['cards']} cards in {seconds:.1f} s: "
        f"{found['runs'] / seconds:.0f} a second, torch's start included; "
        f"{cores - idle / seconds:.1f} of {cores} cores busy"
    )
    assert found["problems"] == []


def idle_seconds() -> float:
    """The time that this machine's cores have had nothing to do.

    What its processes say of themselves is too little: the kernel's work at their end is left out.
    """
    times = psutil.cpu_times()
    return float(times.idle + getattr(times, "iowait", 0.0))
