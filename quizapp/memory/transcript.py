"""The whole log as lines of JSON, the first of which says how many rows follow; and back."""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from quizapp.machine.safekeeping import clear_abandoned, partial_of
from quizapp.memory.lines import as_line, read_lines, to_row
from quizapp.memory.log import ReviewLog
from quizapp.memory.rows import Row
from quizapp.text.opened import opened


@dataclass
class Imported:
    """What a file has brought."""

    rows: int = 0
    taken: int = 0
    """Rows that were not there before."""
    unreadable: list[int] = field(default_factory=list)
    """The numbers of the lines that are no rows."""
    stated: int | None = None
    """How many rows there should be, by the file's own word."""


def write_transcript(log: ReviewLog, file: Path) -> int:
    """Write every row of the log, whole or not at all; returns how many. Raises OSError."""
    clear_abandoned(file.parent.glob(f".{glob.escape(file.name)}.*.partial"))
    partial = partial_of(file.with_name(f".{file.name}"))
    try:
        with partial.open("wb") as out:
            ends = log.ends()
            count = sum(ends.values())  # no row is ever deleted
            out.write(json.dumps({"quiz": "log", "rows": count}).encode() + b"\n")
            out.writelines(map(as_line, log.rows(ends)))
            out.flush()
            os.fsync(out.fileno())
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
    return count


def lines_of(file: Path) -> int:
    """How many lines of a file are not blank. Raises OSError."""
    with opened(file) as lines:
        return sum(1 for _ in read_lines(lines))


def take_in_transcript(
    log: ReviewLog, file: Path, advance: Callable[[int], None] = lambda _: None
) -> Imported:
    """Add what a file has and the log has not. Raises OSError, and what the log may raise.

    A file of a folder of `quiz sync` will do as well. `advance` is told of each number of lines
    that have been gone through.
    """
    done = Imported()
    with opened(file) as lines:
        for portion, taken in log.take_in_all(_rows(read_lines(lines), done)):
            done.rows += len(portion)
            done.taken += taken
            advance(len(portion))
    advance(len(done.unreadable) + (done.stated is not None))
    return done


def _rows(lines: Iterator[tuple[int, bytes]], done: Imported) -> Iterator[Row]:
    for number, line in lines:
        if row := to_row(line):
            yield row
        elif number == 1 and (stated := _stated(line)) is not None:
            done.stated = stated
        else:
            done.unreadable.append(number)


def _stated(line: bytes) -> int | None:
    """How many rows follow, where a line says it."""
    try:
        said = json.loads(line)
        return int(said["rows"]) if said["quiz"] == "log" else None
    except (ValueError, TypeError, LookupError, RecursionError, OverflowError):
        return None
