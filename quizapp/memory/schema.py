"""The database's format: its version, and the way from each version to the next."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from uuid import uuid4

from quizapp.memory import packed
from quizapp.text.opened import opened

_SCRIPTS = ("schema.sql", "unknown.sql", "acts.sql", "ideas.sql", "arrivals.sql", "compact.sql")
MIGRATIONS = tuple(Path(__file__).with_name(name) for name in _SCRIPTS)
"""Script n leads from version n to version n + 1. A published script is never edited."""

VERSION = len(MIGRATIONS)

STEPS = 1_000_000
"""Of SQLite's machine, of which it does some ten millions a second."""

BROKEN_OFF = ("interrupted", "user-defined function raised exception")
"""What SQLite says where Ctrl-C came while it called Python, whose functions raise nothing else."""

MADE = "SELECT type, name, sql FROM sqlite_master"


def file_version(path: Path) -> int:
    """The version that a database file states, read without SQLite and so without a trace.

    0 for a file that is missing, empty or no database. Source of the offset: the user version
    in sqlite.org/fileformat2.html, section 1.3.
    """
    try:
        with opened(path) as file:
            header = file.read(100)
    except FileNotFoundError:
        return 0
    is_database = header.startswith(b"SQLite format 3\0")
    return int.from_bytes(header[60:64], signed=True) if is_database else 0


def version(db: sqlite3.Connection) -> int:
    """The version of an open database; 0 for an empty one."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def is_whole(db: sqlite3.Connection) -> bool:
    """Whether everything that the migrations make is there, word by word as they make it."""
    try:
        return _made_by(MIGRATIONS) <= set(map(tuple, db.execute(MADE)))
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False


def added(db: sqlite3.Connection) -> list[str]:
    """What stands in a database and is not as the migrations to its version make it, by name.

    Other tables, of a cache for instance, act on nothing.
    """
    made = _made_by(MIGRATIONS[: version(db)])
    names = {name for _, name, _ in made}
    there = set(map(tuple, db.execute(f"{MADE} WHERE sql NOT NULL")))
    return sorted(name for kind, name, _ in there - made if kind != "table" or name in names)


def _made_by(migrations: Sequence[Path]) -> set[tuple[str, str, str]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, migrations, lambda found: None)
        return set(fresh.execute(MADE))


def migrate(
    db: sqlite3.Connection, migrations: Sequence[Path], back_up: Callable[[int], None]
) -> None:
    """Bring a database to the version that the last migration leads to, all or nothing.

    `back_up` is called with the version found before anything is changed, unless the
    database is empty. Another process may do the same at the same time.
    """
    found = version(db)
    if 0 < found < len(migrations):
        back_up(found)
    packed.register(db)
    db.set_progress_handler(_heed_signals, STEPS)
    db.execute("BEGIN IMMEDIATE")
    try:
        for script in migrations[version(db) :]:
            for statement in _statements(script.read_text(encoding="utf-8")):
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(migrations)}")
        # No seed may make a database's identity equal to another's.
        db.execute("INSERT OR IGNORE INTO meta VALUES ('device', ?)", [str(uuid4())])
        db.execute("COMMIT")
    except BaseException as error:
        db.rollback()
        if str(error) in BROKEN_OFF:
            raise KeyboardInterrupt from error
        raise
    finally:
        db.set_progress_handler(None, 0)


def _heed_signals() -> None:
    """Python looks for signals whenever it runs, and SQLite stops where that raises something."""


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: `executescript` would commit before it begins."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
