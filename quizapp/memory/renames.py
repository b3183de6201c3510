"""Cards that have had other ids: what was logged under those counts for the card of today."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

LOGGED = {"standing": "review", "standing_act": "act"}
"""Each view of what stands, and the table that it is of."""


def follow(db: sqlite3.Connection, renames: Mapping[str, str]) -> dict[str, str]:
    """Let this connection see what stands under the ids of today; which renames matter to it.

    The log itself stays as it was written: another deck may tell otherwise. Two parts of a
    union let SQLite look a card up by the index in each.
    """
    for view in LOGGED:
        db.execute(f"DROP VIEW IF EXISTS temp.{view}")
    db.execute("DROP TABLE IF EXISTS temp.renamed")
    formers = ", ".join("?" * len(renames))
    found = {
        card
        for table in LOGGED.values()
        for [card] in db.execute(
            f"SELECT DISTINCT card FROM {table} WHERE card IN ({formers})", list(renames)
        )
    }
    mattering = {card: renames[card] for card in sorted(found)}
    if not mattering:
        return {}
    db.execute("CREATE TEMP TABLE renamed (former TEXT PRIMARY KEY, card TEXT) WITHOUT ROWID")
    db.executemany("INSERT INTO renamed VALUES (?, ?)", mattering.items())
    for view in LOGGED:
        columns = [f'"{name}"' for _, name, *_ in db.execute(f"PRAGMA main.table_info({view})")]
        of_today = ["renamed.card" if name == '"card"' else f"logged.{name}" for name in columns]
        db.execute(
            f"CREATE TEMP VIEW {view} ({', '.join(columns)}) AS SELECT * FROM main.{view}"
            " WHERE card NOT IN (SELECT former FROM renamed) UNION ALL"
            f" SELECT {', '.join(of_today)} FROM renamed"
            f" JOIN main.{view} AS logged ON logged.card = former"
        )
    return mattering
