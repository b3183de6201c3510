"""A copy of the log among others: which rows were made in it, and those it takes in."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from quizapp.memory import backup, cache, packed
from quizapp.memory.derived import DerivedLog
from quizapp.memory.rows import EXCHANGED, Row

PORTION = 1000
"""Rows that are read or written at once: other terminals may write in between."""

HELD = 50 * PORTION
"""Rows that are put in order before they are written; of a log of years, about 75 MB."""


class CopiedLog(DerivedLog):
    """What of the log goes to other copies of it, and comes from them."""

    @property
    def device(self) -> str:
        """The UUID of this copy of the log."""
        with self._database.guarded() as db:
            return packed.device(db)

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
        without: Collection[str] = (),
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """The rows up to some numbers, and after others, with the table that each is of; without
        those that were made in some copies of the log. An answer comes before its undoing.
        """
        for table, end in ends.items():
            last = after.get(table, 0) if after else 0
            self._miss_none(table, last, end)
            numbered = (
                "logged" if table == "review" else f"(SELECT rowid AS number, * FROM {table})"
            )
            while last < end:
                with self._database.guarded() as db:
                    found = db.execute(
                        f"SELECT * FROM {numbered} WHERE number > ? AND number <= ? AND"
                        " device NOT IN (SELECT value FROM json_each(?)) ORDER BY number LIMIT ?",
                        [last, end, json.dumps([*without]), PORTION],
                    ).fetchall()
                for row in found:
                    values = packed.unpacked(table, dict(row))
                    last = values.pop("number")
                    yield table, values
                if len(found) < PORTION:
                    break

    def _miss_none(self, table: str, last: int, end: int) -> None:
        """No row is ever deleted: those that SQLite does not find are lost by damage."""
        counted = f"SELECT count(*) FROM {table} WHERE rowid > ? AND rowid <= ?"
        with self._database.guarded() as db:
            [(there,)] = db.execute(counted, [last, end])
            if there < end - last and not backup.is_sound(db):
                raise backup.Damaged(self._database.path)

    def take_in_all(self, rows: Iterable[Row]) -> Iterator[tuple[Sequence[Row], int]]:
        """Add rows as `take_in` does, a portion at a time; yields each with how many were added.

        A card's stand together in them: what follows is derived anew for each portion that has
        some of its rows, from all that the log has of it.
        """
        rows = iter(rows)
        while held := sorted(islice(rows, HELD), key=_of_card):
            for first in range(0, len(held), PORTION):
                portion = held[first : first + PORTION]
                yield portion, self.take_in(portion)

    def take_in(self, rows: Iterable[Row]) -> int:
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
            ids = map(packed.pack_id, reviews)
            return any(db.execute(known, [id]).fetchone() is None for id in ids)

    def noted(self, key: str) -> str | None:
        """What was noted by that name; it may be lost at any time."""
        with self._database.guarded() as db:
            found = db.execute("SELECT value FROM meta WHERE key = ?", [_text(key)]).fetchone()
        return None if found is None else str(found[0])

    def note(self, key: str, value: str) -> None:
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [_text(key), value])


def _take_in(db: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> str | None:
    """Add a row of another copy; returns the card whose memory it may move, if any, or None where
    it is there or cannot be yet.
    """
    if table == "retraction":
        undone = packed.pack_id(row["review"])
        of = db.execute("SELECT card FROM review WHERE id = ?", [undone])
        known = db.execute("SELECT 1 FROM retraction WHERE review = ?", [undone])
        if (review := of.fetchone()) is None or known.fetchone() is not None:
            return None
        packed.add(db, table, row)
        cache.drop(db, undone)
        return str(review["card"])
    id = packed.pack_id(row["id"]) if table == "review" else row["id"]
    if db.execute(f"SELECT 1 FROM {table} WHERE id = ?", [id]).fetchone() is not None:
        return None
    packed.add(db, table, row)
    if table == "review":
        cache.add(db, id)
    return "" if table == "arrival" else str(row["card"])


def _of_card(row: Row) -> tuple[bool, str]:
    """Sorts by card, and what undoes answers after these."""
    table, values = row
    return table == "retraction", values.get("card", "")


def _text(key: str) -> str:
    """As SQLite takes it: a folder in it may have a name that is no text."""
    return key.encode(errors="backslashreplace").decode()
