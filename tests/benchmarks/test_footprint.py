"""What an app takes whose learner has gone for coffee: memory, its runner's too, and processor."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import psutil

from tests.benchmarks.drawn import Drawn
from tests.benchmarks.test_verdict import PREDICT, write_deck

MB = 1e6
IDLE = 10.0
"""Seconds in which nobody presses a key."""
BUSY = 0.1
"""Seconds of processor time in these that are more than nothing."""
PATIENCE = 120.0
"""Seconds in which the runner loads ahead what snippets may import, once torch is up."""


def memory(processes: list[psutil.Process]) -> float:
    """In MB; of what processes share, each has its part."""
    return sum(one.memory_full_info().pss for one in processes if not has_no_memory(one)) / MB


def has_no_memory(process: psutil.Process) -> bool:
    """Whether it is the first of a namespace that does nothing, in memory that is its parent's."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    (pids,) = (line.split()[1:] for line in status.splitlines() if line.startswith("NSpid:"))
    return len(pids) > 1 and pids[-1] == "1" and not process.children()


def busy(processes: list[psutil.Process]) -> float:
    """Seconds of processor time in all."""
    times = [process.cpu_times() for process in processes]
    return sum(each.user + each.system for each in times)


def test_an_app_that_nobody_uses_takes_little_memory_and_no_processor(tmp_path: Path) -> None:
    write_deck(tmp_path, PREDICT)
    with Drawn([sys.executable, "-m", "quizapp"], {"QUIZ_HOME": str(tmp_path)}) as terminal:
        terminal.seconds_until("many")
        app = psutil.Process(terminal.pid)
        started = memory([app])
        terminal.seconds_until("torch 2")
        terminal.settle()
        deadline = time.monotonic() + PATIENCE
        apps = runners = PATIENCE
        while runners > BUSY and time.monotonic() < deadline:
            runner = app.children(recursive=True)
            before = busy([app]), busy(runner)
            time.sleep(IDLE)
            if app.children(recursive=True) == runner:
                apps, runners = busy([app]) - before[0], busy(runner) - before[1]
        size, runners_size = memory([app]), memory(runner)
    print(
        f"\nPSS: app {started:.0f} MB when drawn, {size:.0f} MB idle; its runner, "
        f"{len(runner)} processes, {runners_size:.0f} MB"
    )
    print(f"processor in {IDLE:.0f} s idle: app {apps:.2f} s, runner {runners:.2f} s")
    assert size < 100 and runners_size < 500
    assert apps < BUSY and runners < BUSY
