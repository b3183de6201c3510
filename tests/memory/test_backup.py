from __future__ import annotations

import gzip
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizapp.errors import UserError
from quizapp.memory.backup import back_up, best, kept, recover
from quizapp.memory.errors import CorruptLog, LogBusy, LogUnavailable, NoBackup
from quizapp.memory.log import ReviewLog
from quizapp.memory.restore import _go_back, backups, look_at, restore
from quizapp.memory.review import Review
from quizapp.memory.schema import VERSION, file_version
from quizapp.study.lost import lost_answers
from tests.memory.test_database import damage, fill

MakeReview = Callable[..., Review]

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
VERSIONS = Path(__file__).with_name("versions")


def names(path: Path) -> list[str]:
    return sorted(file.name for file in (path.parent / "backups").iterdir())


def test_a_backup_holds_all_that_was_logged_and_is_one_file(
    log: ReviewLog, make_review: MakeReview, path: Path
) -> None:
    log.append(make_review())
    log.backup_if_due(NOW)
    assert names(path) == ["quiz-2026-01-01.db"]
    with ReviewLog.open(path.parent / "backups" / "quiz-2026-01-01.db") as backup:
        assert backup.reviews() == log.reviews()
        assert backup.memories() == log.memories()


def test_there_is_one_backup_a_day(log: ReviewLog, make_review: MakeReview, path: Path) -> None:
    log.backup_if_due(NOW)
    log.append(make_review())
    log.backup_if_due(NOW + timedelta(hours=3))
    with closing(sqlite3.connect(path.parent / "backups" / "quiz-2026-01-01.db")) as db:
        assert db.execute("SELECT count(*) FROM review").fetchone() == (0,)
    log.backup_if_due(NOW + timedelta(days=1))
    assert names(path) == ["quiz-2026-01-01.db", "quiz-2026-01-02.db"]


def test_old_backups_are_thinned_out(log: ReviewLog, path: Path) -> None:
    last = (NOW + timedelta(399)).date()
    (folder := path.parent / "backups").mkdir()
    for day in range(1, 400):
        (folder / f"quiz-{last - timedelta(day)}.db").touch()
    log.backup_if_due(NOW + timedelta(399))
    days = [date.fromisoformat(name[5:15]) for name in names(path)]
    assert [(last - day).days for day in days if (last - day).days < 7] == [6, 5, 4, 3, 2, 1, 0]
    assert len({day.isocalendar()[:2] for day in days if (last - day).days < 56}) == 8
    assert len({(day.year, day.month) for day in days}) == 12
    assert len(days) <= 7 + 8 + 12


def test_files_that_are_no_daily_backups_are_left_alone(log: ReviewLog, path: Path) -> None:
    log.backup_if_due(NOW)
    for name in ("quiz-before-version-2.db", "other-2020-01-01.db", "quiz-2020-01-01.db.mine"):
        (path.parent / "backups" / name).write_text("precious")
    for day in range(1, 30):
        log.backup_if_due(NOW + timedelta(day))
    assert {"quiz-before-version-2.db", "other-2020-01-01.db", "quiz-2020-01-01.db.mine"} <= set(
        names(path)
    )


def gone_back_on(path: Path, make_review: MakeReview) -> Path:
    """A log with backups of 10 answers and of 30, which was gone back on to that of 10."""
    with ReviewLog.open(path) as log:
        for number in range(30):
            if number == 10:
                log.backup_if_due(NOW)
            log.append(make_review(number))
        log.backup_if_due(NOW + timedelta(1))
    return restore(path, path.parent / "backups" / "quiz-2026-01-01.db", NOW)


def behead(path: Path) -> None:
    """Damage the beginning of a log, so that SQLite calls it none."""
    content = path.read_bytes()
    path.write_bytes(b"x" * 16 + content[16:])


@pytest.mark.parametrize("backed_up", [True, False])
def test_damage_brings_nothing_back_that_was_given_up(
    path: Path, make_review: MakeReview, backed_up: bool
) -> None:
    """Of which the pages tell, and the backups made since."""
    gone_back_on(path, make_review)
    with ReviewLog.open(path) as log:
        log.append(make_review(99))
        if backed_up:
            log.backup_if_due(NOW + timedelta(2))
    if backed_up:
        path.write_bytes(b"damaged" * 1000)
    else:
        behead(path)
    name = "quiz-2026-01-03.db" if backed_up else "quiz-2026-01-01.db"
    with pytest.raises(CorruptLog, match=f"the others from the backup {name}"):
        ReviewLog.open(path)
    with ReviewLog.open(path) as log:
        assert log.count() == 11
        assert lost_answers(log, path) == "", "they were given up, and are so still"


def test_what_was_given_up_and_fetched_back_is_had_from_its_backup(
    path: Path, make_review: MakeReview
) -> None:
    restore(path, gone_back_on(path, make_review), NOW)
    with ReviewLog.open(path) as log:
        assert log.count() == 30
    path.write_bytes(path.read_bytes()[: 2 * 4096])
    behead(path)
    with pytest.raises(CorruptLog, match=r"the others from the backup quiz-2026-01-02\.db"):
        ReviewLog.open(path)
    with ReviewLog.open(path) as log:
        assert log.count() == 30


def test_answers_that_are_lost_after_a_restore_are_told_of(
    path: Path, make_review: MakeReview
) -> None:
    gone_back_on(path, make_review)
    before = path.read_bytes()
    with ReviewLog.open(path) as log:
        for number in range(10):
            log.append(make_review(number))
        log.backup_if_due(NOW + timedelta(2))
        assert lost_answers(log, path) == ""
    path.write_bytes(before)
    with ReviewLog.open(path) as log:
        told = "holds 10 answers, but its backup 2026-01-03 holds 20 answers"
        assert told in lost_answers(log, path)


def test_to_a_log_of_before_a_restore_the_backups_made_since_come_first(
    path: Path, make_review: MakeReview
) -> None:
    gone_back_on(path, make_review)
    with ReviewLog.open(path) as log:
        log.append(make_review(99))
        log.backup_if_due(NOW + timedelta(2))
    path.unlink()
    with ReviewLog.open(path) as log:
        assert "11 answers in its backup 2026-01-03" in lost_answers(log, path)


def test_what_a_killed_backup_left_is_cleared_away(log: ReviewLog, path: Path) -> None:
    folder = path.parent / "backups"
    folder.mkdir()
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    for killed in ("quiz-2025-12-31.db", "quiz-2026-01-01.db"):
        (folder / f"{killed}.{gone.pid}.partial").write_text("half")
        (folder / f"{killed}.{gone.pid}.partial-journal").write_text("half")
    of_another_terminal = folder / f"quiz-2026-01-01.db.{os.getppid()}.partial"
    of_another_terminal.write_text("half")
    log.backup_if_due(NOW)
    assert names(path) == ["quiz-2026-01-01.db", of_another_terminal.name]


def test_a_backup_of_a_newer_version_is_passed_over(log: ReviewLog, path: Path) -> None:
    log.backup_if_due(NOW - timedelta(days=1))
    log.backup_if_due(NOW)
    older, newer = sorted((path.parent / "backups").iterdir())
    with closing(sqlite3.connect(newer)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    assert best(path) == older


def test_of_good_backups_the_newest_is_taken(log: ReviewLog, path: Path) -> None:
    for day in (1, 2, 0):
        log.backup_if_due(NOW + timedelta(day))
    assert best(path) == path.parent / "backups" / "quiz-2026-01-03.db"


def test_a_day_with_the_clock_ahead_does_not_cost_the_answers_since(
    log: ReviewLog, make_review: MakeReview, path: Path
) -> None:
    log.backup_if_due(NOW.replace(year=2031))
    for day in range(20):
        log.append(make_review())
        log.backup_if_due(NOW + timedelta(day))
    assert best(path) == path.parent / "backups" / "quiz-2026-01-20.db"
    log.close()
    path.write_bytes(b"damaged")
    assert recover(path).kept.answers == 20


def test_backups_of_days_to_come_take_no_place_of_others(log: ReviewLog, path: Path) -> None:
    for day in range(10):
        log.backup_if_due(NOW.replace(year=2031) + timedelta(day))
    for day in range(7):
        log.backup_if_due(NOW + timedelta(day))
    days = [f"quiz-2026-01-0{day}.db" for day in range(1, 8)]
    assert [name for name in names(path) if "2026" in name] == days


def test_a_clock_that_is_set_back_costs_no_backup(log: ReviewLog, path: Path) -> None:
    for day in range(40):
        log.backup_if_due(NOW + timedelta(day))
    had = names(path)
    log.backup_if_due(NOW.replace(year=2001))
    assert names(path) == ["quiz-2001-01-01.db", *had]


def test_what_lies_beside_a_damaged_log_is_moved_aside_with_it(path: Path) -> None:
    """Else SQLite could take the write-ahead log for that of the backup."""
    path.parent.mkdir()
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).write_text(f"damaged{suffix}")
    moved_to = recover(path).moved_to
    assert moved_to.name == f"{path.name}.damaged-1"
    path.unlink()  # a new one is begun
    assert {file.name: file.read_text() for file in path.parent.iterdir()} == {
        f"{moved_to.name}{suffix}": f"damaged{suffix}" for suffix in ("", "-wal")
    }


def test_a_recovery_that_fails_leaves_the_log_in_its_place_and_the_next_goes_on(
    path: Path,
) -> None:
    path.parent.mkdir()
    wal = path.with_name(f"{path.name}-wal")
    for part in (path, wal):
        part.write_text("damaged")
    in_the_way = path.with_name(f"{path.name}.{os.getpid()}.partial")
    in_the_way.mkdir()
    with pytest.raises(OSError, match="partial"):
        recover(path)
    assert path.read_text() == wal.read_text() == "damaged"
    in_the_way.rmdir()
    moved_to = recover(path).moved_to
    assert moved_to.name == f"{path.name}.damaged-1"
    assert {*path.parent.iterdir()} == {
        *(path, moved_to, moved_to.with_name(f"{moved_to.name}-wal"))
    }


def test_what_lies_under_the_name_of_a_damaged_log_is_not_overwritten(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("damaged")
    path.with_name(f"{path.name}.damaged-1").write_text("other")
    of_another = path.with_name(f"{path.name}.damaged-2-wal")
    of_another.write_text("other")
    assert recover(path).moved_to.name == f"{path.name}.damaged-3"
    assert of_another.read_text() == "other"


def test_a_backup_that_cannot_be_written_is_an_error(
    log: ReviewLog, make_review: MakeReview, path: Path
) -> None:
    (path.parent / "backups").write_text("in the way")
    with pytest.raises(NoBackup, match="backups is no folder"):
        log.backup_if_due(NOW)
    with pytest.raises(UserError, match="backups cannot be read: Not a directory"):
        backups(path)
    log.append(make_review())
    assert len(log.reviews()) == 1


class OnABadDisk(sqlite3.Connection):
    """Whose copies are read back otherwise than they were written."""

    def backup(self, target: sqlite3.Connection, **others: Any) -> None:
        super().backup(target, **others)
        [(_, _, copy)] = target.execute("PRAGMA database_list")
        damage(Path(copy))


def test_a_copy_that_a_disk_damages_is_no_damage_to_the_log(
    path: Path, make_review: MakeReview
) -> None:
    reviews = fill(path, make_review, 3)
    target = path.parent / "backups" / "copy.db"
    with closing(sqlite3.connect(path, factory=OnABadDisk)) as db:
        with pytest.raises(OSError, match="Input/output error") as caught:
            back_up(db, target)
        assert caught.value.filename == str(target)
    assert names(path) == []
    with ReviewLog.open(path) as log:
        assert log.reviews() == reviews


def test_what_is_no_file_or_no_day_is_no_backup(log: ReviewLog, path: Path) -> None:
    """A pipe would be waited for, and a folder cannot be thinned out."""
    log.backup_if_due(NOW)
    folder = path.parent / "backups"
    os.mkfifo(folder / "quiz-2026-01-02.db")
    (folder / "quiz-2020-01-03.db").mkdir()
    (folder / "quiz-2026-01-04.db").symlink_to("nowhere")
    (folder / "quiz-2020-99-99.db").write_text("precious")
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    (folder / f"quiz-2026-01-05.db.{gone.pid}.partial").mkdir()
    there = names(path)
    assert best(path) == folder / "quiz-2026-01-01.db"
    assert [one.name for one in backups(path)] == ["2020-99-99", "2026-01-01"]
    for day in range(10, 30):
        log.backup_if_due(NOW + timedelta(day))
    assert set(there) - set(names(path)) <= {"quiz-2026-01-01.db"}


@pytest.mark.parametrize(
    "foreign",
    [
        "CREATE TRIGGER theirs BEFORE INSERT ON review BEGIN SELECT RAISE(ABORT, 'no'); END",
        "CREATE UNIQUE INDEX theirs ON review (card)",
    ],
)
def test_what_quiz_has_not_made_is_told_of_and_not_restored(
    log: ReviewLog, make_review: MakeReview, path: Path, foreign: str
) -> None:
    log.append(make_review())
    doctored = path.parent / "doctored.db"
    log.copy_to(doctored)
    for database in (doctored, path):
        with closing(sqlite3.connect(database)) as db:
            db.execute(foreign)
    with pytest.raises(LogUnavailable, match="it holds what quiz has not made: theirs"):
        log.append(make_review())
    log.close()
    with pytest.raises(UserError, match="holds what quiz has not made: theirs; nothing is"):
        restore(path, doctored, NOW)


@pytest.mark.parametrize("version", [-1, 0, VERSION + 1])
def test_a_copy_of_no_version_that_is_known_is_not_restored(
    log: ReviewLog, make_review: MakeReview, path: Path, version: int
) -> None:
    log.append(make_review())
    copy = path.parent / "copy.db"
    log.copy_to(copy)
    assert look_at(copy).reviews == 1
    with closing(sqlite3.connect(copy)) as db:
        db.execute(f"PRAGMA user_version = {version}")
    log.close()
    with pytest.raises(UserError, match="no log that this version of quiz can read; nothing is"):
        restore(path, copy, NOW)


def test_a_copy_of_an_earlier_version_is_brought_to_the_current_one(
    log: ReviewLog, path: Path, tmp_path: Path
) -> None:
    old = tmp_path / "old.db"
    old.write_bytes(gzip.decompress((VERSIONS / "1.db.gz").read_bytes()))
    assert file_version(old) == 1
    log.close()
    restore(path, old, NOW)
    assert file_version(path) == VERSION


def test_two_restores_within_a_second_keep_both_states_from_before_them(
    log: ReviewLog, make_review: MakeReview, path: Path
) -> None:
    copy = path.parent / "copy.db"
    log.copy_to(copy)
    log.append(make_review())
    log.close()
    kept = [restore(path, copy, NOW) for _ in range(2)]
    assert [look_at(one).reviews for one in kept] == [1, 0]


def test_what_is_told_to_be_logged_during_a_restore_is_in_the_log_or_in_what_is_kept(
    log: ReviewLog, make_review: MakeReview, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = path.parent / "copy.db"
    log.copy_to(copy)
    log.close()
    told: list[str] = []

    def and_others_meanwhile(db: sqlite3.Connection, *rest: Any) -> None:
        with suppress(LogBusy), ReviewLog.open(path, patience=0) as other:
            other.append(make_review())
            told.append("logged")
        _go_back(db, *rest)

    monkeypatch.setattr("quizapp.memory.restore._go_back", and_others_meanwhile)
    kept = restore(path, copy, NOW)
    assert sum(look_at(one).reviews or 0 for one in (path, kept)) == len(told)


@given(st.sets(st.dates(date(2020, 1, 1), date(2030, 1, 1)), max_size=200))
def test_thinning_out_keeps_the_newest_and_is_settled(days: set[date]) -> None:
    keeping = kept(days)
    assert keeping <= days
    assert keeping >= set(sorted(days)[-7:])
    assert len(keeping) <= 27
    assert kept(keeping) == keeping


@given(st.sets(st.dates(date(2024, 1, 1), date(2025, 1, 1)), min_size=1, max_size=100))
def test_thinning_out_daily_leaves_each_of_the_last_months(days: set[date]) -> None:
    on_disk: set[date] = set()
    for day in sorted(days):
        on_disk = kept(on_disk | {day})
    months = sorted({(day.year, day.month) for day in days})[-12:]
    assert {(day.year, day.month) for day in on_disk} >= set(months)
