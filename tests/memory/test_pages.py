"""What SQLite has written is read from its pages without it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import cycle
from pathlib import Path

from quizapp.memory.pages import Value, rows

VALUES: list[Value] = [None, 0, 1, -2, 2**15, -(2**23), 2**31, 2**47, -(2**63), 0.5, b"\0", "é"]


def test_rows_of_any_length_and_with_any_value_are_read(tmp_path: Path) -> None:
    """A row's length says how much of it stands in its page, and how much in others."""
    file = tmp_path / "rows.db"
    lengths = range(700)  # whose sixth powers take one to nine bytes
    written = [
        (length**6, "x" * length, value)
        for length, value in zip(lengths, cycle(VALUES), strict=False)
    ]
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA page_size = 512")
        db.execute("CREATE TABLE texts (number INTEGER PRIMARY KEY, text, value)")
        db.execute("CREATE INDEX by_value ON texts (value, text)")
        db.executemany("INSERT INTO texts VALUES (?, ?, ?)", written)
        db.commit()
    read = list(rows(file))
    of_table = {row.rowid: row.values for row in read if row.rowid is not None}
    assert [(number, *of_table[number][1:]) for number, *_ in written] == written
    of_index = {row.values for row in read if row.rowid is None}
    assert of_index == {(value, text, number) for number, text, value in written}
