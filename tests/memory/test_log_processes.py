"""The log under several processes, and under SIGKILL."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE
from typing import IO

import pytest

from quizapp.memory.exchange import exchange
from quizapp.memory.log import ReviewLog
from quizapp.memory.restore import backups
from tests.memory.test_exchange import held

ROOT = Path(__file__).parents[2]
WRITER = Path(__file__).with_name("append_forever.py")
TO_KILL = Path(__file__).with_name("writers_to_kill.py")


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


@pytest.mark.parametrize("killings", [20, pytest.param(1000, marks=pytest.mark.long)])
def test_writers_killed_at_any_moment_lose_nothing_that_was_acknowledged(
    path: Path, tmp_path: Path, killings: int
) -> None:
    rng = random.Random(2026)
    folder = tmp_path / "shared"
    folder.mkdir()
    acknowledged = set[str]()
    command = [sys.executable, str(TO_KILL), str(path), str(folder)]
    with subprocess.Popen(
        command, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, stdin=PIPE, stdout=PIPE, bufsize=0
    ) as writers:
        assert writers.stdin and writers.stdout
        for killing in range(killings):
            writers.stdin.write(f"{killing}\n".encode())
            said = killed(writers.stdout, after=rng.uniform(0, 0.15))
            acknowledged.update(said)
            if killing % 50 == 49 or killing == killings - 1:
                assert_kept(path, acknowledged, killing)
        writers.stdin.close()
    with ReviewLog.open(path) as log, ReviewLog.open(tmp_path / "other.db") as other:
        exchange(log, folder)
        exchange(other, folder)
        assert held(other) == held(log)
        assert not [one for one in backups(path) if one.reviews is None]


def killed(writer: IO[bytes], after: float) -> list[str]:
    """What a writer said that was killed some seconds after it had begun, by chance."""
    said = writer.readline()
    pid = int(said.removeprefix(b"pid "))
    until = time.monotonic() + after
    words = b""
    while (left := until - time.monotonic()) > 0:
        if select.select([writer], [], [], left)[0]:
            words += os.read(writer.fileno(), 1 << 16)
    os.kill(pid, signal.SIGKILL)
    while not words.endswith(b"dead\n"):
        more = os.read(writer.fileno(), 1 << 16)
        assert more, "the one that forks is dead"
        words += more
    return words.decode().split()[:-1]


def assert_kept(path: Path, acknowledged: set[str], killing: int) -> None:
    assert acknowledged
    with ReviewLog.open(path) as log:
        logged = {one.id for one in log.reviews()} | {one.id for one in log.acts()}
        assert acknowledged <= logged
        # What was being written when the kill came may be there or not.
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
