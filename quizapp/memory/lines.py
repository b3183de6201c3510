"""Rows of the log as lines of JSON: `{"table": "review", "id": …}`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Protocol

from quizapp.memory.rows import Row, UnreadableRow, foreign_row

LONGEST = 1 << 20
"""Bytes of a line; a longer one is no row."""


class Lines(Protocol):
    """A file of bytes, as far as it is read by lines."""

    def readline(self, limit: int, /) -> bytes: ...


def as_line(row: Row) -> bytes:
    return json.dumps({"table": row[0], **row[1]}).encode() + b"\n"


def read_lines(file: Lines) -> Iterator[tuple[int, bytes]]:
    """Each line that is not blank, with its number; of one that is too long, its beginning."""
    number = 0
    while line := file.readline(LONGEST):
        number += 1
        rest = line
        while not rest.endswith(b"\n") and (rest := file.readline(LONGEST)):
            pass
        if not line.isspace():
            yield number, line


def to_row(line: bytes) -> Row | None:
    """The row in a line; None where it is none."""
    with suppress(UnreadableRow):
        return foreign_row(line)
    return None
