"""What follows from the log, known and kept up with each row that is added to it."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from quizapp.memory import answer_cache, belief_cache, cache
from quizapp.memory.acts.act import OF_ALL, Act
from quizapp.memory.answer_cache import CardAnswers
from quizapp.memory.beliefs import Belief
from quizapp.memory.database import Database
from quizapp.memory.fitted import latest_kept
from quizapp.memory.reader import LogReader
from quizapp.memory.renames import follow
from quizapp.memory.review import Rating
from quizapp.memory.rows import OF_CARD, select_acts, select_gradings
from quizapp.memory.schedule import Interval, Memory, Scheduling, preview
from quizapp.memory.spread import Days

D = TypeVar("D")


@dataclass(frozen=True)
class _Foreseen:
    """What follows for all cards by a scheduling, as the log was at a `data_version`."""

    version: int
    scheduling: Scheduling
    derived: Mapping[str, cache.Derived]


class DerivedLog(LogReader):
    """The log with the memories that follow from it, as the tables have them that are derived."""

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
        self._due = Counter[date]()
        """How many of these are due on each date."""
        self._data_version = -1
        self._looked_at = 0
        self.changed_elsewhere()

    def changed_elsewhere(self) -> bool:
        """Whether another program has written since this was asked last."""
        with self._database.guarded() as db:
            version = _version(db)
        before, self._looked_at = self._looked_at, version
        return before != version

    def rebuild(self) -> None:
        """Derive all memories anew from the log."""
        with self._writing() as db:
            cache.rebuild(db, dict(cache.derive_all(db, self.scheduling)), self._made_of)
        self._memories = None

    def follow(self, renames: Mapping[str, str]) -> None:
        """Have what was logged under former ids count for those of today, from now on."""
        if not (renames or self._renames):
            return
        with self._database.guarded() as db:
            mattering = follow(db, renames)
        if mattering != self._renames:
            self._renames = mattering
            self._made_of = cache.fingerprint(self.scheduling, mattering)
            self.rebuild()

    def memories(self) -> dict[str, Memory]:
        """The memory of every card that has been reviewed."""
        return dict(self._known())

    def _known(self) -> Mapping[str, Memory]:
        """What `memories` gives, not to be kept: it changes with the log."""
        with self._database.guarded() as db:
            version = _version(db)
            if version != self._data_version:
                self._follow(db)
        if self._memories is None or version != self._data_version:
            self._memories, self._data_version = self._derived(cache.load), version
            self._due = Counter(memory.due for memory in self._memories.values())
        return self._memories

    def beliefs(self) -> Mapping[str, Belief]:
        """How often each wrong model was shown, of the chances that answers gave."""
        return self._derived(belief_cache.load)

    def answers(self) -> Sequence[CardAnswers]:
        """What is counted of all answers that stand, card by card."""
        return self._derived(answer_cache.load)

    def tested(self, first: date, last: date, cards: Container[str]) -> tuple[int, int]:
        """How often these cards came back on study dates from the first to the last, each once a
        day, and how often they were remembered.
        """
        return self._derived(
            lambda db: answer_cache.tested(db, first=first, last=last, cards=cards)
        )

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
        others = self._due.copy()
        if memory is not None:
            others[memory.due] -= 1
        return preview(card, memory, study_date, self.scheduling, others, self.days)

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
            version = _version(db)
            known = [*select_acts(db, OF_CARD, OF_ALL), *acts]
            scheduling = self._fitted(act for act in known if act.id not in undone)
            if scheduling == self.scheduling:
                return None
            return _Foreseen(version, scheduling, dict(cache.derive_all(db, scheduling)))

    def _refresh_all(
        self, db: sqlite3.Connection, cards: Iterable[str], foreseen: _Foreseen | None = None
    ) -> None:
        """Derive anew what hangs on these cards, of which something was logged."""
        cards = dict.fromkeys(cards)
        if OF_ALL in cards and self._follow(db):
            now = _version(db), self.scheduling
            if foreseen and (foreseen.version, foreseen.scheduling) == now:
                derived = foreseen.derived
            else:
                derived = dict(cache.derive_all(db, self.scheduling))
            cache.store_all(db, derived, self._made_of)
            self._memories = None
        for card in cards:
            self._refresh(db, card)

    def _refresh(self, db: sqlite3.Connection, card: str) -> Memory | None:
        reviews, acts = select_gradings(db, OF_CARD, card), select_acts(db, OF_CARD, card)
        derived = cache.derive(reviews, acts, self.scheduling)
        cache.store(db, card, derived)
        memory = derived.memory
        cache.note_writer(db, self._made_of)
        if self._memories is not None:
            if (before := self._memories.pop(card, None)) is not None:
                self._due[before.due] -= 1
            if memory is not None:
                self._memories[card] = memory
                self._due[memory.due] += 1
        return memory


def _version(db: sqlite3.Connection) -> int:
    """A number that is another once another program has written; what is written here leaves it."""
    [(version,)] = db.execute("PRAGMA data_version")
    return int(version)
