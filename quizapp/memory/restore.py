"""The backups that there are of a log, and the way back to one of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from quizapp.errors import UserError
from quizapp.machine.safekeeping import partial_of
from quizapp.memory.backup import back_up, backup_path, is_sound
from quizapp.memory.database import Database
from quizapp.memory.exchange import NOTED
from quizapp.memory.given_up import limits_after, limits_of, note, rows_and_limits
from quizapp.memory.packed import unpack_day
from quizapp.memory.schema import VERSION, added, file_version
from quizapp.text.language import tr
from quizapp.text.reasons import reason
from quizapp.text.visible import visible_path

MOMENT = 1.0
"""Seconds within which a command that has the log open ends."""


@dataclass(frozen=True)
class Backup:
    """A copy of the log."""

    path: Path
    reviews: int | None
    """How many answers stand in it; None where it cannot be used."""
    last: str
    """The study date of the last of them, ISO 8601; empty where there is none."""

    @property
    def name(self) -> str:
        """The date of a daily one; else why it was made."""
        return self.path.stem.partition("-")[2]


def backups(log: Path) -> list[Backup]:
    """Every backup of a log, the newest first, each looked through for damage.

    Raises UserError where nobody may look for them.
    """
    return [look_at(path) for path in _paths(log)]


def fuller(log: Path, answers: int, gone_back: int) -> Backup | None:
    """The sound backup of a log with most answers, the newest of such, if they are more than these.

    Those that were undone count as well. What somebody who went back to a backup has given up is
    no loss: those made before are passed over for the log that was gone back on so many times, and
    come last for an earlier one. Only a backup that has more is looked through. Raises UserError
    where nobody may look for them.
    """
    there = [(*_logged(path), path) for path in _paths(log)]
    more = [one for one in there if one[0] >= gone_back and one[1] > answers]
    last_first = sorted(more, key=lambda one: one[:2], reverse=True)
    return next((found for *_, path in last_first if (found := look_at(path)).reviews), None)


def _paths(log: Path) -> list[Path]:
    """The newest first."""
    folder = backup_path(log, "").parent
    try:
        found = [*folder.iterdir()] if folder.exists() else []
        # A pipe would be waited for.
        paths = [path for path in found if path.match(f"{log.stem}-*.db") and path.is_file()]
        return sorted(paths, key=_made, reverse=True)
    except OSError as error:
        raise UserError(
            tr("{path} cannot be read: {strerror}", path=folder, strerror=reason(error))
        ) from error


def restore(log: Path, backup: Path, now: datetime) -> Path:
    """Make the log what it was in a backup; what it was just now is kept, at the path returned.

    Raises UserError where the backup cannot be used, or another terminal has the log open: a
    sitting cannot go on where its answers are gone. Raises what opening the log may raise, too.
    """
    if look_at(backup).reviews is None:
        raise UserError(
            tr(
                "{backup} is no log that this version of quiz can read; nothing is changed",
                backup=backup,
            )
        )
    if foreign := _added_to(backup):
        raise UserError(
            tr(
                "{backup} holds what quiz has not made: {added}; nothing is changed",
                backup=backup,
                added=visible_path(", ".join(foreign)),
            )
        )
    Database.open(log).close()  # or tell that it is damaged, before SQLite alone opens it
    database = Database(log, sqlite3.connect(log, timeout=MOMENT, isolation_level=None))
    try:
        with database.guarded() as db, closing(_read_only(backup)) as source:
            if not _is_ours_alone(db):
                raise UserError(
                    tr(
                        "quiz has {log} open in another terminal; end it there, then restore",
                        log=log,
                    )
                )
            with database.transaction():
                pass  # or tell that another log lies there by now
            kept = _not_taken(log, now)
            back_up(db, kept)
            _go_back(db, source, partial_of(kept))
    finally:
        database.close()
    Database.open(log).close()  # which brings it to the current version
    return kept


def _is_ours_alone(db: sqlite3.Connection) -> bool:
    """Whether nobody else has a connection, nor gets one until this one is closed.

    So nothing is written between the copy of what there is and what replaces it. A connection to a
    log in WAL always holds a lock of it; this one has done nothing yet.
    """
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    try:
        db.execute("BEGIN EXCLUSIVE")
        db.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            return False
        raise
    return True


def _not_taken(log: Path, now: datetime) -> Path:
    """Where to keep what there is before a restore."""
    label = f"before-restore-{now:%Y-%m-%d-%H%M%S}"
    while (kept := backup_path(log, label)).exists():  # two restores within a second
        label += "-again"
    return kept


def _go_back(db: sqlite3.Connection, source: sqlite3.Connection, draft: Path) -> None:
    """Put a backup in the place of the open log, with the note of that: at once, as a kill may
    come between two."""
    rows, of_backup = rows_and_limits(source)
    try:
        with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
            source.backup(copy)
            note(copy, limits_after(limits_of(db), of_backup, rows))
            copy.backup(db)
    finally:
        draft.unlink(missing_ok=True)


def _logged(backup: Path) -> tuple[int, int]:
    """How many times it was gone back on, and how many answers were ever logged in it, as far as
    can be read: none is ever deleted."""
    with suppress(OSError, sqlite3.Error), closing(_read_only(backup)) as db:
        [(answers,)] = db.execute("SELECT ifnull(max(rowid), 0) FROM review")
        return len(limits_of(db)), int(answers)
    return 0, 0


def was_exchanged(backup: Path) -> bool:
    """Whether other machines hold what stands in it: an exchange brings that back."""
    with closing(_read_only(backup)) as db:
        noted = db.execute("SELECT 1 FROM meta WHERE key GLOB ?", [f"{NOTED}*"])
        return noted.fetchone() is not None


def _added_to(backup: Path) -> list[str]:
    """What stands in a backup that would act whenever the log is written or read."""
    with closing(_read_only(backup)) as db:
        return added(db)


def _made(backup: Path) -> float:
    return backup.stat().st_mtime


def look_at(backup: Path) -> Backup:
    """What a backup holds, once it has been looked through for damage."""
    try:
        if not 0 < file_version(backup) <= VERSION:
            return Backup(backup, None, "")
        with closing(_read_only(backup)) as db:
            if not is_sound(db):
                return Backup(backup, None, "")
            [(reviews, last)] = db.execute("SELECT count(*), max(study_date) FROM standing")
            return Backup(backup, int(reviews), str(unpack_day(last) or ""))
    except (OSError, sqlite3.Error):
        return Backup(backup, None, "")


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)
