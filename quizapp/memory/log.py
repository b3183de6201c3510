"""The review log: append-only, and whole after SIGKILL at any moment."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar
from uuid import uuid4

from quizapp.memory import answer_cache, backup, belief_cache, cache
from quizapp.memory.acts.act import OF_ALL, Act
from quizapp.memory.answer_cache import CardAnswers
from quizapp.memory.beliefs import Belief
from quizapp.memory.database import BUSY_SECONDS, Database
from quizapp.memory.fitted import latest_kept
from quizapp.memory.reader import LogReader, as_day, by_card
from quizapp.memory.renames import follow
from quizapp.memory.review import Rating, Review
from quizapp.memory.rows import (
    EXCHANGED,
    IN_TIME,
    OF_CARD,
    act_to_row,
    arrival_to_row,
    device,
    select_acts,
    select_reviews,
    to_row,
    utc,
)
from quizapp.memory.schedule import DEFAULT_SCHEDULING, Interval, Memory, Scheduling, preview
from quizapp.memory.spread import EVERY_DAY, Days

D = TypeVar("D")


PORTION = 1000
"""Rows that are read at once: other terminals may write in between."""

ARRIVALS = 1000
"""Cards in a row: one is not longer than what another copy of the log takes for a row."""


@dataclass(frozen=True)
class _Foreseen:
    """What follows for all cards by a scheduling, as the log was at a `data_version`."""

    version: int
    scheduling: Scheduling
    derived: Mapping[str, cache.Derived]


class ReviewLog(LogReader):
    """Every answer ever given, and the memories that follow from them.

    A method that writes is one transaction, on the disk when it returns; it raises
    LogBusy where another program does not let go of the file, another LogUnavailable where the
    disk is full. Any method raises CorruptLog when it finds the file damaged, and the log is
    closed then.
    """

    def __init__(
        self, database: Database, scheduling: Scheduling, renames: Mapping[str, str], days: Days
    ) -> None:
        super().__init__(database)
        self.scheduling = self._as_set = scheduling
        self._days = days
        self._renames = renames
        with database.guarded() as db:
            self._follow(db)
        self._made_of = cache.fingerprint(self.scheduling, renames)
        self._memories: dict[str, Memory] | None = None
        """As in the table, when its version was `_data_version`."""
        self._data_version = -1

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
                [(begun,)] = db.execute(
                    "SELECT min(day) FROM (SELECT min(study_date) AS day FROM review"
                    " UNION ALL SELECT min(study_date) FROM act)"
                )
                today = min(as_day(begun) or today, today)
            for first in range(0, len(arrived), ARRIVALS):
                some = arrived[first : first + ARRIVALS]
                _add(db, "arrival", arrival_to_row(str(uuid4()), today, some))

    @property
    def device(self) -> str:
        """The UUID of this copy of the log."""
        with self._database.guarded() as db:
            return device(db)

    def ends(self) -> dict[str, int]:
        """The number of the last row of each table that one copy of the log gives to another."""
        last = (f"(SELECT ifnull(max(rowid), 0) FROM {table})" for table in EXCHANGED)
        with self._database.guarded() as db:
            [numbers] = db.execute(f"SELECT {', '.join(last)}")
        return dict(zip(EXCHANGED, numbers, strict=True))

    def rows(
        self,
        ends: Mapping[str, int],
        after: Mapping[str, int] | None = None,
        device: str | None = None,
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """The rows up to some numbers, and after others, with the table that each is of: those
        that were made in one copy of the log, or all. An answer comes before its undoing.
        """
        for table, end in ends.items():
            last = after.get(table, 0) if after else 0
            while last < end:
                with self._database.guarded() as db:
                    found = db.execute(
                        f"SELECT rowid AS number, * FROM {table} WHERE rowid > ? AND rowid <= ?"
                        " AND device = ifnull(?, device) ORDER BY rowid LIMIT ?",
                        [last, end, device, PORTION],
                    ).fetchall()
                for row in map(dict, found):
                    last = row.pop("number")
                    yield table, row
                if len(found) < PORTION:
                    break

    def take_in(self, rows: Iterable[tuple[str, Mapping[str, Any]]]) -> int:
        """Add rows of another copy of the log that are not there; returns how many these were.

        That a review was undone which has not come yet is left for another time.
        """
        with self._writing() as db:
            cards = [card for table, row in rows if (card := _take_in(db, table, row)) is not None]
            self._refresh_all(db, (self._renames.get(card, card) for card in cards if card))
        return len(cards)

    def lacks(self, reviews: Iterable[str]) -> bool:
        """Whether one of these answers, by id, is not there, as it stands or taken back."""
        with self._database.guarded() as db:
            known = "SELECT 1 FROM review WHERE id = ?"
            return any(db.execute(known, [review]).fetchone() is None for review in reviews)

    def noted(self, key: str) -> str | None:
        """What was noted by that name; it may be lost at any time."""
        with self._database.guarded() as db:
            found = db.execute("SELECT value FROM meta WHERE key = ?", [key]).fetchone()
        return None if found is None else str(found[0])

    def note(self, key: str, value: str) -> None:
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [key, value])

    def rebuild(self) -> None:
        """Derive all memories anew from the log."""
        with self._writing() as db:
            cache.rebuild(db, _derived(db, self.scheduling), self._made_of)
        self._memories = None

    def backup_if_due(self, now: datetime) -> bool:
        """Back up the log unless today's backup is there, and drop those that are too old.

        Returns whether there was none of today. Raises LogUnavailable where it cannot be written.
        """
        target = backup.backup_path(self._database.path, now.date().isoformat())
        if target.exists():
            return False
        with self._database.guarded() as db:
            backup.back_up(db, target)
            backup.prune(self._database.path)
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

    def memories(self) -> dict[str, Memory]:
        """The memory of every card that has been reviewed."""
        return dict(self._known())

    def _known(self) -> Mapping[str, Memory]:
        """What `memories` gives, not to be kept: it changes with the log."""
        with self._database.guarded() as db:
            [(version,)] = db.execute("PRAGMA data_version")  # another's, for ours leave it
            if version != self._data_version:
                self._follow(db)
        if self._memories is None or version != self._data_version:
            self._memories, self._data_version = self._derived(cache.load), version
        return self._memories

    def beliefs(self) -> Mapping[str, Belief]:
        """How often each wrong model was shown, of the chances that answers gave."""
        return self._derived(belief_cache.load)

    def answers(self) -> Sequence[CardAnswers]:
        """What is counted of all answers that stand, card by card."""
        return self._derived(answer_cache.load)

    def _derived(self, load: Callable[[sqlite3.Connection], D]) -> D:
        """What a table has that is derived from the log."""
        try:
            with self._database.guarded() as db:
                return load(db)
        except (TypeError, ValueError):  # damaged where SQLite does not notice
            self.rebuild()
            with self._database.guarded() as db:
                return load(db)

    def preview(self, card: str, study_date: date) -> dict[Rating, Interval]:
        """When the card would come back under each rating, in view of when the others do.

        To be asked before the answer is logged, and its review logged with the `due` shown.
        """
        memories = self._known()
        memory = memories.get(card)
        load = Counter(other.due for other in memories.values())
        if memory is not None:
            load[memory.due] -= 1
        return preview(card, memory, study_date, self.scheduling, load, self.days)

    @property
    def days(self) -> Days:
        """What the learner would have of the days to come."""
        return replace(self._days, away=tuple((first, last) for _, first, last in self.absences()))

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction. Where it is undone, what was known of its memories is forgotten."""
        try:
            with self._database.transaction() as db:
                self._follow(db)
                yield db
        except BaseException:
            self._memories, self._data_version = None, -1
            raise

    def _retract(self, db: sqlite3.Connection, review_id: str, at: datetime) -> str:
        """Returns the review's card."""
        found = db.execute(
            "SELECT card, study_date FROM review WHERE id = ?", [review_id]
        ).fetchone()
        if found is None:
            raise LookupError(f"review {review_id} is not in the log")
        done = db.execute(
            "INSERT INTO retraction (review, device, at) SELECT :id, :device, :at"
            " WHERE NOT EXISTS (SELECT 1 FROM retraction WHERE review = :id)",
            {"id": review_id, "device": device(db), "at": utc(at)},
        )
        if done.rowcount:
            cache.drop(db, review_id, found[1])
        return self._renames.get(found[0], str(found[0]))

    def _follow(self, db: sqlite3.Connection) -> bool:
        """Go by the parameters that stand in the log; whether these are others by now."""
        scheduling = self._fitted(select_acts(db, OF_CARD, OF_ALL))
        if scheduling == self.scheduling:
            return False
        self.scheduling = scheduling
        self._made_of = cache.fingerprint(self.scheduling, self._renames)
        return True

    def _fitted(self, acts: Iterable[Act]) -> Scheduling:
        """The schedule that was set, by the parameters that acts in order of time have fitted."""
        latest = latest_kept(acts)
        return replace(self._as_set, parameters=latest[1].parameters) if latest else self._as_set

    def _foreseen(self, acts: Sequence[Act]) -> _Foreseen | None:
        """What follows by the parameters that are in force after some acts, where these are
        others: derived before the log is held, so that no answer elsewhere has to wait.
        """
        if all(act.card != OF_ALL for act in acts):
            return None
        undone = {act.value for act in acts}
        with self._database.guarded() as db:
            [(version,)] = db.execute("PRAGMA data_version")
            known = [*select_acts(db, OF_CARD, OF_ALL), *acts]
            scheduling = self._fitted(act for act in known if act.id not in undone)
            if scheduling == self.scheduling:
                return None
            return _Foreseen(version, scheduling, _derived(db, scheduling))

    def _refresh_all(
        self, db: sqlite3.Connection, cards: Iterable[str], foreseen: _Foreseen | None = None
    ) -> None:
        """Derive anew what hangs on these cards, of which something was logged."""
        cards = dict.fromkeys(cards)
        if OF_ALL in cards and self._follow(db):
            [(version,)] = db.execute("PRAGMA data_version")
            if foreseen and (foreseen.version, foreseen.scheduling) == (version, self.scheduling):
                derived = foreseen.derived
            else:
                derived = _derived(db, self.scheduling)
            cache.store_all(db, derived, self._made_of)
            self._memories = None
        for card in cards:
            self._refresh(db, card)

    def _refresh(self, db: sqlite3.Connection, card: str) -> Memory | None:
        reviews, acts = select_reviews(db, OF_CARD, card), select_acts(db, OF_CARD, card)
        derived = cache.derive(reviews, acts, self.scheduling)
        cache.store(db, card, derived)
        memory = derived.memory
        cache.note_writer(db, self._made_of)
        if self._memories is not None:
            self._memories.pop(card, None)
            if memory is not None:
                self._memories[card] = memory
        return memory


def _take_in(db: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> str | None:
    """Add a row of another copy; returns the card whose memory it may move, if any, or None where
    it is there or cannot be yet.
    """
    if table == "retraction":
        of = db.execute("SELECT card, study_date FROM review WHERE id = ?", [row["review"]])
        known = db.execute("SELECT 1 FROM retraction WHERE review = ?", [row["review"]])
        if (review := of.fetchone()) is None or known.fetchone() is not None:
            return None
        _add(db, table, row)
        cache.drop(db, row["review"], review["study_date"])
        return str(review["card"])
    if db.execute(f"SELECT 1 FROM {table} WHERE id = ?", [row["id"]]).fetchone() is not None:
        return None
    _add(db, table, row)
    if table == "review":
        cache.add(db, row["id"], row["study_date"])
    return "" if table == "arrival" else str(row["card"])


def _add_review(db: sqlite3.Connection, review: Review) -> None:
    row = to_row(review) | {"engine": engine_version()}
    _add(db, "review", row)
    cache.add(db, review.id, row["study_date"])


def _derived(db: sqlite3.Connection, scheduling: Scheduling) -> dict[str, cache.Derived]:
    """What follows from all that is logged."""
    reviews = select_reviews(db, "ORDER BY card, at, id")
    return cache.derive_all(reviews, by_card(select_acts(db, IN_TIME)), scheduling)


def _add_act(db: sqlite3.Connection, act: Act) -> str:
    """Returns its card."""
    _add(db, "act", act_to_row(act))
    return act.card


def _add(db: sqlite3.Connection, table: str, row: Mapping[str, object]) -> None:
    values = {"device": device(db), **row}
    columns = ", ".join(f'"{name}"' for name in values)
    places = ", ".join(f":{name}" for name in values)
    db.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})", values)


@lru_cache(maxsize=1)
def engine_version() -> str:
    """The version of the library that computes memories."""
    from importlib.metadata import version  # 20 ms, not needed to open the log

    return version("fsrs-rs-python")
