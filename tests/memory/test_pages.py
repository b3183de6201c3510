"""What SQLite has written is read from its pages without it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import cycle
from pathlib import Path

from quizapp.memory.pages import Value, rows

SMALL = 512
"""Bytes of a page."""

VALUES: list[Value] = [None, 0, 1, -2, 2**15, -(2**23), 2**31, 2**47, -(2**63), 0.5, b"\0", "é"]


def test_rows_of_any_length_and_with_any_value_are_read(tmp_path: Path) -> None:
    """A row's length says how much of it stands in its page, and how much in others."""
    written = a_file(tmp_path / "rows.db", range(700))  # whose sixth powers take one to nine bytes
    read = list(rows(tmp_path / "rows.db"))
    of_table = {row.rowid: row.values for row in read if row.rowid is not None}
    assert [(number, *of_table[number][1:]) for number, *_ in written] == written
    of_index = {row.values for row in read if row.rowid is None}
    assert of_index == {(value, text, number) for number, text, value in written}


def test_of_a_file_that_was_cut_no_row_is_lost_but_what_was_cut_off_and_none_made_up(
    tmp_path: Path,
) -> None:
    """The rows of a page stand at its end, and go on in others."""
    file = tmp_path / "rows.db"
    written = {number: (None, *values) for number, *values in a_file(file, range(0, 1200, 15))}
    whole = file.read_bytes()
    before = len([*rows(file)])
    for cut in range(1, len(whole) // 2, 7 * SMALL // 5):
        file.write_bytes(whole[:-cut])
        read = [*rows(file)]
        for row in read:
            if row.rowid is not None:
                assert row.values == written[row.rowid][: len(row.values)]
        if cut < SMALL // 2:
            assert len(read) == before


def a_file(file: Path, lengths: range) -> list[tuple[int, str, Value]]:
    """A file with rows of so long texts; returns these."""
    written = [
        (length**6, "x" * length, value)
        for length, value in zip(lengths, cycle(VALUES), strict=False)
    ]
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA page_size = {SMALL}")
        db.execute("CREATE TABLE texts (number INTEGER PRIMARY KEY, text, value)")
        db.execute("CREATE INDEX by_value ON texts (value, text)")
        db.executemany("INSERT INTO texts VALUES (?, ?, ?)", written)
        db.commit()
    return written
