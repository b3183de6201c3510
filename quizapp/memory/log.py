"""The review log: append-only, and whole after SIGKILL at any moment."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from uuid import uuid4

from quizapp.memory import backup, cache, packed
from quizapp.memory.acts.act import Act
from quizapp.memory.copied import CopiedLog
from quizapp.memory.database import BUSY_SECONDS, Database
from quizapp.memory.errors import LogUnavailable, NoBackup
from quizapp.memory.reader import as_day
from quizapp.memory.renames import follow
from quizapp.memory.review import Review
from quizapp.memory.rows import act_to_row, arrival_to_row, to_row
from quizapp.memory.schedule import DEFAULT_SCHEDULING, Memory, Scheduling
from quizapp.memory.spread import EVERY_DAY, Days

ARRIVALS = 1000
"""Cards in a row: one is not longer than what another copy of the log takes for a row."""


class ReviewLog(CopiedLog):
    """Every answer ever given, and the memories that follow from them.

    A method that writes is one transaction, on the disk when it returns; it raises
    LogBusy where another program does not let go of the file, another LogUnavailable where the
    disk is full. Any method raises CorruptLog when it finds the file damaged, and the log is
    closed then.
    """

    @classmethod
    def open(
        cls,
        path: Path,
        scheduling: Scheduling = DEFAULT_SCHEDULING,
        renames: Mapping[str, str] | None = None,
        *,
        days: Days = EVERY_DAY,
        patience: float = BUSY_SECONDS,
    ) -> ReviewLog:
        """Open the log, made anew where there is none, its memories up to date.

        `renames` are the ids of today by former ones: what was answered under those counts.
        `days` say how much the learner would have of each. Parameters that were fitted to the
        answers take the place of the schedule's own.
        Raises LogBusy where another program holds it for longer than the patience, in seconds,
        LogUnavailable where it cannot be read and written, NewerDatabase when a later version of
        quiz wrote it, CorruptLog when it was damaged.
        """
        database = Database.open(path, patience)
        try:
            with database.guarded() as db:
                mattering = follow(db, renames) if renames else {}
            log = cls(database, scheduling, mattering, days)
            with database.guarded() as db:
                current = cache.is_current(db, log._made_of)
            if not current:
                log.wait_at_most(patience)
                log.rebuild()
                log.wait_at_most(BUSY_SECONDS)
        except BaseException:
            database.close()
            raise
        return log

    def close(self) -> None:
        self._database.close()

    def wait_at_most(self, seconds: float) -> None:
        """How long to wait from now on, before writing, for another program that does."""
        self._database.patience = seconds

    @contextmanager
    def waiting_at_most(self, seconds: float) -> Iterator[None]:
        """The same for as long as this lasts."""
        before = self._database.patience
        self.wait_at_most(seconds)
        try:
            yield
        finally:
            self.wait_at_most(before)

    def __enter__(self) -> ReviewLog:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def append(self, review: Review) -> Memory | None:
        """Log a review; returns the card's memory after it."""
        with self._writing() as db:
            _add_review(db, review)
            return self._refresh(db, review.card)

    def retract(self, review_id: str, at: datetime) -> Memory | None:
        """Undo a review; returns the card's memory without it.

        To undo twice is to undo once. Raises LookupError for a review that is not in the log.
        """
        with self._writing() as db:
            return self._refresh(db, self._retract(db, review_id, at))

    def replace(self, old_id: str, review: Review) -> Memory | None:
        """Retract a review and log another of the same card; returns the memory after it.

        Raises LookupError when the card has no such review.
        """
        with self._writing() as db:
            if self._retract(db, old_id, review.at) != review.card:
                raise LookupError(f"review {old_id} is not of the card {review.card}")
            _add_review(db, review)
            return self._refresh(db, review.card)

    def act(self, act: Act) -> Memory | None:
        """Log an act; returns the card's memory after it."""
        self.act_on_all([act])
        return self._known().get(act.card)

    def undo_act(self, act: Act, undo_id: str, at: datetime) -> Memory | None:
        """Take an act back; returns the card's memory without it. Twice is once."""
        self.undo_acts([(act, undo_id)], at)
        return self._known().get(act.card)

    def act_on_all(self, acts: Iterable[Act]) -> None:
        """Log acts on different cards, all or none."""
        acts = list(acts)
        foreseen = self._foreseen(acts)
        with self._writing() as db:
            self._refresh_all(db, [_add_act(db, act) for act in acts], foreseen)

    def undo_acts(self, undos: Iterable[tuple[Act, str]], at: datetime) -> None:
        """Take acts back, all or none: each with the id of its undo."""
        self.act_on_all(
            replace(act, id=undo_id, at=at, name="undo", value=act.id) for act, undo_id in undos
        )

    def note_arrivals(
        self, cards: Collection[str], renames: Mapping[str, str], today: date
    ) -> None:
        """Log which of these cards are there for the first time; `renames` as of `arrivals`.

        The first of all are as old as what else is logged: nobody noted when they came.
        """
        known = self.arrivals(renames)
        if not (arrived := sorted({*cards} - known.keys())):
            return
        with self._writing() as db:
            if not known:
                for table in ("review", "act"):
                    [(begun,)] = db.execute(f"SELECT min(study_date) FROM {table}")
                    today = min(as_day(begun) or today, today)
            for first in range(0, len(arrived), ARRIVALS):
                some = arrived[first : first + ARRIVALS]
                packed.add(db, "arrival", arrival_to_row(str(uuid4()), today, some))

    def is_backed_up(self, now: datetime) -> bool:
        """Whether there is a backup of today."""
        return os.access(self._backup_of(now), os.F_OK)

    def _backup_of(self, now: datetime) -> Path:
        return backup.backup_path(self._database.path, now.date().isoformat())

    def backup_if_due(self, now: datetime) -> bool:
        """Back up the log unless today's backup is there, and drop those that are too old.

        Returns whether there was none of today. Raises NoBackup where it cannot be written.
        """
        if self.is_backed_up(now):
            return False
        try:
            with self._database.guarded() as db:
                backup.clear_unfinished(self._database.path)
                backup.back_up(db, self._backup_of(now))
                backup.prune(self._database.path, now.date())
        except LogUnavailable as error:
            raise NoBackup(error.reason) from error
        return True

    def copy_to(self, target: Path) -> None:
        """Write a copy that is whole and sound.

        Raises OSError or sqlite3.OperationalError where it cannot be written, CorruptLog where
        there is nothing sound to be copied.
        """
        try:
            backup.back_up(self._database.connection, target)
        except backup.Damaged:
            with self._database.guarded():
                raise

    def _retract(self, db: sqlite3.Connection, review_id: str, at: datetime) -> str:
        """Returns the review's card."""
        id = packed.pack_id(review_id)
        found = db.execute("SELECT card FROM review WHERE id = ?", [id]).fetchone()
        if found is None:
            raise LookupError(f"review {review_id} is not in the log")
        if not db.execute("SELECT 1 FROM retraction WHERE review = ?", [id]).fetchone():
            packed.add(db, "retraction", {"review": review_id, "at": packed.utc(at)})
            cache.drop(db, id)
        return self._renames.get(found[0], str(found[0]))


def _add_review(db: sqlite3.Connection, review: Review) -> None:
    row = to_row(review) | {"engine": engine_version()}
    packed.add(db, "review", row)
    cache.add(db, packed.pack_id(review.id))


def _add_act(db: sqlite3.Connection, act: Act) -> str:
    """Returns its card."""
    packed.add(db, "act", act_to_row(act))
    return act.card


@lru_cache(maxsize=1)
def engine_version() -> str:
    """The version of the library that computes memories."""
    from importlib.metadata import version  # 20 ms, not needed to open the log

    return version("fsrs-rs-python")
