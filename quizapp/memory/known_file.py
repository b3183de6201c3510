"""How far a file of lines has been read: what was added since is read on, a rewritten one anew."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import BinaryIO

CHUNK = 1 << 20

NOTHING = hashlib.blake2b().hexdigest()


@dataclass(frozen=True)
class Known:
    """The lines of a file that have been read."""

    size: int = 0
    """Bytes up to the end of the last whole one."""
    digest: str = NOTHING
    """Of these bytes."""
    status: tuple[int, ...] = ()
    """Of the file when it was read to its end, as the system tells it; empty where it was not."""
    unreadable: int = 0
    """How many of the lines are no rows."""
    ends: Mapping[str, int] = field(default_factory=dict)
    """Of this machine's own file: the rows of the log, by table, up to which all stand in it that
    are not of `others`."""
    others: tuple[str, ...] = ()
    """The machines that had a file of their own."""

    @classmethod
    def of(cls, noted: str | None) -> Known:
        """What was noted; nothing where that cannot be read."""
        try:
            kept = json.loads(noted or "{}")
            return cls(**kept | {name: tuple(kept[name]) for name in ("status", "others")})
        except (AttributeError, KeyError, TypeError, ValueError):
            return cls()


class Reading:
    """A file that is read on from where it was left, if up to there it still is what it was."""

    def __init__(self, file: BinaryIO, known: Known) -> None:
        self._file = file
        self._known = known
        self._digest = hashlib.blake2b()
        self._whole = 0, ""
        self.is_open = False
        """What was read last is not the end of a line."""
        self.status = _status(file)
        self.is_unchanged = self.status == known.status
        """Nothing has come since it was read to its end."""
        self.goes_on = self.is_unchanged or self._holds_what_is_known()
        if not self.goes_on:
            self._digest = hashlib.blake2b()
        self._at = file.seek(known.size if self.goes_on else 0)

    def look_again(self) -> None:
        """Go on where reading has ended, in the file as it is now: it was written to."""
        self.status = _status(self._file)
        self._file.seek(self._at)

    def readline(self, limit: int, /) -> bytes:
        """A line, or a part of one that is longer; empty at the end."""
        part = self._file.readline(limit)
        if not part:
            return part
        if self.is_unchanged:  # till now
            self.is_unchanged = False
            self._holds_what_is_known()
            self._file.seek(self._at + len(part))
        ends = part.endswith(b"\n")
        if not ends and not self.is_open:
            self._whole = self.whole_lines
        self.is_open = not ends
        self._digest.update(part)
        self._at += len(part)
        return part

    @property
    def whole_lines(self) -> tuple[int, str]:
        """Bytes up to the end of the last whole line that was read, and their digest."""
        if self.is_unchanged:
            return self._known.size, self._known.digest
        return self._whole if self.is_open else (self._at, self._digest.hexdigest())

    def _holds_what_is_known(self) -> bool:
        self._file.seek(0)
        left = self._known.size
        while left and (chunk := self._file.read(min(CHUNK, left))):
            self._digest.update(chunk)
            left -= len(chunk)
        return not left and self._digest.hexdigest() == self._known.digest


def _status(file: BinaryIO) -> tuple[int, ...]:
    """What of a file changes whenever it is written, also where its time is set back."""
    found = os.fstat(file.fileno())
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
