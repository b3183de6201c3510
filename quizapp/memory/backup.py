"""Backups of the log: one a day, fewer the older they are; and the way back from one."""

from __future__ import annotations

import errno
import glob
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import closing, suppress
from datetime import date
from pathlib import Path

from quizapp.machine.safekeeping import clear_abandoned, partial_of, put_on_disk, said_of
from quizapp.memory.errors import CorruptLog, LogReplaced
from quizapp.memory.given_up import Limits, holds_given_up, limits_left, rows_and_limits
from quizapp.memory.salvage import salvage
from quizapp.memory.schema import VERSION, file_version
from quizapp.memory.wal import wal_of

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


def best(log: Path, limits: Limits = ()) -> Path | None:
    """Of the daily backups that open, are sound, and are not from a newer version, the one that
    holds most, and the newest of such; none that holds what was given up, as these limits or
    those of another backup tell.

    No row is ever deleted, whereas the clock may have been wrong on a day.
    """
    usable = [each for each in _daily_backups(log) if 0 < file_version(each[1]) <= VERSION]
    found = [(*_held(backup), day, backup) for day, backup in usable]
    latest = max([limits, *(of_backup for _, of_backup, *_ in found)], key=len)
    of_use = [
        (rows, day, backup)
        for rows, of_backup, day, backup in found
        if not holds_given_up(of_backup, rows, latest)
    ]
    fullest_first = sorted(of_use, reverse=True)
    return next((backup for *_, backup in fullest_first if _opens_soundly(backup)), None)


def recover(log: Path, close: Callable[[], None] = lambda: None) -> CorruptLog:
    """Keep a damaged log under another name, put in its place what can be kept of it, and say so.

    `close` is called as soon as nothing can be lost by that. A kill at any moment loses nothing:
    the damaged log has both names until the new one replaces it, and `was_broken_off` tells so.
    Raises OSError and sqlite3.Error, and leaves the log in its place; LogReplaced where another
    terminal was faster.
    """
    if not log.exists():  # what is left is its write-ahead log
        log.touch()
    aside, damaged = _put_aside(log), log.stat()
    close()
    clear_abandoned(log.parent.glob(f"{glob.escape(log.name)}.*.partial*"))
    limits, salvaged = limits_left(aside), partial_of(log)
    backup = best(log, limits)
    try:
        kept = salvage(aside, backup, salvaged, limits)
        put_on_disk(salvaged)
        if not os.path.samestat(log.stat(), damaged):
            raise LogReplaced(log)
        for suffix in ("-wal", "-shm"):  # else SQLite would take them for those of the new one
            _beside(log, suffix).unlink(missing_ok=True)
        salvaged.replace(log)
        put_on_disk(log.parent)
    finally:
        salvaged.unlink(missing_ok=True)
    return CorruptLog(log, aside, backup, kept)


def was_broken_off(log: Path) -> bool:
    """Whether a recovery was killed before what it had kept was in its place: the log is the
    damaged one still, and its write-ahead log may be gone."""
    with suppress(OSError):
        asides = log.parent.glob(f"{glob.escape(log.name)}.damaged-*")
        return any(_are_same(log, aside) for aside in asides)
    return False


def _put_aside(log: Path) -> Path:
    """Give a damaged log, after its write-ahead log, another name as well: the one that a recovery
    has given it which was killed, or else a new one."""
    number = 1
    while not _is_for(log, aside := log.with_name(f"{log.name}.damaged-{number}")):
        number += 1
    for part, kept in ((wal_of(log), wal_of(aside)), (log, aside)):
        if os.path.lexists(part) and not os.path.lexists(kept):
            _link(part, kept)
    put_on_disk(log.parent)
    return aside


def _is_for(log: Path, aside: Path) -> bool:
    """Whether a damaged log can be kept under a name, or is already."""
    is_begun = _are_same(log, aside)
    wal, kept = wal_of(log), wal_of(aside)
    if os.path.lexists(kept) and not _are_same(wal, kept):
        return is_begun and not os.path.lexists(wal)
    return is_begun or not os.path.lexists(aside)


def _are_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other) or (
            one.stat().st_size == other.stat().st_size and one.read_bytes() == other.read_bytes()
        )
    except FileNotFoundError:
        return False


def _link(file: Path, name: Path) -> None:
    """Give a file another name as well; a copy of it where the disk knows no such thing."""
    try:
        os.link(file, name)
    except OSError:
        partial = partial_of(name)
        try:
            shutil.copyfile(file, partial)
            put_on_disk(partial)
            partial.replace(name)
        finally:
            partial.unlink(missing_ok=True)


def _beside(database: Path, suffix: str) -> Path:
    return database.with_name(database.name + suffix)


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


def _held(backup: Path) -> tuple[int, Limits]:
    with closing(_as_it_lies(backup)) as db:
        return rows_and_limits(db)


def _as_it_lies(backup: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{backup.absolute().as_uri()}?immutable=1", uri=True)


def is_sound(db: sqlite3.Connection) -> bool:
    """Whether an open database passes SQLite's integrity check."""
    try:
        [(finding,)] = db.execute("PRAGMA integrity_check(1)")
    except sqlite3.DatabaseError:
        return False
    return bool(finding == "ok")
