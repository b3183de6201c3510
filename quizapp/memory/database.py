"""The log's SQLite file: opened with care, written in transactions, its errors made plain."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from quizapp.memory import backup, schema, wal
from quizapp.memory.errors import (
    DiskFull,
    LogBusy,
    LogError,
    LogReplaced,
    LogUnavailable,
    NewerDatabase,
    Unwritable,
)
from quizapp.memory.leftover import is_of_another
from quizapp.text.language import tr
from quizapp.text.reasons import reason
from quizapp.text.visible import visible_path

BUSY_SECONDS = 10.0
"""How long to wait for another program that holds the file."""

LARGE = 20_000_000
"""Bytes that are gone through, or migrated, in a second or two."""

ROOM = 2
"""How many times its size a migration takes: for the backup, and for tables made anew."""

TRIED = 1 << 16
"""Bytes of a file that is written to learn why SQLite could not: more than it needs to begin."""


class Database:
    """An open database of the current version. See `open` for the errors."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection
        self._identity = _identity(path)
        self.patience = BUSY_SECONDS
        """Seconds that a transaction waits for another program's to end."""

    @classmethod
    def open(cls, path: Path, patience: float = BUSY_SECONDS) -> Database:
        """Open the file, or make it, and bring it to the current version.

        Raises LogBusy where another program holds it for longer than the patience, in seconds,
        LogUnavailable where it cannot be read and written, NewerDatabase when a later version of
        quiz wrote it, CorruptLog when it was damaged.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            found = schema.file_version(path)
        except OSError as error:
            raise _of_system(path, error) from error
        if found > schema.VERSION:
            raise NewerDatabase(path, found, schema.VERSION)
        for place in (path.parent, path):
            if place.exists() and not os.access(place, os.W_OK):
                raise Unwritable(path, tr("{place} may not be written to", place=place))
        # Before SQLite, which would remove the write-ahead log.
        if backup.was_broken_off(path) or _would_be_lost(path):
            raise _recovered(path)
        try:
            connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
        except sqlite3.OperationalError as error:
            raise _of_sqlite(path, error) from error
        connection.row_factory = sqlite3.Row
        # Text that was damaged comes as what no review holds, instead of ending the query.
        connection.text_factory = lambda text: text.decode(errors="surrogateescape")
        database = cls(path, connection)
        try:
            database._prepare()
            database._wait_at_most(BUSY_SECONDS)
        except BaseException:
            database.close()
            raise
        return database

    def close(self) -> None:
        self.connection.close()

    @contextmanager
    def guarded(self) -> Iterator[sqlite3.Connection]:
        """The connection; what SQLite and the file system complain about becomes a LogError.

        Where the file turns out to be damaged it is closed, recovered, and CorruptLog raised.
        """
        try:
            yield self.connection
        except OSError as error:
            raise _of_system(self.path, error) from error
        except (backup.Damaged, UnicodeDecodeError) as error:  # of SQLite's words on a schema
            raise self._recovered() from error
        except sqlite3.DatabaseError as error:
            # The low byte is the primary code; errors of the Python module have none.
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
            if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise self._recovered() from error
            # Other programs lock the file and never a table: one that is locked is so by damage.
            if code == sqlite3.SQLITE_LOCKED and not backup.is_sound(self.connection):
                raise self._recovered() from error
            # A name that is not there: the words that the tables were made by are damaged.
            if code == sqlite3.SQLITE_ERROR and not schema.is_whole(self.connection):
                raise self._recovered() from error
            if code == sqlite3.SQLITE_BUSY:
                raise LogBusy(self.path) from error
            if isinstance(error, sqlite3.OperationalError):
                raise _of_sqlite(self.path, error) from error
            if added := schema.added(self.connection):
                names = visible_path(", ".join(added))
                told = tr("it holds what quiz has not made: {added}", added=names)
                raise LogUnavailable(self.path, told) from error
            raise

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """`guarded`, and all or nothing: on the disk when it ends, undone when it raises."""
        with self.guarded() as connection:
            if _identity(self.path) != self._identity:  # what is written would be seen by nobody
                raise LogReplaced(self.path)
            self._wait_at_most(self.patience)
            try:
                connection.execute("BEGIN IMMEDIATE")
            finally:
                self._wait_at_most(BUSY_SECONDS)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                connection.rollback()
                raise

    def _wait_at_most(self, seconds: float) -> None:
        self.connection.execute(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")

    def _prepare(self) -> None:
        with self.guarded() as connection:
            found = schema.version(connection)
            # The file's header may be older than what lies in its write-ahead log.
            if found > schema.VERSION:
                raise NewerDatabase(self.path, found, schema.VERSION)
            if found < 0 or self._misses_transactions(connection):
                raise backup.Damaged(self.path)
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            if found < schema.VERSION:
                schema.migrate(connection, schema.MIGRATIONS, self._back_up_before_migrating)
            if _is_hollow(connection):
                with suppress(sqlite3.OperationalError):  # another time, then
                    connection.execute("VACUUM")
            # Does not wait its turn: what is in its way at a new database is another terminal
            # that does the same, and until one of them is done any mode is as safe.
            with suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode = WAL")

    def _misses_transactions(self, connection: sqlite3.Connection) -> bool:
        """Whether the write-ahead log was damaged: SQLite silently ends it there."""
        if not self._ends_early(connection):
            return False
        connection.execute("BEGIN IMMEDIATE")  # what another terminal writes is not seen half
        try:
            with closing(sqlite3.connect(self.path)) as beside:
                return self._ends_early(beside)
        finally:
            connection.rollback()

    def _ends_early(self, connection: sqlite3.Connection) -> bool:
        ends = wal.ends_of_transactions(wal.wal_of(self.path))
        if not ends:
            return False
        [(_, read, _)] = connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        return 0 <= read < ends[-1] and wal.goes_on_behind_damage(wal.wal_of(self.path), read)

    def _back_up_before_migrating(self, version: int) -> None:
        if shutil.disk_usage(self.path.parent).free < ROOM * self.path.stat().st_size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
        target = backup.backup_path(self.path, f"before-version-{version + 1}")
        backup.back_up(self.connection, target)

    def _recovered(self) -> LogError:
        """Close the file, which may remove the write-ahead log, and keep what both hold."""
        try:
            if _identity(self.path) != self._identity:
                return LogReplaced(self.path)
            return _recovered(self.path, self.close)
        finally:
            self.close()


def copy_files(path: Path, folder: Path) -> None:
    """Copy a log that nobody has open, as it lies on the disk, to another folder."""
    shutil.copyfile(path, folder / path.name)
    with suppress(FileNotFoundError):
        shutil.copyfile(wal.wal_of(path), folder / wal.wal_of(path).name)


def takes_long_to_migrate(path: Path) -> bool:
    """Whether a log is of an earlier version, and so large that to open it takes seconds."""
    with suppress(OSError):
        return 0 < schema.file_version(path) < schema.VERSION and path.stat().st_size > LARGE
    return False


def _would_be_lost(path: Path) -> bool:
    """Whether SQLite would begin a log anew, pass its write-ahead log over where there is one, or
    put that of another log over it.

    It may have become an empty file, as where the power failed, or be gone without what lay beside
    it: a new one has neither a write-ahead log nor a backup.
    """
    with suppress(OSError):
        is_there = path.exists()
        if is_there and path.stat().st_size > 0:
            return wal.is_passed_over(path) or is_of_another(path)
        left = wal.ends_of_transactions(wal.wal_of(path))
        return bool(left or (is_there and backup.best(path)))
    return False


def _recovered(path: Path, close: Callable[[], None] = lambda: None) -> LogError:
    """Put what can be kept of a damaged log in its place, and tell of it."""
    try:
        return backup.recover(path, close)
    except (OSError, sqlite3.Error) as error:
        reason = _reason(error) if isinstance(error, OSError) else error
        return LogUnavailable(path, tr("it is damaged, and {reason}", reason=reason))


def _is_hollow(connection: sqlite3.Connection) -> bool:
    """Whether most of the file is free, as it is once a migration has dropped a table."""
    [(free,)], [(pages,)] = (
        connection.execute(f"PRAGMA {name}").fetchall() for name in ("freelist_count", "page_count")
    )
    return bool(2 * free > pages)


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file lies there, if any."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _of_system(path: Path, error: OSError) -> LogUnavailable:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(path)
    if isinstance(error, FileExistsError):
        told = tr("{place} is no folder, nor a link to one", place=visible_path(error.filename))
        return LogUnavailable(path, told)
    return LogUnavailable(path, _reason(error))


def _of_sqlite(path: Path, error: sqlite3.OperationalError) -> LogUnavailable:
    """Of a failed write SQLite may say no more than that: the system says why."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(path)
    if code == sqlite3.SQLITE_IOERR:
        try:
            with tempfile.TemporaryFile(dir=path.parent) as tried:
                tried.write(bytes(TRIED))
        except OSError as why:
            why.filename = None  # of the trial, which nobody knows
            return _of_system(path, why)
    return LogUnavailable(path, str(error))


def _reason(error: OSError) -> str:
    return f"{visible_path(error.filename)}: {reason(error)}" if error.filename else reason(error)
