"""The review log: append-only, and whole after SIGKILL at any moment."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from uuid import uuid4

from quizapp.memory import backup, cache
from quizapp.memory.acts.act import Act, Standing
from quizapp.memory.acts.table import ACTS, standing_after
from quizapp.memory.beliefs import Belief, beliefs
from quizapp.memory.database import BUSY_SECONDS, Database
from quizapp.memory.renames import follow
from quizapp.memory.replay import replay
from quizapp.memory.review import MOVES_MEMORY, DayCounts, Rating, Review
from quizapp.memory.rows import UnreadableRow, act_to_row, to_act, to_review, to_row, utc
from quizapp.memory.schedule import (
    DEFAULT_SCHEDULING,
    Interval,
    Memory,
    Scheduling,
    preview,
)

FEWEST_FOR_USUAL = 3
"""Answers that it takes to speak of the learner's usual time."""

LATEST = 200
"""Answers by which the learner's pace is judged."""

MOVING = "kind IN ({})".format(", ".join(f"'{kind}'" for kind in MOVES_MEMORY))


class ReviewLog:
    """Every answer ever given, and the memories that follow from them.

    A method that writes is one transaction, on the disk when it returns; it raises
    LogBusy where another program does not let go of the file, another LogUnavailable where the
    disk is full. Any method raises CorruptLog when it finds the file damaged, and the log is
    closed then.
    """

    def __init__(
        self, database: Database, scheduling: Scheduling, renames: Mapping[str, str]
    ) -> None:
        self.scheduling = scheduling
        self._database = database
        self._renames = renames
        self._made_of = cache.fingerprint(scheduling, renames)
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
        patience: float = BUSY_SECONDS,
    ) -> ReviewLog:
        """Open the log, made anew where there is none, its memories up to date.

        `renames` are the ids of today by former ones: what was answered under those counts.
        Raises LogBusy where another program holds it for longer than the patience, in seconds,
        LogUnavailable where it cannot be read and written, NewerDatabase when a later version of
        quiz wrote it, CorruptLog when it was damaged.
        """
        database = Database.open(path, patience)
        try:
            with database.guarded() as db:
                mattering = follow(db, renames) if renames else {}
            log = cls(database, scheduling, mattering)
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
        with self._writing() as db:
            _add(db, "act", act_to_row(act))
            return self._refresh(db, act.card)

    def undo_act(self, act: Act, undo_id: str, at: datetime) -> Memory | None:
        """Take an act back; returns the card's memory without it. Twice is once."""
        with self._writing() as db:
            undo = replace(act, id=undo_id, at=at, name="undo", value=act.id)
            _add(db, "act", act_to_row(undo))
            return self._refresh(db, act.card)

    def acts(self, card: str | None = None) -> list[Act]:
        """All acts that stand, or those on one card, in order of time."""
        with self._database.guarded() as db:
            return list(_acts(db, card))

    def standings(self) -> dict[str, Standing]:
        """How each card stands on which there were acts."""
        return {card: standing_after(acts) for card, acts in _by_card(self.acts()).items()}

    def standing(self, card: str) -> Standing:
        return standing_after(self.acts(card))

    def rebuild(self) -> None:
        """Derive all memories anew from the log."""
        with self._writing() as db:
            reviews, acts = _select(db, "ORDER BY card, at, id"), _by_card(_acts(db))
            cache.rebuild(db, list(reviews), acts, self.scheduling, self._made_of)
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

    def is_sound(self) -> bool:
        """Whether the file passes SQLite's integrity check."""
        with self._database.guarded() as db:
            return backup.is_sound(db)

    def unreadable(self) -> int:
        """How many reviews cannot be read. They stay in the file, and nothing counts them."""
        with self._database.guarded() as db:
            [(rows,)] = db.execute("SELECT count(*) FROM standing")
            return int(rows) - len(list(_select(db, "")))

    def memories(self) -> dict[str, Memory]:
        """The memory of every card that has been reviewed."""
        return dict(self._known())

    def _known(self) -> Mapping[str, Memory]:
        """What `memories` gives, not to be kept: it changes with the log."""
        with self._database.guarded() as db:
            [(version,)] = db.execute("PRAGMA data_version")  # another's, for ours leave it
        if self._memories is None or version != self._data_version:
            self._memories, self._data_version = self._load(), version
        return self._memories

    def _load(self) -> dict[str, Memory]:
        try:
            with self._database.guarded() as db:
                return cache.load(db)
        except (TypeError, ValueError):  # damaged where SQLite does not notice
            self.rebuild()
            with self._database.guarded() as db:
                return cache.load(db)

    def preview(self, card: str, study_date: date) -> dict[Rating, Interval]:
        """When the card would come back under each rating, in view of when the others do.

        To be asked before the answer is logged, and its review logged with the `due` shown.
        """
        memories = self._known()
        memory = memories.get(card)
        load = Counter(other.due for other in memories.values())
        if memory is not None:
            load[memory.due] -= 1
        return preview(card, memory, study_date, self.scheduling, load)

    def reviews(self, card: str | None = None) -> list[Review]:
        """All reviews that stand, or those of one card, in order of time."""
        with self._database.guarded() as db:
            if card is None:
                return list(_select(db, "ORDER BY at, id"))
            return list(_select(db, "WHERE card = ? ORDER BY at, id", card))

    def last_on(self, study_date: date) -> Review | Act | None:
        """What was last logged on a study date, by this copy of the log."""
        with self._database.guarded() as db:
            clause = "WHERE study_date = ? AND device = ? ORDER BY at DESC, id DESC LIMIT 1"
            values = [study_date.isoformat(), _device(db)]
            reviews = list(_select(db, clause, *values))
            acts = list(_select_acts(db, clause, *values))
        logged: list[Review | Act] = [*reviews, *acts]
        return max(logged, key=lambda logged: (logged.at, logged.id), default=None)

    def counts_on(self, study_date: date) -> DayCounts:
        """How many cards were introduced and reviewed on a study date; practice is neither."""
        day = study_date.isoformat()
        with self._database.guarded() as db:
            [(cards, introduced)] = db.execute(
                "SELECT count(*), count(*) FILTER (WHERE NOT EXISTS ("
                "  SELECT 1 FROM standing AS earlier WHERE earlier.card = today.card"
                f" AND earlier.study_date < ? AND earlier.{MOVING}))"
                f" FROM (SELECT DISTINCT card FROM standing WHERE study_date = ? AND {MOVING})"
                " AS today",
                [day, day],
            )
        return DayCounts(new=introduced, reviews=cards - introduced)

    def answers_by_day(self) -> dict[date, int]:
        """How many answers were given on each study date, practice included."""
        with self._database.guarded() as db:
            rows = db.execute("SELECT study_date, answers FROM day WHERE answers > 0")
            return {day: answers for text, answers in rows if (day := _day(text))}

    def usual_seconds(self, card: str) -> float | None:
        """The median time of the right answers to a card; None while they are few."""
        return self._median_seconds('WHERE card = ? AND "right" = 1', card)

    def pace(self) -> float | None:
        """The median time in seconds of the latest answers; None while they are few."""
        return self._median_seconds(f"ORDER BY id DESC LIMIT {LATEST}")

    def _median_seconds(self, clause: str, *values: str) -> float | None:
        from statistics import median  # not needed to open the log

        with self._database.guarded() as db:
            rows = db.execute(f"SELECT seconds FROM standing {clause}", values).fetchall()
        times = [seconds for [seconds] in rows if isinstance(seconds, float)]
        return median(times) if len(times) >= FEWEST_FOR_USUAL else None

    def confident_errors(self, since: date) -> frozenset[str]:
        """Cards whose last review, on or after a study date, was wrong and not marked a guess."""
        with self._database.guarded() as db:
            # SQLite takes bare columns from the row that holds the maximum. The `+` has it find
            # the rows by their date, which are few, and not go through all by the card.
            rows = db.execute(
                'SELECT card FROM (SELECT card, "right", guess, max(at) FROM standing'
                f" WHERE study_date >= ? AND {MOVING} GROUP BY +card)"
                ' WHERE "right" = 0 AND guess = 0',
                [since.isoformat()],
            ).fetchall()
        return frozenset(card for [card] in rows)

    def beliefs(self) -> Mapping[str, Belief]:
        """How often each wrong model was shown, of the chances that answers gave."""
        with self._database.guarded() as db:
            chances = db.execute(
                "SELECT key, card, study_date, value FROM standing,"
                " json_each(CASE WHEN json_valid(ideas) THEN ideas ELSE '{}' END)"
                " WHERE ideas != '{}' ORDER BY at, standing.id"
            ).fetchall()
        return beliefs(
            (str(idea), str(card), day, bool(shown))
            for idea, card, text, shown in chances
            if (day := _day(text))
        )

    def missed_on(self, study_date: date) -> dict[str, bool]:
        """Cards rated Again on a study date, and whether the last answer of it was better.

        Not those of which the learner has decided since that they are new, or come back later.
        """
        with self._database.guarded() as db:
            # As above.
            rows = db.execute(
                "SELECT card, rating, max(at) FROM standing"
                " WHERE study_date = ? AND kind != 'manual' GROUP BY +card"
                f" HAVING count(*) FILTER (WHERE rating = {Rating.AGAIN:d}) > 0",
                [study_date.isoformat()],
            ).fetchall()
            moved = {
                act.card: utc(act.at)
                for act in _acts(db)
                if act.study_date == study_date and act.name in ACTS and ACTS[act.name].moves_memory
            }
        return {
            card: rating != Rating.AGAIN for card, rating, at in rows if moved.get(card, "") < at
        }

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction. Where it is undone, what was known of its memories is forgotten."""
        try:
            with self._database.transaction() as db:
                yield db
        except BaseException:
            self._memories = None
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
            {"id": review_id, "device": _device(db), "at": utc(at)},
        )
        cache.count(db, found[1], -done.rowcount)
        return self._renames.get(found[0], str(found[0]))

    def _refresh(self, db: sqlite3.Connection, card: str) -> Memory | None:
        reviews = _select(db, "WHERE card = ? ORDER BY at, id", card)
        memory = replay(reviews, self.scheduling, _acts(db, card))
        cache.store(db, card, memory)
        cache.note_writer(db, self._made_of)
        if self._memories is not None:
            self._memories.pop(card, None)
            if memory is not None:
                self._memories[card] = memory
        return memory


def _select(db: sqlite3.Connection, clause: str, *values: str) -> Iterator[Review]:
    """The reviews that can be read; one that was damaged is passed over."""
    for row in db.execute(f"SELECT * FROM standing {clause}", values):
        with suppress(UnreadableRow):
            yield to_review(row)


def _acts(db: sqlite3.Connection, card: str | None = None) -> Iterator[Act]:
    """All acts that can be read, or those on one card, in order of time."""
    if card is None:
        return _select_acts(db, "ORDER BY at, id")
    return _select_acts(db, "WHERE card = ? ORDER BY at, id", card)


def _select_acts(db: sqlite3.Connection, clause: str, *values: str) -> Iterator[Act]:
    for row in db.execute(f"SELECT * FROM standing_act {clause}", values):
        with suppress(UnreadableRow):
            yield to_act(row)


def _by_card(acts: Iterable[Act]) -> Mapping[str, Sequence[Act]]:
    by_card = defaultdict[str, list[Act]](list)
    for act in acts:
        by_card[act.card].append(act)
    return by_card


def _add_review(db: sqlite3.Connection, review: Review) -> None:
    row = to_row(review) | {"engine": engine_version()}
    _add(db, "review", row)
    cache.count(db, row["study_date"], 1)


def _add(db: sqlite3.Connection, table: str, row: Mapping[str, object]) -> None:
    values = {**row, "device": _device(db)}
    columns = ", ".join(f'"{name}"' for name in values)
    places = ", ".join(f":{name}" for name in values)
    db.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})", values)


def _day(text: object) -> date | None:
    """A study date; None for what was damaged."""
    try:
        return date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None


def _device(db: sqlite3.Connection) -> str:
    """The UUID of this copy of the log; another one where it was damaged."""
    db.execute("INSERT OR IGNORE INTO meta VALUES ('device', ?)", [str(uuid4())])
    [(device,)] = db.execute("SELECT value FROM meta WHERE key = 'device'")
    return str(device)


@lru_cache(maxsize=1)
def engine_version() -> str:
    """The version of the library that computes memories."""
    from importlib.metadata import version  # 20 ms, not needed to open the log

    return version("fsrs-rs-python")
