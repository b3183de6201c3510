"""The log as lines of JSON, a row a line, in a folder that all of a learner's machines see.

Each copy of the log writes the rows that were made in it to a file of its own, and takes in those
of all files. Rows are only ever added and have ids of their own, so that the copies come to hold
the same whatever the order, however often, and wherever one of them was interrupted.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from quizapp.memory.lines import Row, as_line, read_lines, to_row
from quizapp.memory.log import PORTION, ReviewLog


@dataclass
class Exchanged:
    """What an exchange has come to."""

    sent: int = 0
    """Rows of this machine that the folder did not have."""
    taken: int = 0
    """Rows that this machine did not have."""
    unreadable: dict[Path, int] = field(default_factory=dict)
    """How many lines of a file are no rows. They stay where they are."""


def exchange(log: ReviewLog, folder: Path) -> Exchanged:
    """Bring the folder and the log to hold the same. Raises OSError, and what the log may raise."""
    done = Exchanged()
    own = folder / f"{log.device}.jsonl"
    there = {_key(row) for row in _rows(own, Exchanged())} if own.exists() else set()
    done.sent = _append(own, log.rows(log.ends(), device=log.device), there)
    for file in sorted(folder.glob("*.jsonl")):
        rows = _rows(file, done)
        while portion := list(islice(rows, PORTION)):
            done.taken += log.take_in(portion)
    return done


def _key(row: Row) -> tuple[str, str]:
    table, values = row
    return table, values["review" if table == "retraction" else "id"]


def _append(file: Path, rows: Iterator[Row], there: Collection[tuple[str, str]]) -> int:
    lacking = [row for row in rows if _key(row) not in there]
    if lacking:
        with file.open("ab") as out:
            if out.tell():
                out.write(b"\n")  # the last line may have been cut off
            out.writelines(map(as_line, lacking))
            out.flush()
            os.fsync(out.fileno())
    return len(lacking)


def _rows(file: Path, done: Exchanged) -> Iterator[Row]:
    """The rows in a file. What is no row is counted and passed over."""
    with file.open("rb") as lines:
        for _, line in read_lines(lines):
            if row := to_row(line):
                yield row
            else:
                done.unreadable[file] = done.unreadable.get(file, 0) + 1
