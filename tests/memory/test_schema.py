from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Review
from quizapp.memory.rows import to_row
from quizapp.memory.schema import MIGRATIONS, VERSION, file_version, migrate, version

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
        assert version(db) == VERSION + 1
        assert db.execute("SELECT mood FROM review").fetchall() == [(None,)]
    assert backed_up == [VERSION]


def test_a_new_database_goes_through_all_migrations_without_a_backup(
    tmp_path: Path, next_migration: Path
) -> None:
    backed_up: list[int] = []
    with closing(sqlite3.connect(tmp_path / "new.db", isolation_level=None)) as db:
        migrate(db, [*MIGRATIONS, next_migration], backed_up.append)
        assert version(db) == VERSION + 1
        assert db.execute("SELECT mood FROM review").fetchall() == []
    assert backed_up == []


def test_a_log_of_the_first_version_is_brought_over_with_all_its_reviews(
    path: Path, make_review: MakeReview
) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate(db, MIGRATIONS[:1], lambda _: None)
        row = to_row(make_review(rating=1)) | {"device": "a", "engine": "1"}
        del row["unknown"], row["ideas"]
        names = ", ".join(f'"{name}"' for name in row)
        db.execute(
            f"INSERT INTO review ({names}) VALUES ({', '.join('?' * len(row))})", [*row.values()]
        )
    with ReviewLog.open(path) as log:
        log.append(make_review(rating=1, right=None, unknown=True))
        assert [(each.right, each.unknown) for each in log.reviews()] == [
            (False, False),
            (None, True),
        ]
    assert file_version(path.parent / "backups" / "quiz-before-version-2.db") == 1


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
        assert version(db) == VERSION
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
