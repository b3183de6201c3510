from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from quizapp.memory.errors import CorruptLog, DiskFull
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Review
from quizapp.memory.rows import to_row
from quizapp.memory.schema import MIGRATIONS, VERSION, file_version, migrate
from quizapp.memory.schema import version as open_version
from tests.memory.make_version import fill

MakeReview = Callable[..., Review]


@pytest.fixture
def next_migration(tmp_path: Path) -> Path:
    script = tmp_path / "to_version_2.sql"
    script.write_text(
        "ALTER TABLE review ADD COLUMN mood TEXT;\n"
        "CREATE TRIGGER mood AFTER INSERT ON review BEGIN\n  SELECT 1;\n  SELECT 2;\nEND;\n"
    )
    return script


def test_the_file_states_the_version(path: Path) -> None:
    assert file_version(path) == 0
    with ReviewLog.open(path):
        pass
    assert file_version(path) == VERSION


def test_what_is_no_database_has_no_version(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"\xff" * 200)
    assert file_version(path) == 0


def test_a_migration_goes_on_from_the_version_found(
    path: Path, make_review: MakeReview, next_migration: Path
) -> None:
    with ReviewLog.open(path) as log:
        log.append(make_review())
    backed_up: list[int] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate(db, [*MIGRATIONS, next_migration], backed_up.append)
        assert open_version(db) == VERSION + 1
        assert db.execute("SELECT mood FROM review").fetchall() == [(None,)]
    assert backed_up == [VERSION]


def test_a_new_database_goes_through_all_migrations_without_a_backup(
    tmp_path: Path, next_migration: Path
) -> None:
    backed_up: list[int] = []
    with closing(sqlite3.connect(tmp_path / "new.db", isolation_level=None)) as db:
        migrate(db, [*MIGRATIONS, next_migration], backed_up.append)
        assert open_version(db) == VERSION + 1
        assert db.execute("SELECT mood FROM review").fetchall() == []
    assert backed_up == []


def test_a_migration_that_fails_leaves_everything_as_it_was(
    path: Path, make_review: MakeReview, tmp_path: Path
) -> None:
    with ReviewLog.open(path) as log:
        log.append(make_review())
    broken = tmp_path / "broken.sql"
    broken.write_text("DROP VIEW standing;\nSELECT * FROM nowhere;\n")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        with pytest.raises(sqlite3.OperationalError, match="nowhere"):
            migrate(db, [*MIGRATIONS, broken], lambda _: None)
        assert open_version(db) == VERSION
    with ReviewLog.open(path) as log:
        assert len(log.reviews()) == 1


def test_the_log_backs_itself_up_before_it_is_migrated(
    path: Path,
    make_review: MakeReview,
    next_migration: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ReviewLog.open(path) as log:
        log.append(make_review())
    monkeypatch.setattr("quizapp.memory.schema.MIGRATIONS", (*MIGRATIONS, next_migration))
    monkeypatch.setattr("quizapp.memory.schema.VERSION", VERSION + 1)
    with ReviewLog.open(path) as log:
        assert len(log.reviews()) == 1
    assert file_version(path) == VERSION + 1
    backup = path.parent / "backups" / f"quiz-before-version-{VERSION + 1}.db"
    assert file_version(backup) == VERSION
    with closing(sqlite3.connect(backup)) as db:
        assert db.execute("SELECT count(*) FROM review").fetchone() == (1,)


def test_a_row_that_was_damaged_is_kept_as_it_is(path: Path, make_review: MakeReview) -> None:
    path.parent.mkdir()
    id = "018de4a4-793c-7731-a9b3-b30678e51061"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate(db, MIGRATIONS[:5], lambda _: None)
        db.execute("PRAGMA ignore_check_constraints = ON")
        row = to_row(make_review(id=id)) | {"device": "d", "engine": "1"}
        names = ", ".join(f'"{name}"' for name in row)
        for damage in (
            {},
            {"id": "b", "at": b"2\xff"},
            {"id": "c", "due": "2026-0x-01"},
            {"id": "d", "draw": "["},
        ):
            places = ", ".join(f":{name}" for name in row).replace(":at", "CAST(:at AS TEXT)")
            db.execute(f"INSERT INTO review ({names}) VALUES ({places})", row | damage)
    with ReviewLog.open(path) as log:
        assert [review.id for review in log.reviews()] == [id]
        assert log.unreadable() == 3
        assert {values["due"] for _, values in log.rows(log.ends())} == {None, "2026-0x-01"}


def test_a_migration_that_has_no_room_is_not_begun(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.parent.mkdir()
    path.write_bytes(gzip.decompress((VERSIONS / "5.db.gz").read_bytes()))
    before = path.read_bytes()
    monkeypatch.setattr("quizapp.memory.database.ROOM", 10**12)
    with pytest.raises(DiskFull):
        ReviewLog.open(path)
    assert path.read_bytes() == before


def test_a_migration_that_is_broken_off_leaves_the_log_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C comes while SQLite calls Python, and is no sign of damage."""
    path.parent.mkdir()
    path.write_bytes(gzip.decompress((VERSIONS / "5.db.gz").read_bytes()))
    before = path.read_bytes()

    def break_off(text: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("quizapp.memory.packed.pack_id", break_off)
    with pytest.raises(KeyboardInterrupt):
        ReviewLog.open(path)
    assert path.read_bytes() == before
    assert {file.name for file in path.parent.iterdir()} == {path.name, "backups"}


VERSIONS = Path(__file__).with_name("versions")


def as_of(version: int, review: Review) -> Review:
    """What a version logs of a review."""
    if version < 4:
        review = replace(review, ideas={})
    return replace(review, unknown=False) if version < 2 else review


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_a_log_that_any_version_wrote_is_read_and_gone_on_with(
    path: Path, make_review: MakeReview, version: int
) -> None:
    """A new version adds a log of its own: see `make_version.py`."""
    path.parent.mkdir()
    path.write_bytes(gzip.decompress((VERSIONS / f"{version}.db.gz").read_bytes()))
    assert file_version(path) == version
    with ReviewLog.open(path) as log, ReviewLog.open(path.parent / "today.db") as today:
        fill(today)
        log.require_sound()
        assert log.reviews() == [as_of(version, review) for review in today.reviews()]
        assert log.acts() == (today.acts() if version >= 3 else [])
        if version >= 3:
            assert log.memories() == today.memories()
        if version >= 5:
            assert log.arrivals({}) == today.arrivals({})
        log.append(make_review(60))
        assert len(log.reviews()) == 30
    assert file_version(path) == VERSION
    with closing(sqlite3.connect(path)) as db:
        [(free,)], [(pages,)] = db.execute("PRAGMA freelist_count"), db.execute("PRAGMA page_count")
        assert 2 * free <= pages, "what the old tables took is given back"
    before = path.parent / "backups" / f"quiz-before-version-{version + 1}.db"
    assert file_version(before) == (version if version < VERSION else 0)


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_of_a_damaged_log_of_any_version_all_other_pages_are_kept(path: Path, version: int) -> None:
    path.parent.mkdir()
    whole = gzip.decompress((VERSIONS / f"{version}.db.gz").read_bytes())
    path.write_bytes(whole)
    with ReviewLog.open(path) as log:
        before = log.reviews(), log.acts(), log.memories()
    path.write_bytes(b"\xa5" * 4096 + whole[4096:])
    with pytest.raises(CorruptLog):
        ReviewLog.open(path)
    with ReviewLog.open(path) as log:
        assert (log.reviews(), log.acts(), log.memories()) == before
