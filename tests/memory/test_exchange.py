"""Copies of the log that meet in a folder come to hold the same."""

from __future__ import annotations

import errno
import json
import math
import os
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizapp.machine.remember import remember
from quizapp.machine.settings import load_settings
from quizapp.memory.acts.kinds.setting import SETTING
from quizapp.memory.exchange import exchange
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Review
from quizapp.study.shared_settings import log_changes, take_over
from tests.memory.learner import SLOW_TO_FORGET, parameters_act
from tests.memory.test_acts import act

MakeReview = Callable[..., Review]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "shared"
    folder.mkdir()
    return folder


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[ReviewLog, ReviewLog]]:
    with (
        ReviewLog.open(tmp_path / "a" / "quiz.db") as a,
        ReviewLog.open(tmp_path / "b" / "quiz.db") as b,
    ):
        yield a, b


def held(log: ReviewLog) -> object:
    """All that follows from a log."""
    memories = log.memories()  # which looks at what others have written
    return log.reviews(), log.acts(), memories, log.scheduling, log.answers_by_day(), log.beliefs()


Step = tuple[int, str, int]
"""Which machine does what, with a number to choose by."""

STEPS = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.sampled_from(
            [
                "answer",
                "answer",
                "undo",
                "correct",
                "act",
                "fit",
                "away",
                "undo act",
                "set",
                "sync",
                "cut",
            ]
        ),
        st.integers(0, 10**6),
    ),
    max_size=25,
)


@given(steps=STEPS)
@settings(max_examples=25)
def test_three_machines_end_with_the_same_memory(
    make_review: MakeReview, steps: list[Step]
) -> None:
    with TemporaryDirectory() as home, ExitStack() as stack:
        folder = Path(home, "shared")
        folder.mkdir()
        paths = [Path(home, name, "quiz.db") for name in "abc"]
        logs = [stack.enter_context(ReviewLog.open(path)) for path in paths]
        for machine, what, number in steps:
            do(what, number, logs[machine], folder, make_review, paths[machine].parent)
        for log, path in [*zip(logs, paths, strict=True)] * 2:  # the first ones have yet to see
            sync(log, folder, path.parent)  # what the last one brings
        configs = [load_settings(path.with_name("config.toml")) for path in paths]
        assert configs[0] == configs[1] == configs[2]
        assert held(logs[0]) == held(logs[1]) == held(logs[2])
        before = held(logs[0])
        logs[0].rebuild()
        assert held(logs[0]) == before, "what is derived is kept up"
        again = [exchange(log, folder) for log in logs]
        assert [done.taken for done in again] == [0, 0, 0]
        assert not any(done.read for done in again), "nothing has come since"


def sync(log: ReviewLog, folder: Path, home: Path) -> None:
    """As `quiz sync` does, by a clock that may be days off."""
    config = home / "config.toml"
    now = datetime(2026, 1, 1 + ord(home.name) % 9, tzinfo=UTC)
    log_changes(log, config, now, random.Random())
    exchange(log, folder)
    take_over(log, config)


def do(
    what: str, number: int, log: ReviewLog, folder: Path, make_review: MakeReview, home: Path
) -> None:
    card, day = f"topic/c{number % 3}", number % 7
    answered = log.reviews()
    decided = [act for act in log.acts() if act.name != SETTING]  # which is set again, not undone
    match what:
        case "answer":
            log.append(make_review(day, 1 + number % 4, card, ideas={"an-idea": number % 2 == 0}))
        case "undo" if answered:
            review = answered[number % len(answered)]
            log.retract(review.id, review.at + timedelta(hours=1))
        case "correct" if answered:
            review = answered[number % len(answered)]
            log.replace(review.id, make_review(day, 1 + number % 4, review.card))
        case "act":
            log.act(act(["suspend", "flag", "reset"][number % 3], day, card=card))
        case "away":
            first = make_review(day).study_date
            value = f"{first} {first + timedelta(20)} {first + timedelta(21)}"
            log.act(act("shifted", day, value, card))
        case "fit":
            log.act(parameters_act((*SLOW_TO_FORGET[:-1], 0.1 + number % 3 / 10), day))
        case "undo act" if decided:
            done = decided[number % len(decided)]
            log.undo_act(done, act("undo").id, done.at + timedelta(hours=1))
        case "set":
            if number % 2:
                remember(home / "config.toml", "new_per_day", number % 3 * 10)
            else:
                remember(home / "config.toml", "easy_days.sunday", number // 2 % 3 / 2)
            os.utime(home / "config.toml", (time := 1767225600 + number, time))
        case "sync":
            sync(log, folder, home)
        case "cut" if files := sorted(folder.glob("*.jsonl")):
            file = files[number % len(files)]
            file.write_bytes(file.read_bytes()[: number % (file.stat().st_size + 1)])


def test_a_file_that_was_cut_off_anywhere_is_whole_again(
    two: tuple[ReviewLog, ReviewLog], folder: Path, make_review: MakeReview
) -> None:
    one, other = two
    for day in range(3):
        one.append(make_review(day))
    assert exchange(one, folder).sent == 3
    [file] = folder.iterdir()
    whole = file.read_bytes()
    for at in range(0, len(whole), 97):
        file.write_bytes(whole[:at])
        lost = at > 0 and whole[at - 1 : at] != b"\n"
        assert sum(exchange(one, folder).unreadable.values()) == lost
        exchange(other, folder)
        assert held(other) == held(one)


def test_lines_that_are_no_rows_are_told_and_harm_nothing(
    two: tuple[ReviewLog, ReviewLog], folder: Path, make_review: MakeReview
) -> None:
    one, other = two
    one.append(make_review(0))
    exchange(one, folder)
    [file] = folder.iterdir()
    row = json.loads(file.read_text())
    bad = [
        {**row, "id": 3},
        {**row, "id": "x" * 201},
        {**row, "id": "1", "rating": 9},
        {**row, "id": "2", "at": "2026-01-01"},
        {**row, "id": "3", "kind": "x"},
        {**row, "id": "4", "answers": "["},
        {**row, "id": "5", "study_date": "9" * 99},
        {**row, "id": "6", "study_date": "9999-12-31"},
        {**row, "id": "6", "study_date": "0001-01-01"},
        {**row, "id": "7", "seconds": math.nan},
        {**row, "id": "8", "draw": '{"a": "\\ud800"}'},
        {**row, "id": "9", "parts": "[NaN]"},
        {**row, "id": "10", "card": "a/b\nNothing is wrong."},
        {**row, "id": "11", "ideas": json.dumps({"\x1b]52;c;QQ\x07": True})},
        {**row, "table": "meta"},
        {"table": "arrival", "id": "a", "device": "d", "study_date": "2026-01-01", "cards": "{}x"},
        {"table": "retraction", "review": [], "device": "d", "at": row["at"]},
        [],
    ]
    hostile = folder / "other.jsonl"
    lines = [json.dumps(one).encode() for one in bad]
    hostile.write_bytes(b"\n".join([*lines, b"\xff\xfe", b"[" * 9999, b"\0" * 3]) + b"\n")
    done = exchange(other, folder)
    assert (done.taken, done.unreadable) == (1, {hostile: len(bad) + 3})
    assert held(other) == held(one)


def test_what_is_no_file_is_never_waited_for(
    two: tuple[ReviewLog, ReviewLog], folder: Path, make_review: MakeReview
) -> None:
    one, other = two
    one.append(make_review(0))
    other.append(make_review(1))
    exchange(one, folder)
    (folder / "a.jsonl").mkdir()
    (folder / "b.jsonl").symlink_to("/dev/zero")
    os.mkfifo(folder / "c.jsonl")
    assert exchange(other, folder).taken == 1

    own = folder / f"{one.device}.jsonl"
    own.unlink()
    os.mkfifo(own)
    with pytest.raises(FileExistsError, match=f"stands where a file is to be written: '{own}'"):
        exchange(one, folder)


def test_a_file_that_cannot_be_read_is_passed_over_and_told_of(
    two: tuple[ReviewLog, ReviewLog], folder: Path, make_review: MakeReview
) -> None:
    one, other = two
    one.append(make_review(0))
    exchange(one, folder)
    unreadable = folder / "a.jsonl"
    unreadable.symlink_to("/proc/self/mem")  # its first bytes cannot be read
    done = exchange(other, folder)
    assert done.taken == 1
    assert done.passed_over == {unreadable: "Input/output error"}


def test_a_file_that_may_not_be_looked_at_is_passed_over(
    two: tuple[ReviewLog, ReviewLog],
    folder: Path,
    make_review: MakeReview,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other = two
    one.append(make_review(0))
    exchange(one, folder)
    shut = folder / "a.jsonl"
    shut.touch()
    look = Path.is_file

    def is_file(path: Path) -> bool:
        if path == shut:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return look(path)

    monkeypatch.setattr(Path, "is_file", is_file)
    done = exchange(other, folder)
    assert done.taken == 1
    assert done.passed_over == {shut: "Permission denied"}


@pytest.mark.parametrize("there", [True, False])
def test_no_link_in_the_place_of_its_file_is_written_to(
    two: tuple[ReviewLog, ReviewLog], folder: Path, make_review: MakeReview, there: bool
) -> None:
    """What other machines have sent would go on to whatever file it leads to."""
    one, _ = two
    one.append(make_review(0))
    profile = folder.parent / "profile"
    if there:
        profile.write_text("mine")
    own = folder / f"{one.device}.jsonl"
    own.symlink_to(profile)
    with pytest.raises(FileExistsError, match="stands where a file is to be written"):
        exchange(one, folder)
    assert (profile.read_text() == "mine") if there else not profile.exists()


def test_the_undoing_of_what_has_not_come_waits(
    two: tuple[ReviewLog, ReviewLog], folder: Path, make_review: MakeReview
) -> None:
    one, other = two
    review = make_review(0)
    one.append(review)
    exchange(one, folder)
    exchange(other, folder)
    other.retract(review.id, review.at)
    exchange(other, folder)
    [first] = [file for file in folder.iterdir() if file.stem == one.device]
    words = first.read_bytes()
    first.unlink()
    with ReviewLog.open(folder.parent / "c" / "quiz.db") as third:
        exchange(third, folder)
        assert third.reviews() == []
        first.write_bytes(words)
        exchange(third, folder)
        exchange(third, folder)
        assert held(third) == held(other)
        assert third.memories() == {}
        third.append(replace(review, id="another"))
        assert len(third.reviews()) == 1


def test_what_was_made_on_a_machine_without_a_file_there_travels_too(
    two: tuple[ReviewLog, ReviewLog], tmp_path: Path, folder: Path, make_review: MakeReview
) -> None:
    a, b = two
    exchange(a, folder)
    with ReviewLog.open(tmp_path / "lost" / "quiz.db") as lost:
        for number in range(3):
            lost.append(make_review(number))
        a.take_in(list(lost.rows(lost.ends())))  # as an import does
        a.append(make_review(9))
        assert exchange(a, folder).sent == 4
        exchange(b, folder)
        assert held(b) == held(a)
        exchange(lost, folder)  # found again: from now on it speaks for itself
        lost.append(make_review(10))
        exchange(lost, folder)
        exchange(a, folder)
        (folder / f"{lost.device}.jsonl").unlink()
    assert exchange(a, folder).sent == 1
    exchange(b, folder)
    assert held(b) == held(a) and len(b.reviews()) == 5


def test_only_what_has_come_since_is_gone_through(
    two: tuple[ReviewLog, ReviewLog], folder: Path, make_review: MakeReview
) -> None:
    one, other = two
    for day in range(50):
        one.append(make_review(day))
    exchange(one, folder)
    assert exchange(one, folder).read == 0
    assert exchange(other, folder).read == 50
    one.append(make_review(60))
    done = exchange(one, folder)
    assert (done.sent, done.read) == (1, 1)
    done = exchange(other, folder)
    assert (done.taken, done.read) == (1, 1)
    other.append(make_review(61))
    assert (exchange(other, folder).read, exchange(one, folder).read) == (1, 1)
    assert held(one) == held(other)


def test_a_folder_may_have_a_name_that_is_no_text(
    two: tuple[ReviewLog, ReviewLog], tmp_path: Path, make_review: MakeReview
) -> None:
    one, other = two
    odd = tmp_path / os.fsdecode(b"\xff")
    odd.mkdir()
    one.append(make_review(1))
    assert exchange(one, odd).sent == 1
    assert (exchange(other, odd).taken, exchange(other, odd).read) == (1, 0)


def test_a_file_that_was_filled_in_later_is_read_anew(
    two: tuple[ReviewLog, ReviewLog], folder: Path, make_review: MakeReview
) -> None:
    """As by a program that first makes room for the whole, and sets its time in the end."""
    one, other = two
    for day in range(5):
        one.append(make_review(day))
    exchange(one, folder)
    [file] = folder.iterdir()
    whole, status = file.read_bytes(), file.stat()
    lines = whole.splitlines(keepends=True)
    lines[1] = b"\0" * (len(lines[1]) - 1) + b"\n"
    file.write_bytes(b"".join(lines))
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    done = exchange(other, folder)
    assert (done.taken, done.unreadable) == (4, {file: 1})
    assert exchange(other, folder).unreadable == {file: 1}, "it is told until it is mended"
    file.write_bytes(whole)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    done = exchange(other, folder)
    assert (done.taken, done.unreadable) == (1, {})
    assert held(one) == held(other)


def test_a_log_that_went_back_to_a_backup_has_all_of_it_back(
    two: tuple[ReviewLog, ReviewLog], folder: Path, make_review: MakeReview, tmp_path: Path
) -> None:
    one, _ = two
    one.append(make_review(0))
    exchange(one, folder)
    one.copy_to(tmp_path / "backup.db")
    for day in range(1, 4):
        one.append(make_review(day))
    exchange(one, folder)
    with ReviewLog.open(tmp_path / "backup.db") as restored:
        restored.append(make_review(9))
        done = exchange(restored, folder)
        assert (done.sent, done.taken) == (1, 3)
        assert exchange(restored, folder).sent == 0
        assert exchange(one, folder).taken == 1
        assert held(restored) == held(one)
