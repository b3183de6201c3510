"""The log under several processes, and under SIGKILL."""

from __future__ import annotations

import os
import random
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from typing import IO

import pytest

from quizapp.memory.errors import CorruptLog
from quizapp.memory.exchange import exchange
from quizapp.memory.log import ReviewLog
from quizapp.memory.restore import backups
from quizapp.memory.review import Review
from quizapp.study.lost import lost_answers
from tests.memory.test_exchange import held

ROOT = Path(__file__).parents[2]
WRITER = Path(__file__).with_name("append_forever.py")
TO_KILL = Path(__file__).with_name("writers_to_kill.py")
RECOVERIES_TO_KILL = Path(__file__).with_name("recoveries_to_kill.py")
RESTORES_TO_KILL = Path(__file__).with_name("restores_to_kill.py")
PAGE = 4096


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


def with_damage(whole: bytes, name: str) -> bytes:
    """The log with all but its first page overwritten, or its write-ahead log in the middle."""
    if name == "quiz.db":
        return whole[:PAGE] + b"\xa5" * (len(whole) - PAGE)
    at = len(whole) // 2
    return whole[:at] + b"\xa5" + whole[at + 1 :]


@pytest.mark.parametrize(
    ("damaged", "every"),
    [
        ("quiz.db", 4),
        *(
            pytest.param(damaged, 1, marks=pytest.mark.long)
            for damaged in ("quiz.db", "quiz.db-wal", "emptied", "without-links")
        ),
    ],
)
def test_a_recovery_that_is_killed_at_any_call_loses_nothing(
    path: Path, tmp_path: Path, make_review: Callable[..., Review], damaged: str, every: int
) -> None:
    with ReviewLog.open(path) as log:
        for number in range(60):
            log.append(make_review(number, answers=("x" * 300,)))
            if number == 20:
                log.backup_if_due(log.reviews()[0].at)
            if number == 39:
                log._database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        left = Path(shutil.copytree(path.parent, tmp_path / "left"))
    (left / "quiz.db-shm").unlink()
    part = left / (damaged if damaged == "quiz.db-wal" else "quiz.db")
    part.write_bytes(b"" if damaged == "emptied" else with_damage(part.read_bytes(), part.name))
    whole = Path(shutil.copytree(left, tmp_path / "whole"))
    with pytest.raises(CorruptLog):
        ReviewLog.open(whole / "quiz.db")
    command = [sys.executable, str(RECOVERIES_TO_KILL), str(left), str(tmp_path / "copies")]
    command += [str(every)] + [damaged] * (damaged == "without-links")
    subprocess.run(command, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, check=True)
    with ReviewLog.open(whole / "quiz.db") as log:
        kept = held(log)
    copies = [*(tmp_path / "copies").iterdir()]
    assert len(copies) > 20 / every
    for copy in copies:
        with suppress(CorruptLog):
            ReviewLog.open(copy / "quiz.db").close()
        with ReviewLog.open(copy / "quiz.db") as log:
            assert held(log) == kept, copy.name
        named = {file.name.removesuffix("-wal") for file in copy.glob("*.damaged-*")}
        assert damaged == "without-links" or named == {"quiz.db.damaged-1"}
        assert not [*copy.glob("*.partial*")]


def test_a_restore_that_is_killed_at_any_call_is_done_with_its_note_or_not_at_all(
    path: Path, tmp_path: Path, make_review: Callable[..., Review]
) -> None:
    with ReviewLog.open(path) as log:
        for number in range(6):
            if number == 2:
                log.backup_if_due(log.reviews()[0].at)
            log.append(make_review(number))
        log.copy_to(path.parent / "backups" / "quiz-2026-01-06.db")
    command = [sys.executable, str(RESTORES_TO_KILL), str(path.parent), str(tmp_path / "copies")]
    command += ["2026-01-01"]
    subprocess.run(command, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, check=True)
    seen = set[int]()
    for copy in (tmp_path / "copies").iterdir():
        with ReviewLog.open(copy / "quiz.db") as log:
            seen.add(log.count())
            assert_sound(log)
            assert lost_answers(log, copy / "quiz.db") == ""
    assert seen == {2, 6}


@pytest.mark.parametrize("attempts", [1, pytest.param(30, marks=pytest.mark.long)])
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
