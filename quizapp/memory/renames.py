"""Cards that have had other ids: what was logged under those counts for the card of today."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

LOGGED = {
    "standing": (
        "review",
        "NOT EXISTS (SELECT 1 FROM retraction WHERE retraction.review = review.id)",
    ),
    "standing_act": (
        "act",
        "act.name <> 'undo' AND NOT EXISTS"
        " (SELECT 1 FROM act AS later WHERE later.name = 'undo' AND later.value = act.id)",
    ),
}
"""Each view of what stands: the table that it is of, and which rows those are."""


def follow(db: sqlite3.Connection, renames: Mapping[str, str]) -> dict[str, str]:
    """Let this connection see what stands under the ids of today; which renames matter to it.

    The log itself stays as it was written: another deck may tell otherwise. Two parts of a
    union let SQLite look a card up by the index in each.
    """
    formers = ", ".join("?" * len(renames))
    found = {
        card
        for table, _ in LOGGED.values()
        for [card] in db.execute(
            f"SELECT DISTINCT card FROM {table} WHERE card IN ({formers})", list(renames)
        )
    }
    mattering = {card: renames[card] for card in sorted(found)}
    if not mattering:
        return {}
    db.execute("CREATE TEMP TABLE renamed (former TEXT PRIMARY KEY, card TEXT) WITHOUT ROWID")
    db.executemany("INSERT INTO renamed VALUES (?, ?)", mattering.items())
    for view, (table, stands) in LOGGED.items():
        columns = [f'"{name}"' for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
        own = ", ".join(f"{table}.{column}" for column in columns)
        of_today = own.replace(f'{table}."card"', "renamed.card")
        db.execute(
            f"CREATE TEMP VIEW {view} ({', '.join(columns)}) AS SELECT {own} FROM {table}"
            f" WHERE card NOT IN (SELECT former FROM renamed) AND {stands} UNION ALL"
            f" SELECT {of_today} FROM renamed JOIN {table} ON {table}.card = former WHERE {stands}"
        )
    return mattering
