"""Databases that cannot be used: newer, unwritable, damaged."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quizapp.memory import cache
from quizapp.memory.errors import CorruptLog, LogUnavailable, NewerDatabase
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Review
from quizapp.memory.schema import VERSION

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
MakeReview = Callable[..., Review]


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def fill(path: Path, make_review: MakeReview, count: int = 200) -> list[Review]:
    """A log with so many reviews, enough for some pages."""
    with ReviewLog.open(path) as log:
        for number in range(count):
            log.append(make_review(number // 20, card=f"a/{number % 20}", answers=("x" * 300,)))
        return log.reviews()


def damage(path: Path) -> bytes:
    """Overwrite all but the first page; returns what the file then holds."""
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xa5" * (len(content) - 4096))
    return path.read_bytes()


def test_a_newer_database_is_refused_and_untouched(path: Path, make_review: MakeReview) -> None:
    fill(path, make_review, 3)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = files(path.parent)
    with pytest.raises(NewerDatabase) as caught:
        ReviewLog.open(path)
    assert files(path.parent) == before
    assert str(path) in str(caught.value) and "upgrade quiz" in str(caught.value)


def test_a_newer_database_that_was_not_closed_is_untouched_too(
    path: Path, make_review: MakeReview, tmp_path: Path
) -> None:
    fill(path, make_review, 3)
    with closing(sqlite3.connect(path, isolation_level=None)) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
        newer.execute("PRAGMA wal_checkpoint")
        newer.execute("CREATE TABLE news (of TEXT)")
        killed = Path(shutil.copytree(path.parent, tmp_path / "killed"))
    before = files(killed)
    assert before["quiz.db-wal"]
    with pytest.raises(NewerDatabase):
        ReviewLog.open(killed / "quiz.db")
    assert files(killed) == before


def test_a_newer_version_that_is_still_in_the_write_ahead_log_is_refused(path: Path) -> None:
    ReviewLog.open(path).close()
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
        before = path.read_bytes()
        with pytest.raises(NewerDatabase):
            ReviewLog.open(path)
        assert path.read_bytes() == before


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(LogUnavailable, match=r"quiz\.db cannot be used: .*data"):
        ReviewLog.open(tmp_path / "data" / "quiz.db")


def test_a_folder_where_the_file_should_be(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(LogUnavailable, match="Is a directory"):
        ReviewLog.open(path)


AS_NOBODY = "if os.geteuid() == 0: os.setuid(65534)  # root may write anywhere"
WRITING_NOTHING = "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"
OPENED = """
import os, resource, sys
from pathlib import Path
from quizapp.memory.errors import LogUnavailable
from quizapp.memory.log import ReviewLog
{}
try:
    ReviewLog.open(Path(sys.argv[1]))
except LogUnavailable as error:
    print(error)
"""


def opened(path: Path, how: str) -> str:
    """What is wrong with a log, opened by another process."""
    command = [sys.executable, "-c", OPENED.format(how), str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def test_of_a_disk_that_does_not_take_the_log_the_reason_is_told(
    path: Path, make_review: MakeReview
) -> None:
    """SQLite says "disk I/O error", and no more."""
    fill(path, make_review, 1)
    assert "quiz.db cannot be used: File too large." in opened(path, WRITING_NOTHING)
    with ReviewLog.open(path) as log:
        assert len(log.reviews()) == 1


@pytest.mark.parametrize("existing", [True, False])
def test_what_may_not_be_written_to_is_unavailable(make_review: MakeReview, existing: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "quiz.db"
        if existing:
            fill(path, make_review, 3)
            path.chmod(0o444)
        folder.chmod(0o555)
        before = files(folder)
        assert "may not be written to" in opened(path, AS_NOBODY)
        assert files(folder) == before
        folder.chmod(0o755)


@pytest.mark.parametrize("make", [Path.touch, lambda place: place.symlink_to("nowhere")])
def test_what_stands_where_the_folder_is_to_be_is_named(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "home")
    with pytest.raises(LogUnavailable, match="home is no folder, nor a link to one"):
        ReviewLog.open(tmp_path / "home" / "quiz.db")


def test_an_empty_file_becomes_a_log(path: Path, make_review: MakeReview) -> None:
    path.parent.mkdir()
    path.touch()
    assert len(fill(path, make_review, 2)) == 2


def test_what_is_no_database_is_moved_aside(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("my shopping list, " * 1000)
    with pytest.raises(CorruptLog, match="Nothing could be read from it and no good") as caught:
        ReviewLog.open(path)
    assert caught.value.moved_to.read_text() == "my shopping list, " * 1000
    assert caught.value.backup is None
    with ReviewLog.open(path) as log:
        assert log.reviews() == []


def test_a_damaged_log_is_moved_aside_and_the_backup_put_in_its_place(
    path: Path, make_review: MakeReview
) -> None:
    reviews = fill(path, make_review)
    with ReviewLog.open(path) as log:
        log.backup_if_due(NOW)
        log.append(make_review(300))
    damaged = damage(path)
    with pytest.raises(CorruptLog) as caught:
        ReviewLog.open(path)
    assert caught.value.moved_to.read_bytes() == damaged
    assert caught.value.backup == path.parent / "backups" / "quiz-2026-01-05.db"
    assert (
        "This is kept: 200 answers, of which 0 were read from the damaged file and the others from "
        "the backup quiz-2026-01-05.db." in str(caught.value)
    )
    with ReviewLog.open(path) as log:
        assert log.reviews() == reviews


def test_words_that_a_table_was_made_by_may_be_damaged_too(
    path: Path, make_review: MakeReview
) -> None:
    reviews = fill(path, make_review)
    with ReviewLog.open(path) as log:
        log.backup_if_due(NOW)
        log.append(make_review(300))
        memories = log.memories()

    path.write_bytes(path.read_bytes().replace(b"stability REAL", b"stabilitz REAL"))
    with ReviewLog.open(path) as log:
        assert log.memories() == memories  # made anew: nothing of the learner's is in them
        db = log._database.connection
        assert cache.is_current(db, log._made_of)

    path.write_bytes(path.read_bytes().replace(b"seconds REAL", b"secondz REAL"))
    with pytest.raises(CorruptLog), ReviewLog.open(path) as log:
        log.pace()
    with ReviewLog.open(path) as log:
        assert log.reviews()[:-1] == reviews
        assert log.memories() == memories


def test_a_damaged_backup_is_passed_over(path: Path, make_review: MakeReview) -> None:
    reviews = fill(path, make_review)
    with ReviewLog.open(path) as log:
        log.backup_if_due(NOW - timedelta(1))
        log.backup_if_due(NOW)
    damage(path.parent / "backups" / "quiz-2026-01-05.db")
    damage(path)
    with pytest.raises(CorruptLog) as caught:
        ReviewLog.open(path)
    assert caught.value.backup == path.parent / "backups" / "quiz-2026-01-04.db"
    with ReviewLog.open(path) as log:
        assert log.reviews() == reviews


def test_a_second_damaged_file_does_not_overwrite_the_first(path: Path) -> None:
    path.parent.mkdir()
    moved_to = []
    for content in ("first " * 1000, "second " * 1000):
        path.write_text(content)
        with pytest.raises(CorruptLog) as caught:
            ReviewLog.open(path)
        moved_to.append(caught.value.moved_to)
    assert [file.name for file in moved_to] == [f"{path.name}.damaged-{n}" for n in (1, 2)]
    assert [file.read_text() for file in moved_to] == ["first " * 1000, "second " * 1000]


def test_damage_found_while_reading_is_told_too(path: Path, make_review: MakeReview) -> None:
    reviews = fill(path, make_review)
    with ReviewLog.open(path) as log:
        log.backup_if_due(NOW)
        root = log._database.connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'review'"
        ).fetchone()[0]
    with path.open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(b"\xa5" * 4096)
    log = ReviewLog.open(path)
    with pytest.raises(CorruptLog):
        log.reviews()
    with ReviewLog.open(path) as log:
        assert log.reviews() == reviews


def test_a_damaged_log_is_not_backed_up(path: Path, make_review: MakeReview) -> None:
    fill(path, make_review)
    with ReviewLog.open(path) as log:
        log.require_sound()
        log.backup_if_due(NOW)
        leaf = path.stat().st_size // 4096 - 1
    with path.open("r+b") as file:
        file.seek(leaf * 4096)
        file.write(b"\xa5" * 4096)
    log = ReviewLog.open(path)
    with pytest.raises(CorruptLog) as caught:
        log.backup_if_due(NOW + timedelta(1))
    assert caught.value.backup == path.parent / "backups" / "quiz-2026-01-05.db"
    assert [file.name for file in (path.parent / "backups").iterdir()] == ["quiz-2026-01-05.db"]


def test_the_room_of_a_table_that_is_gone_is_given_back(
    path: Path, make_review: MakeReview
) -> None:
    """A migration leaves a log so."""
    reviews = fill(path, make_review, 3)
    before = path.stat().st_size
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE old (of BLOB)")
        db.execute("INSERT INTO old VALUES (zeroblob(?))", [before * 2])
        db.execute("DROP TABLE old")
    assert path.stat().st_size > before * 2
    with ReviewLog.open(path) as log:
        assert log.reviews() == reviews
    assert path.stat().st_size <= before
