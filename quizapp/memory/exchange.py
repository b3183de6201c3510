"""The log as lines of JSON, a row a line, in a folder that all of a learner's machines see.

Each copy of the log writes the rows that were made in it to a file of its own, with those of copies
that have none there, and takes in those of all files. Rows are only ever added and have ids of
their own, so that the copies come to hold the same whatever the order, however often, and wherever
one of them was interrupted. What has been read of a file is noted, and only what has come since is
gone through.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import BinaryIO

from quizapp.memory.known_file import Known, Reading
from quizapp.memory.lines import as_line, read_lines, to_row
from quizapp.memory.log import ReviewLog
from quizapp.memory.rows import Row
from quizapp.text.language import tr
from quizapp.text.reasons import reason

NOTED = "exchanged "
"""What the log's note of a file begins with."""


@dataclass
class Exchanged:
    """What an exchange has come to."""

    sent: int = 0
    """Rows of this machine that the folder did not have."""
    taken: int = 0
    """Rows that this machine did not have."""
    read: int = 0
    """Lines that were gone through."""
    unreadable: dict[Path, int] = field(default_factory=dict)
    """How many lines of a file are no rows. They stay where they are."""
    passed_over: dict[Path, str] = field(default_factory=dict)
    """Why a file of another machine could not be read."""


Key = tuple[str, str]
"""The table of a row, and the id that is its own there."""


def exchange(log: ReviewLog, folder: Path) -> Exchanged:
    """Bring the folder and the log to hold the same. Raises OSError, and what the log may raise.

    What is no file, a pipe say, is passed over: to open it could take for ever. So is what cannot
    be read.
    """
    done = Exchanged()
    own = folder / f"{log.device}.jsonl"
    files: list[Path] = []
    for file in sorted(folder.glob("*.jsonl")):
        with _passing_over(file, done):
            if file != own and file.is_file():
                files.append(file)
    machines = sorted(file.stem for file in (*files, *done.passed_over))
    _send(log, own, tuple(machines), done)
    for file in files:
        with _passing_over(file, done), file.open("rb") as lines:
            visit = _Visit(log, file, lines)
            visit.take_in(done)
            visit.note()
    return done


@contextmanager
def _passing_over(file: Path, done: Exchanged) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        done.passed_over[file] = reason(error)


def _send(log: ReviewLog, own: Path, others: tuple[str, ...], done: Exchanged) -> None:
    """Write the rows of this machine that its file lacks, and those of machines that have no file
    there: their log was imported, or their file is gone.

    They count as sent once they have been read there: another terminal may write to it, too.
    """
    if not own.exists() and next(log.rows(log.ends(), without=others), None) is None:
        return
    # Whoever else writes to the folder may put a link there, to any file of the user's.
    if own.is_symlink() or (own.exists() and not own.is_file()):
        raise FileExistsError(errno.EEXIST, tr("stands where a file is to be written"), str(own))
    with own.open("a+b") as lines:
        lines.seek(0)
        visit = _Visit(log, own, lines, others)
        visit.take_in(done)
        ends = log.ends()
        rows = log.rows(ends, visit.known.ends if visit.reading.goes_on else {}, others)
        if lacking := [row for row in rows if _key(row) not in visit.there]:
            if visit.reading.is_open:
                lines.write(b"\n")  # the last line was cut off
            lines.writelines(map(as_line, lacking))
            lines.flush()
            os.fsync(lines.fileno())
            visit.reading.look_again()
            done.sent = len(lacking)
            visit.take_in(done)
        if visit.there.issuperset(map(_key, lacking)):
            visit.note(ends)


class _Visit:
    """A file of the folder, gone through from where that was left."""

    def __init__(
        self, log: ReviewLog, file: Path, lines: BinaryIO, others: tuple[str, ...] = ()
    ) -> None:
        """`others` are the machines whose rows are not looked for in it."""
        self._log = log
        self._file = file
        self._name = f"{NOTED}{file.absolute()}"
        self.known = Known.of(log.noted(self._name))
        if not {*self.known.others} <= {*others}:
            self.known = Known()
        self._others = others
        self.reading = Reading(lines, self.known)
        self.there = set[Key]()
        """The rows that have been read."""
        self._unreadable = self.known.unreadable if self.reading.goes_on else 0
        self._ends_badly = False
        """The last line is no row; it may be one, once all of it has come."""

    def take_in(self, done: Exchanged) -> None:
        """Add to the log what it lacks."""
        for portion, taken in self._log.take_in_all(self._rows(done)):
            done.taken += taken
            self.there.update(map(_key, portion))
        if self._unreadable:
            done.unreadable[self._file] = self._unreadable

    def note(self, ends: Mapping[str, int] | None = None) -> None:
        """Note how far the file has been read, unless something in it waits for another row."""
        undone = [id for table, id in self.there if table == "retraction"]
        to_note = ends or {}, self._others
        is_noted = self.reading.is_unchanged and to_note == (self.known.ends, self.known.others)
        if is_noted or self._log.lacks(undone):
            return
        size, digest = self.reading.whole_lines
        status = () if self.reading.is_open else self.reading.status
        unreadable = self._unreadable - (self.reading.is_open and self._ends_badly)
        known = Known(size, digest, status, unreadable, *to_note)
        self._log.note(self._name, json.dumps(asdict(known)))

    def _rows(self, done: Exchanged) -> Iterator[Row]:
        for _, line in read_lines(self.reading):
            done.read += 1
            row = to_row(line)
            self._ends_badly = row is None
            if row:
                yield row
            else:
                self._unreadable += 1


def _key(row: Row) -> Key:
    table, values = row
    return table, values["review" if table == "retraction" else "id"]
