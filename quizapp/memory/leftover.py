"""A write-ahead log that was written for another file than the one that it lies beside now."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from quizapp.memory.given_up import GIVEN_UP
from quizapp.memory.pages import Row, rows_in
from quizapp.memory.salvage import FEWEST
from quizapp.memory.wal import ends_of_transactions, newest_pages, wal_of

VERSION = slice(60, 64)
"""Where the first page states the version, as in `file_version`."""


def is_of_another(log: Path) -> bool:
    """Whether what a write-ahead log puts over its log does not fit in, as where a copy was put in
    the place of a log whose app was killed. Raises OSError.
    """
    return bool(ends_of_transactions(wal_of(log))) and (
        _replaces_answers(log) or not _fits_together(log)
    )


def _replaces_answers(log: Path) -> bool:
    """Whether answers would be gone that stand in the log itself.

    None is ever deleted, but by going back to a backup, and by a migration, which writes it anew;
    both write every page.
    """
    wal = wal_of(log)
    newest, size = newest_pages(wal)
    stored = log.read_bytes() if log.exists() else b""
    if stored[VERSION] != newest.get(1, stored)[VERSION] or newest_pages(wal)[0] != newest:
        return False  # or written to just now, by an app that has it open
    replaced = [stored[(number - 1) * size : number * size] for number in newest]
    then, now = rows_in(replaced, size), [*rows_in(newest.values(), size)]
    went_back = any(row.values[:1] == (GIVEN_UP,) for row in now)
    return not went_back and not _answers(then) <= _answers(now)


def _fits_together(log: Path) -> bool:
    """Whether both pass SQLite's quick check. Who may only read mixes them by no checkpoint."""
    try:
        with closing(sqlite3.connect(f"{log.absolute().as_uri()}?mode=ro", uri=True)) as db:
            [(finding,)] = db.execute("PRAGMA quick_check(1)")
    except sqlite3.OperationalError:  # it is held, or not there: no damage
        return True
    except sqlite3.DatabaseError:
        return False
    return bool(finding == "ok")


def _answers(rows: Iterable[Row]) -> set[object]:
    """The ids of those among rows."""
    return {
        row.values[1]
        for row in rows
        if row.rowid and row.values[:1] == (None,) and len(row.values) >= FEWEST
    }
