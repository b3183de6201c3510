"""Cards that have had other ids: what was answered under those counts for the card of today."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping


def follow(db: sqlite3.Connection, renames: Mapping[str, str]) -> dict[str, str]:
    """Let this connection see what stands under the ids of today; which renames matter to it.

    The log itself stays as it was written: another deck may tell otherwise. Two parts of a
    union let SQLite look a card up by the index in each.
    """
    formers = ", ".join("?" * len(renames))
    found = db.execute(
        f"SELECT DISTINCT card FROM review WHERE card IN ({formers})", list(renames)
    ).fetchall()
    mattering = {card: renames[card] for [card] in found}
    if not mattering:
        return {}
    columns = [f'"{name}"' for _, name, *_ in db.execute("PRAGMA table_info(review)")]
    own = ", ".join(f"review.{column}" for column in columns)
    of_today = own.replace('review."card"', "renamed.card")
    stands = "NOT EXISTS (SELECT 1 FROM retraction WHERE retraction.review = review.id)"
    db.execute("CREATE TEMP TABLE renamed (former TEXT PRIMARY KEY, card TEXT) WITHOUT ROWID")
    db.executemany("INSERT INTO renamed VALUES (?, ?)", mattering.items())
    db.execute(
        f"CREATE TEMP VIEW standing ({', '.join(columns)}) AS"
        f" SELECT {own} FROM review WHERE card NOT IN (SELECT former FROM renamed) AND {stands}"
        f" UNION ALL"
        f" SELECT {of_today} FROM renamed JOIN review ON review.card = former WHERE {stands}"
    )
    return mattering
