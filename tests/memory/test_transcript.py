"""The whole log goes through a file of lines of JSON."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

from quizapp.memory import copied
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Review
from quizapp.memory.transcript import take_in_transcript, write_transcript
from tests.memory.test_exchange import STEPS, Step, do, held

MakeReview = Callable[..., Review]


@given(steps=STEPS)
@settings(max_examples=8)
def test_what_is_exported_and_imported_is_the_same_memory(
    make_review: MakeReview, steps: list[Step]
) -> None:
    with TemporaryDirectory() as home:
        folder, file = Path(home), Path(home, "log.jsonl")
        with ReviewLog.open(folder / "a.db") as log, ReviewLog.open(folder / "b.db") as other:
            log.note_arrivals(["topic/c1"], {}, make_review().study_date)
            for _, what, number in steps:
                if what not in ("sync", "cut"):
                    do(what, number, log, folder, make_review, folder)
            rows = write_transcript(log, file)
            done = take_in_transcript(other, file)
            assert (done.rows, done.taken, done.stated) == (rows, rows, rows)
            assert held(other) == held(log)
            assert other.arrivals({}) == log.arrivals({})
            assert take_in_transcript(other, file).taken == 0
            write_transcript(other, folder / "again.jsonl")
            again = (folder / "again.jsonl").read_bytes()
            assert sorted(again.splitlines()) == sorted(file.read_bytes().splitlines())


def test_of_a_file_that_was_cut_off_anywhere_the_rest_is_taken_in_and_told(
    log: ReviewLog, make_review: MakeReview, path: Path
) -> None:
    for day in range(4):
        log.append(make_review(day))
    file = path.parent / "log.jsonl"
    write_transcript(log, file)
    whole = file.read_bytes()
    with ReviewLog.open(path.parent / "other.db") as other:
        for at in range(len(whole) - 2, 0, -131):
            file.write_bytes(whole[:at])
            lines = whole[:at].count(b"\n")
            done = take_in_transcript(other, file)
            assert (done.rows, done.stated) == ((lines - 1, 4) if lines else (0, None))
            assert done.unreadable == ([] if whole[at - 1 : at] == b"\n" else [lines + 1])
        assert len(other.reviews()) == 3, "what was there stays"


def test_of_a_long_log_a_card_stands_in_one_portion_or_in_two_that_meet(
    log: ReviewLog, make_review: MakeReview, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in range(10):
        for card in range(7):
            log.append(make_review(day, card=f"topic/c{card}"))
    monkeypatch.setattr(copied, "PORTION", 10)
    with ReviewLog.open(path.parent / "other.db") as other:
        portions = [rows for rows, _ in other.take_in_all(log.rows(log.ends()))]
        assert [len({values["card"] for _, values in rows}) for rows in portions] == [1] * 7
        assert held(other) == held(log)


def test_a_file_that_cannot_be_written_leaves_what_was_there(log: ReviewLog, path: Path) -> None:
    file = path.parent / "log.jsonl"
    file.mkdir()
    with pytest.raises(OSError, match=r"log\.jsonl"):
        write_transcript(log, file)
    assert sorted(one.name for one in path.parent.glob("*.partial")) == []


def test_what_a_kill_left_of_an_export_goes_with_the_next_one(log: ReviewLog, path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left = path.parent / f".log.jsonl.{gone.pid}.partial"
    left.touch()
    going_on = path.parent / f".log.jsonl.{os.getppid()}.partial"
    going_on.touch()
    write_transcript(log, path.parent / "log.jsonl")
    assert not left.exists()
    assert going_on.exists(), "another terminal is at it"
