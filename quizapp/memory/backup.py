"""Backups of the log: one a day, fewer the older they are; and the way back from one."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import closing, suppress
from datetime import date
from pathlib import Path

from quizapp.machine.safekeeping import clear_abandoned, partial_of, said_of
from quizapp.memory.errors import CorruptLog
from quizapp.memory.rows import EXCHANGED
from quizapp.memory.salvage import salvage
from quizapp.memory.schema import VERSION, file_version

DAILY, WEEKLY, MONTHLY = 7, 8, 12
"""How many backups are kept: of the last days, of the last weeks, of the last months."""


class Damaged(Exception):
    """A database did not pass SQLite's integrity check."""


def backup_path(log: Path, label: str) -> Path:
    """Where the backup with this label lies; for a daily one that is its date."""
    return log.parent / "backups" / f"{log.stem}-{label}.db"


def back_up(db: sqlite3.Connection, target: Path) -> None:
    """Copy the open database to `target`, which appears only when it is whole and sound.

    Raises Damaged when the database is not sound, OSError when there is no room for the copy, or
    the copy cannot be read back.
    """
    target.parent.mkdir(exist_ok=True)
    partial = partial_of(target)
    try:
        with said_of(target):
            partial.touch()  # SQLite would not say why it cannot
            with closing(sqlite3.connect(partial)) as copy:
                _copy(db, copy)
        if not _opens_soundly(partial):  # as it lies on the disk
            if is_sound(db):
                raise OSError(errno.EIO, os.strerror(errno.EIO), str(target))
            raise Damaged(target)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def _copy(db: sqlite3.Connection, copy: sqlite3.Connection) -> None:
    try:
        db.backup(copy)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        raise


def prune(log: Path, today: date) -> None:
    """Remove the daily backups that are no longer to be kept.

    Those of days to come take no place of others: the clock was wrong then, or is now.
    """
    backups = dict(_daily_backups(log))
    to_come = {day for day in backups if day > today}
    for day in backups.keys() - kept(backups.keys() - to_come) - kept(to_come):
        backups[day].unlink(missing_ok=True)


def clear_unfinished(log: Path) -> None:
    """Remove what a kill left of backups: each may take as much as the log."""
    clear_abandoned(backup_path(log, "").parent.glob(f"{log.stem}-*.partial*"))


def kept(days: Iterable[date]) -> set[date]:
    """Of the days with a backup those to keep: the newest ones, and the newest of each week
    and of each month, as many of each as there are places.
    """
    newest_first = sorted(days, reverse=True)
    return {
        *newest_first[:DAILY],
        *_newest_of_each(newest_first, lambda day: day.isocalendar()[:2])[:WEEKLY],
        *_newest_of_each(newest_first, lambda day: (day.year, day.month))[:MONTHLY],
    }


def best(log: Path) -> Path | None:
    """Of the daily backups that open, are sound, and are not from a newer version, the one that
    holds most, and the newest of such.

    No row is ever deleted, whereas the clock may have been wrong on a day.
    """
    usable = [each for each in _daily_backups(log) if 0 < file_version(each[1]) <= VERSION]
    fullest_first = sorted(usable, key=lambda each: (_rows(each[1]), *each), reverse=True)
    return next((backup for _, backup in fullest_first if _opens_soundly(backup)), None)


def recover(log: Path) -> CorruptLog:
    """Move a damaged log aside, put in its place what can be kept of it, and say so.

    Raises OSError and sqlite3.Error; then nothing has been moved.
    """
    number = 1
    while (aside := log.with_name(f"{log.name}.damaged-{number}")).exists():
        number += 1
    backup, salvaged = best(log), log.with_name(f"{log.name}.partial")
    try:
        kept = salvage(log, backup, salvaged)
        for suffix in ("-wal", "-shm", ""):
            part = log.with_name(log.name + suffix)
            if part.exists():
                part.rename(aside.with_name(aside.name + suffix))
        salvaged.replace(log)
    finally:
        salvaged.unlink(missing_ok=True)
    return CorruptLog(log, aside, backup, kept)


def _daily_backups(log: Path) -> Iterator[tuple[date, Path]]:
    name = re.compile(re.escape(log.stem) + r"-(\d{4}-\d\d-\d\d)\.db")
    for path in backup_path(log, "").parent.glob("*.db"):
        match = name.fullmatch(path.name)
        if match and path.is_file():  # a pipe would be waited for
            with suppress(ValueError):  # no such day
                yield date.fromisoformat(match[1]), path


def _newest_of_each(newest_first: list[date], period: Callable[[date], Hashable]) -> list[date]:
    newest: dict[Hashable, date] = {}
    for day in newest_first:
        newest.setdefault(period(day), day)
    return list(newest.values())


def _opens_soundly(backup: Path) -> bool:
    with closing(_as_it_lies(backup)) as db:
        return is_sound(db)


def _rows(backup: Path) -> int:
    """How many answers and acts stand in a backup, as far as it can be read."""
    with suppress(sqlite3.DatabaseError), closing(_as_it_lies(backup)) as db:
        there = {name for [name] in db.execute("SELECT name FROM sqlite_master")}
        tables = there.intersection(EXCHANGED)
        return sum(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables)
    return 0


def _as_it_lies(backup: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{backup.absolute().as_uri()}?immutable=1", uri=True)


def is_sound(db: sqlite3.Connection) -> bool:
    """Whether an open database passes SQLite's integrity check."""
    try:
        [(finding,)] = db.execute("PRAGMA integrity_check(1)")
    except sqlite3.DatabaseError:
        return False
    return bool(finding == "ok")
