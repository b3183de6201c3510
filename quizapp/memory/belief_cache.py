"""What answers show of wrong models, derived from the log and kept up answer by answer: the table
`chance` has each idea that an answer could have shown, the table `belief` what they add up to.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from datetime import date
from typing import Any

from quizapp.memory.beliefs import Belief, belief
from quizapp.memory.reader import as_day

CHANCES = """
CREATE TABLE chance (
    idea TEXT,
    at ANY,
    review ANY,
    card TEXT NOT NULL,
    study_date ANY NOT NULL,
    shown INTEGER NOT NULL,
    PRIMARY KEY (idea, at, review)
) STRICT, WITHOUT ROWID
""".strip()

BELIEFS = """
CREATE TABLE belief (
    idea TEXT PRIMARY KEY,
    shown INTEGER NOT NULL,
    chances INTEGER NOT NULL,
    last TEXT,
    cards TEXT NOT NULL,
    is_held INTEGER NOT NULL
) STRICT, WITHOUT ROWID
""".strip()

_OF_A_REVIEW = (
    "INSERT OR IGNORE INTO chance SELECT key, at, {review}.id, card, study_date, iif(value, 1, 0)"
    " FROM {review}, json_each(iif(json_valid(ideas), ideas, '{{}}')) WHERE ideas != '{{}}'"
)


def rebuild(db: sqlite3.Connection) -> None:
    """Fill the tables, which are empty, from all reviews that stand."""
    db.execute(_OF_A_REVIEW.format(review="standing"))
    settle(db, [idea for [idea] in db.execute("SELECT DISTINCT idea FROM chance").fetchall()])


def add(db: sqlite3.Connection, review: str | bytes) -> None:
    """Count the chances of a review, by its id as it is stored, that has been logged."""
    db.execute(f"{_OF_A_REVIEW.format(review='standing')} AND standing.id = ?", [review])
    settle(db, _ideas(db, review))


def drop(db: sqlite3.Connection, review: str | bytes) -> None:
    """Count them no more: the review does not stand any more."""
    ideas = _ideas(db, review)
    db.executemany(
        "DELETE FROM chance WHERE idea = ?"
        " AND at = (SELECT at FROM review WHERE id = ?) AND review = ?",
        [(idea, review, review) for idea in ideas],
    )
    settle(db, ideas)


def _ideas(db: sqlite3.Connection, review: str | bytes) -> list[str]:
    """The ideas that an answer could have shown, whether it stands or not."""
    rows = db.execute(
        "SELECT key FROM logged, json_each(iif(json_valid(ideas), ideas, '{}'))"
        " WHERE logged.id = ?",
        [review],
    )
    return [idea for [idea] in rows.fetchall()]


def settle(db: sqlite3.Connection, ideas: Iterable[str]) -> None:
    """Have the beliefs be what the chances add up to."""
    for idea in ideas:
        chances = []
        for card, stored, shown in db.execute(
            "SELECT card, study_date, shown FROM chance WHERE idea = ? ORDER BY at, review", [idea]
        ):
            if day := as_day(stored):
                chances.append((str(card), day, bool(shown)))
        db.execute("DELETE FROM belief WHERE idea = ?", [idea])
        if chances:
            db.execute("INSERT INTO belief VALUES (?, ?, ?, ?, ?, ?)", [idea, *_row(chances)])


def _row(chances: list[tuple[str, date, bool]]) -> list[Any]:
    made = belief(chances)
    last = made.last and made.last.isoformat()
    return [made.shown, made.chances, last, json.dumps(made.cards), made.is_held]


def load(db: sqlite3.Connection) -> dict[str, Belief]:
    """What is believed, by idea. Raises TypeError or ValueError where the table was damaged."""
    return {
        str(idea): Belief(
            shown=int(shown),
            chances=int(chances),
            last=date.fromisoformat(last) if last is not None else None,
            cards=tuple(map(str, json.loads(cards))),
            is_held=bool(is_held),
        )
        for idea, shown, chances, last, cards, is_held in db.execute(
            "SELECT idea, shown, chances, last, cards, is_held FROM belief"
        )
    }
