"""What can be kept of a damaged log: all that its pages still hold, on top of a backup."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quizapp.memory import packed, pages, schema
from quizapp.memory.given_up import Limits, limits_of, note
from quizapp.memory.rows import EXCHANGED, UnreadableRow, checked_row

LATER = {"unknown": 0, "ideas": "{}"}
"""What answers of earlier versions of the log do not have."""

WIDE = (
    *("id", "device", "card", "content_hash", "at", "study_date", "kind", "rating", "proposed"),
    *("right", "answers", "parts", "draw", "seconds", "hint", "guess", "torch", "engine", "due"),
    *("unknown", "ideas"),
)
"""The columns of an answer as it was stored before version 6."""

SURE = ("id", "card", "at", "study_date", "kind", "rating", "proposed")
"""What stands first in the row of an answer, and so in the same page."""

FEWEST = len(SURE) + 1
"""Values of a review that stand in its page: its number, and those."""

UNREAD = {
    "device": "",
    "content_hash": "",
    "right": None,
    "answers": "[]",
    "parts": "[]",
    "draw": "{}",
    "seconds": 0.0,
    "hint": 0,
    "guess": 0,
    "torch": "",
    "engine": "",
    "due": None,
    **LATER,
}
"""What is taken for the rest where it cannot be read: the rating alone moves a memory."""


CORRECTED = """
SELECT earlier.id, later.at FROM standing AS earlier
JOIN standing AS later USING (card, study_date, kind, seconds, answers, draw)
WHERE abs(1000 * seconds - round(1000 * seconds)) > 0.001
AND earlier.number > ? AND earlier.at < later.at AND earlier.rating <> later.rating
"""
"""Answers behind a number whose rating was corrected, and when: to the microsecond no two take
equally long. Those that Anki brings are in whole milliseconds, and many take just as long."""


@dataclass(frozen=True)
class Kept:
    """What there is of a damaged log, in answers that stand."""

    answers: int
    found: int
    """How many of them stood in the damaged file, and in no backup."""
    lost: int
    """How many more are known to have been in it."""
    may_lack: bool
    """Whether there may have been still more, which nothing tells of: a part of it is gone."""


def salvage(damaged: Path, backup: Path | None, target: Path, limits: Limits = ()) -> Kept:
    """Make a log of the rows in a damaged one and in a backup of it; it notes these limits, where
    the backup was made before.

    Raises OSError and sqlite3.Error, and leaves what it has begun.
    """
    for suffix in ("", "-wal", "-shm", "-journal"):  # of a salvage that was killed
        target.with_name(target.name + suffix).unlink(missing_ok=True)
    if backup is not None:
        target.write_bytes(backup.read_bytes())
    with closing(sqlite3.connect(target, isolation_level=None)) as db:
        schema.migrate(db, schema.MIGRATIONS, lambda version: None)
        db.execute("BEGIN")
        columns = {
            table: [str(name) for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
            for table in EXCHANGED
        }
        numbers = {number for [number] in db.execute("SELECT rowid FROM review")}
        of_backup = max(numbers, default=0)
        parts, retractions = list[dict[str, Any]](), list[dict[str, Any]]()
        texts = _texts(damaged)
        backed_up = dict(db.execute("SELECT number, text FROM text"))
        texts = {where: _together(known, backed_up) for where, known in texts.items()}
        for row in pages.rows(damaged):
            if row.rowid and (read := _read(row, columns, texts[row.in_wal])):
                table, values, is_whole = read
                if table == "review":
                    numbers.add(row.rowid)
                if table == "retraction":
                    retractions.append(values)
                elif is_whole:
                    _add(db, table, values)
                else:
                    parts.append(values)
            elif backup is None and row.rowid and row.values[:1] == ("device",):
                for device in row.values[1:2]:
                    db.execute("UPDATE meta SET value = ? WHERE key = 'device'", [device])
        for values in parts:
            _add(db, "review", values)
        for values in retractions:
            _add(db, "retraction", values)
        for id, at in db.execute(CORRECTED, [of_backup]).fetchall():
            told = packed.unpacked("review", {"id": id, "at": at})
            _add(db, "retraction", {"review": told["id"], "at": told["at"]})
        if len(limits) > len(limits_of(db)):
            note(db, limits)
        cards = {card for [card] in db.execute("SELECT DISTINCT card FROM review")}
        answers, found = _answers(db, 0), _answers(db, of_backup)
        db.execute("DELETE FROM meta WHERE key = 'memory'")  # which is made anew of the rows
        db.execute("COMMIT")
    lost = _missing(numbers, _named(damaged, cards))
    return Kept(answers, found, lost, may_lack=pages.lacks_pages(damaged))


def _missing(numbers: set[int], named: set[int]) -> int:
    """How many rows are gone: they are numbered from 1 on, and none is ever deleted.

    A number without a neighbour is one that damage has made: a page holds several in a row.
    """
    told = numbers | named
    last = max((one for one in told if not told.isdisjoint((one - 1, one + 1))), default=0)
    return last - sum(0 < one <= last for one in numbers)


def _named(damaged: Path, cards: set[str]) -> set[int]:
    """The numbers of answers that stand in indexes: in those by their ids, and in those by card
    and by day, which are the ones of two columns where something stands twice. Of what was undone
    it is the number of the undoing, and there are never more of these.
    """
    named = set[int]()
    for page in pages.rows_by_page(damaged):
        pairs = [row.values for row in page if row.rowid is None and len(row.values) == 2]
        stand_twice = len({of_what for of_what, _ in pairs}) < len(pairs)
        for of_what, number in pairs:
            is_answer = isinstance(of_what, int) or of_what in cards
            if isinstance(number, int) and (
                isinstance(of_what, bytes) or (stand_twice and is_answer)
            ):
                named.add(number)
    return named


def _texts(damaged: Path) -> dict[bool, dict[int, str]]:
    """The texts that reviews name by number, for those in the file and those in its write-ahead
    log: they stand in a table and, again, in its index."""
    texts: dict[bool, dict[int, str]] = {False: {}, True: {}}
    for row in pages.rows(damaged):
        match row.rowid, row.values:
            case (int(number), (None, str(text))):
                texts[row.in_wal][number] = text
            case (None, (str(text), int(number), int(again))) if number == again:
                texts[row.in_wal].setdefault(number, text)
    of_file, of_wal = texts.values()
    return {False: _together(of_file, of_wal), True: _together(of_wal, of_file)}


def _together(texts: dict[int, str], others: dict[int, str]) -> dict[int, str]:
    """With those of others, if they are of the same log: a text keeps its number, unless a backup
    was gone back to."""
    are_same = all(others[number] == texts[number] for number in texts.keys() & others.keys())
    return texts | others if are_same else texts


def _read(
    row: pages.Row, columns: Mapping[str, Sequence[str]], texts: Mapping[int, str]
) -> tuple[str, dict[str, Any], bool] | None:
    """The table of a row, its values, and whether these are all; None for one that is not kept."""
    for table, names in columns.items():
        if table == "review" and row.values and row.values[0] is not None:
            names = WIDE  # a row of today begins with its number, which stands elsewhere
        fewest = FEWEST if table == "review" else len(names)
        if fewest <= len(row.values) <= len(names):
            values = dict(zip(names, row.values, strict=False))
            if table == "review" and names is not WIDE:
                values = _with_texts(values, texts)
            values = packed.unpacked(table, values)
            with suppress(UnreadableRow):
                return table, checked_row(table, LATER | values), True
            with suppress(UnreadableRow):
                return table, checked_row(table, UNREAD | values), False
            with suppress(UnreadableRow):
                sure = {name: values[name] for name in SURE if name in values}
                return table, checked_row(table, UNREAD | sure), False
    return None


def _with_texts(values: Mapping[str, Any], texts: Mapping[int, str]) -> dict[str, Any]:
    """The values of a row, with the texts that it names by number, as far as there are any."""
    read = {}
    for name, value in values.items():
        if name not in packed.SHARED:
            read[name] = value
        elif name == "ideas" and value is None:
            read[name] = packed.NO_IDEAS
        elif value in texts:
            read[name] = texts[value]
    return read


def _add(db: sqlite3.Connection, table: str, values: Mapping[str, Any]) -> None:
    """Add a row that is not there yet; the undoing of an answer only where that is there."""
    key = "review" if table == "retraction" else "id"
    id = packed.PACK.get(table, {}).get(key, str)(values[key])
    if _has(db, table, key, id):
        return
    if table == "retraction" and not _has(db, "review", "id", id):
        return
    packed.add(db, table, values)


def _has(db: sqlite3.Connection, table: str, key: str, value: Any) -> bool:
    found = db.execute(f"SELECT 1 FROM {table} WHERE {key} = ?", [value])
    return found.fetchone() is not None


def _answers(db: sqlite3.Connection, behind: int) -> int:
    """How many answers stand behind a number."""
    [(count,)] = db.execute("SELECT count(*) FROM standing WHERE number > ?", [behind])
    return int(count)
