"""What is derived from the log, kept up answer by answer, and rebuilt at will: the table
`memory` has every card's memory, the table `day` how many answers each study date has. What
answers show of wrong models, and what is counted of them, is in tables of their own: see
`quizapp.memory.belief_cache` and `quizapp.memory.answer_cache`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, astuple, dataclass
from datetime import date

from fsrs_rs_python import FSRS, FSRSItem, FSRSReview

from quizapp.memory import answer_cache, belief_cache
from quizapp.memory.acts.act import Act
from quizapp.memory.reader import by_card
from quizapp.memory.replay import steps
from quizapp.memory.review import Grading
from quizapp.memory.rows import IN_TIME, OF_CARD, answered_cards, select_acts, select_gradings
from quizapp.memory.schedule import Memory, Scheduling

RECIPE = 8
"""Raised whenever the table, or the way from reviews to memory, changes."""

MEMORIES = """
CREATE TABLE memory (
    card TEXT PRIMARY KEY,
    stability REAL NOT NULL,
    difficulty REAL NOT NULL,
    last_study_date INTEGER NOT NULL,
    due INTEGER NOT NULL,
    reps INTEGER NOT NULL,
    lapses INTEGER NOT NULL
) STRICT, WITHOUT ROWID
""".strip()

DAYS = "CREATE TABLE day (study_date ANY PRIMARY KEY, answers INTEGER NOT NULL) STRICT"

TABLES = {
    "memory": MEMORIES,
    "day": DAYS,
    "answers": answer_cache.ANSWERS,
    "chance": belief_cache.CHANCES,
    "belief": belief_cache.BELIEFS,
}


def fingerprint(scheduling: Scheduling, renames: Mapping[str, str]) -> str:
    """Text that is different when the same reviews would add up to different memories.

    The engine is known by what it computes: asking for its version costs ten times as long.
    """
    reviews = [
        FSRSReview(rating, days) for rating, days in ((3, 0), (1, 2), (3, 1), (2, 4), (4, 9))
    ]
    probe = FSRS(list(scheduling.parameters)).memory_state(FSRSItem(reviews))
    made_of = [RECIPE, asdict(scheduling), probe.stability, probe.difficulty]
    return json.dumps([*made_of, *([dict(sorted(renames.items()))] if renames else [])])


def is_current(db: sqlite3.Connection, made_of: str) -> bool:
    """Whether the tables are there and were made with this fingerprint."""
    places = ", ".join("?" * len(TABLES))
    [(tables,)] = db.execute(
        "SELECT count(*) FROM meta, sqlite_master"
        f" WHERE key = 'memory' AND value = ? AND type = 'table' AND sql IN ({places})",
        [made_of, *TABLES.values()],
    )
    return bool(tables == len(TABLES))


@dataclass(frozen=True, slots=True)
class Derived:
    """What follows from one card's reviews and acts."""

    memory: Memory | None
    answers: bytes
    """See `quizapp.memory.answer_cache`."""


def derive(reviews: Iterable[Grading], acts: Iterable[Act], scheduling: Scheduling) -> Derived:
    """Of one card, each in order of time."""
    return Derived(*answer_cache.pack(steps(reviews, scheduling, acts), scheduling))


def derive_all(db: sqlite3.Connection, scheduling: Scheduling) -> Iterator[tuple[str, Derived]]:
    """What follows for each card. Of years there is much: it is gone through card by card."""
    acts = by_card(select_acts(db, IN_TIME))
    for card in {*answered_cards(db), *acts}:
        reviews = select_gradings(db, OF_CARD, card)
        yield card, derive(reviews, acts.get(card, ()), scheduling)


def rebuild(db: sqlite3.Connection, derived: Mapping[str, Derived], made_of: str) -> None:
    """Make the tables anew from all reviews that stand, and what follows for each card."""
    for name, table in TABLES.items():
        db.execute(f"DROP TABLE IF EXISTS {name}")
        db.execute(table)
    belief_cache.rebuild(db)
    db.execute("INSERT INTO day SELECT study_date, count(*) FROM standing GROUP BY study_date")
    store_all(db, derived, made_of)


def store_all(db: sqlite3.Connection, derived: Mapping[str, Derived], made_of: str) -> None:
    """Write what follows for each card in place of what is there, by another schedule."""
    db.execute("DELETE FROM memory")
    db.execute("DELETE FROM answers")
    for card, of_card in derived.items():
        store(db, card, of_card)
    db.execute("INSERT OR REPLACE INTO meta VALUES ('memory', ?)", [made_of])


def store(db: sqlite3.Connection, card: str, derived: Derived) -> None:
    """Write what follows for one card; a card that has no memory leaves the table."""
    answer_cache.store(db, card, derived.answers)
    db.execute("DELETE FROM memory WHERE card = ?", [card])
    if derived.memory is not None:
        stability, difficulty, last_study_date, due, reps, lapses = astuple(derived.memory)
        db.execute(
            "INSERT INTO memory VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                card,
                stability,
                difficulty,
                last_study_date.toordinal(),
                due.toordinal(),
                reps,
                lapses,
            ],
        )


def add(db: sqlite3.Connection, review: str | bytes) -> None:
    """A review, by its id as it is stored, has been logged."""
    _count(db, review, 1)
    belief_cache.add(db, review)


def drop(db: sqlite3.Connection, review: str | bytes) -> None:
    """A review that stood has been retracted."""
    _count(db, review, -1)
    belief_cache.drop(db, review)


def _count(db: sqlite3.Connection, review: str | bytes, answers: int) -> None:
    """So many answers more, or fewer, on the study date of a review."""
    db.execute(
        "INSERT INTO day SELECT study_date, ? FROM review WHERE id = ?"
        " ON CONFLICT (study_date) DO UPDATE SET answers = answers + excluded.answers",
        [answers, review],
    )


def note_writer(db: sqlite3.Connection, made_of: str) -> None:
    """Have the table rebuilt at the next opening if it was made with another fingerprint.

    So it is where two terminals run with different settings: rows of both kinds are in it.
    """
    db.execute("DELETE FROM meta WHERE key = 'memory' AND value <> ?", [made_of])


def load(db: sqlite3.Connection) -> dict[str, Memory]:
    """All memories by card. Raises TypeError or ValueError where the table was damaged."""
    return {
        card: Memory(
            float(stability),
            float(difficulty),
            date.fromordinal(last_study_date),
            date.fromordinal(due),
            int(reps),
            int(lapses),
        )
        for card, stability, difficulty, last_study_date, due, reps, lapses in db.execute(
            "SELECT card, stability, difficulty, last_study_date, due, reps, lapses FROM memory"
        )
    }
