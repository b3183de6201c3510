"""The log under several processes, and under SIGKILL."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from quizapp.memory.log import ReviewLog

ROOT = Path(__file__).parents[2]
WRITER = Path(__file__).with_name("append_forever.py")


def start_writer(path: Path, name: str, *count: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(WRITER), str(path), name, *count],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def let_begin(*writers: subprocess.Popen[str]) -> None:
    """Wait until all have loaded what they need, then let them go."""
    for writer in writers:
        assert writer.stdout and writer.stderr
        assert writer.stdout.readline() == "ready\n", writer.stderr.read()
    for writer in writers:
        assert writer.stdin
        writer.stdin.write("\n")
        writer.stdin.flush()


def assert_sound(log: ReviewLog) -> None:
    [(finding,)] = log._database.connection.execute("PRAGMA integrity_check")
    assert finding == "ok"
    kept_up = log.memories()
    log.rebuild()
    assert log.memories() == kept_up


@pytest.mark.parametrize("killings", [5, pytest.param(60, marks=pytest.mark.long)])
def test_a_killed_writer_loses_no_acknowledged_review(path: Path, killings: int) -> None:
    rng = random.Random(2026)
    acknowledged: set[str] = set()
    for killing in range(killings):
        with start_writer(path, f"w{killing}") as writer:
            assert writer.stdout and writer.stderr
            let_begin(writer)
            for _ in range(rng.randrange(1, 60)):
                line = writer.stdout.readline()
                assert line.endswith("\n"), writer.stderr.read()
                acknowledged.add(line.strip())
            writer.send_signal(signal.SIGKILL)
            acknowledged.update(writer.stdout.read().split())
        with ReviewLog.open(path) as log:
            logged = {review.id for review in log.reviews()}
            assert acknowledged <= logged
            # The review being written when the kill came may be there or not.
            assert len(logged - acknowledged) <= killing + 1
            assert_sound(log)


@pytest.mark.parametrize("attempts", [2, pytest.param(30, marks=pytest.mark.long)])
def test_processes_that_start_a_log_together_all_log_everything(
    tmp_path: Path, attempts: int
) -> None:
    names = ("one", "two", "three")
    for attempt in range(attempts):
        path = tmp_path / f"{attempt}.db"
        writers = [start_writer(path, name, "20") for name in names]
        let_begin(*writers)
        for writer in writers:
            _, complaints = writer.communicate()
            assert writer.returncode == 0, complaints
        with ReviewLog.open(path) as log:
            expected = {f"{name}-{number}" for name in names for number in range(20)}
            assert {review.id for review in log.reviews()} == expected
            assert_sound(log)
