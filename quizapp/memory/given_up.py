"""What somebody gave up by going back to a backup: which backups hold such rows, and which none."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from quizapp.memory import pages
from quizapp.memory.rows import EXCHANGED

GIVEN_UP = "gone back"
"""The name under which a log notes its Limits."""

Limits = tuple[int, ...]
"""A number for each time that somebody went back to a backup. The nth, from 0 on, says how many
rows of a log that had been gone back on n times are there still."""


def limits_in(noted: str | None) -> Limits:
    """What a note says; nothing where it was damaged."""
    numbers = (noted or "").split()
    return tuple(map(int, numbers)) if all(map(str.isdecimal, numbers)) else ()


def limits_of(db: sqlite3.Connection) -> Limits:
    """What an open log notes."""
    found = db.execute("SELECT value FROM meta WHERE key = ?", [GIVEN_UP]).fetchone()
    return limits_in(found and str(found[0]))


def limits_left(damaged: Path) -> Limits:
    """What the pages of a damaged log still say. Raises OSError."""
    notes = (row.values for row in pages.rows(damaged) if row.rowid and len(row.values) == 2)
    found = [limits_in(str(value)) for key, value in notes if key == GIVEN_UP]
    return max(found, key=len, default=())


def limits_after(limits: Limits, of_backup: Limits, rows: int) -> Limits:
    """Those of a log that is gone back to a backup, which has so many rows."""
    shared = min([*limits[len(of_backup) :][:1], rows])
    since = len(limits) - len(of_backup)
    return (*(min(limit, rows) for limit in of_backup), rows, *[shared] * since)


def holds_given_up(of_backup: Limits, rows: int, limits: Limits) -> bool:
    """Whether a backup with so many rows holds some that were given up in a log."""
    return len(of_backup) < len(limits) and rows > limits[len(of_backup)]


def note(db: sqlite3.Connection, limits: Limits) -> None:
    text = " ".join(map(str, limits))
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [GIVEN_UP, text])


def rows_and_limits(db: sqlite3.Connection) -> tuple[int, Limits]:
    """How many rows a log has that copies of it share, as far as it can be read; its Limits."""
    with suppress(sqlite3.DatabaseError):
        there = {name for [name] in db.execute("SELECT name FROM sqlite_master")}
        tables = there.intersection(EXCHANGED)
        counts = (db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables)
        return sum(counts), limits_of(db)
    return 0, ()
