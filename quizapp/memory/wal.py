"""The write-ahead log of a SQLite file, read without SQLite, which ends it where it is damaged and
removes it then.

Source of the format: sqlite.org/fileformat2.html, section 4.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from mmap import ACCESS_READ, mmap
from pathlib import Path

USUAL_SIZE = 4096
"""Bytes of a page, where the file does not say it."""

SIZES = [2**power for power in range(9, 17)]
"""Those that there are."""

FRAME, WAL = 24, 32
"""Bytes of the headers of a page in the write-ahead log, and of that log."""

_ORDERS = {b"\x37\x7f\x06\x82": "<", b"\x37\x7f\x06\x83": ">"}
"""Of the bytes in the words that checksums are made of, by what the header begins with."""

_NATIVE = "<" if sys.byteorder == "little" else ">"
"""In which SQLite writes."""


def wal_of(log: Path) -> Path:
    return log.with_name(f"{log.name}-wal")


def ends_of_transactions(wal: Path) -> list[int]:
    """The numbers, from 1, of the pages in a write-ahead log that end a transaction: all that it
    holds, where SQLite reads no further than to the first that is damaged. Raises OSError.
    """
    with _content(wal) as content:
        frames = _Frames(content)
        return [frames.number(at) for at in frames.of_now() if frames.pages_after(at)]


def goes_on_behind_damage(wal: Path, read: int) -> bool:
    """Whether a write-ahead log ends a transaction, as it was written, behind a page that is not.

    Its first pages, which SQLite has read, are sound. What follows them without a break is about
    to be read, or was written by somebody who was killed before he could say so, and is no damage.
    One whose writer was killed may have its header alone, before what stood there earlier. Of one
    whose own header is damaged `is_passed_over` tells. Raises OSError.
    """
    content = wal.read_bytes()
    if not _is_whole(content[:WAL]):
        return False
    frames = _Frames(content)
    is_broken = False
    for at in islice(frames.places, read, None):
        if not frames.is_as_written(at):
            is_broken = True
        elif is_broken and frames.pages_after(at):
            return True
    return False


def is_passed_over(log: Path) -> bool:
    """Whether SQLite takes a write-ahead log for empty, whose header is damaged, and would remove
    what the log itself does not hold.

    That holds all of the time before a checkpoint: behind a header that was torn as the power
    failed there is nothing else. Raises OSError.
    """
    with _content(wal_of(log)) as content:
        if _is_whole(content[:WAL]):
            return False
        frames = _Frames(content)
        sound = [at for at in frames.of_now() if frames.is_as_written(at)]
        last = max((at for at in sound if frames.pages_after(at)), default=0)
        newest = {frames.page_number(at): frames.page(at) for at in sound if at <= last}
        pages = frames.pages_after(last)
    stored = log.read_bytes() if newest and log.exists() else b""
    return any(
        stored[(number - 1) * len(page) : number * len(page)] != page
        for number, page in newest.items()
        if number <= pages
    )


def newest_pages(wal: Path) -> tuple[dict[int, bytes], int]:
    """The pages of a write-ahead log by number, as of the last transaction in it that was written
    whole, and their size in bytes. Raises OSError.
    """
    with _content(wal) as content:
        frames = _Frames(content)
        of_now = [*frames.of_now()]
        ends = [index for index, at in enumerate(of_now) if frames.pages_after(at)]
        for before, end in zip([-1, *ends][-2::-1], reversed(ends), strict=True):
            if all(frames.is_as_written(at) for at in of_now[before + 1 : end + 1]):
                up_to = of_now[: end + 1]
                return {frames.page_number(at): frames.page(at) for at in up_to}, frames.size
        return {}, frames.size


def pages_in(wal: Path, size: int) -> Iterator[tuple[int, bytes]]:
    """The pages of a write-ahead log by number, the later of one after the earlier; of so many
    bytes, where its header does not say it. Raises OSError."""
    frames = _Frames(wal.read_bytes() if wal.exists() else b"", size)
    for at in frames.of_now():
        yield frames.page_number(at), frames.page(at)


@contextmanager
def _content(wal: Path) -> Iterator[bytes | mmap]:
    """What stands in a write-ahead log, if anything does."""
    if not wal.exists() or wal.stat().st_size <= WAL:
        yield b""
        return
    with wal.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
        yield content


class _Frames:
    """The pages in a write-ahead log with their headers, each by the place where it begins."""

    def __init__(self, content: bytes | mmap, size: int = USUAL_SIZE) -> None:
        self._content = content
        header = content[:WAL]
        is_whole = _is_whole(header)
        self.size = int.from_bytes(header[8:12]) if is_whole else size
        """Bytes of a page."""
        self._order = _ORDERS[header[:4]] if is_whole else _NATIVE
        self._step = FRAME + self.size
        self.places = range(WAL, len(content) - self._step + 1, self._step)
        written = (self._salt(at) for at in self.places if self._goes_on(at))
        self._salt_of_now = header[16:24] if is_whole else next(written, b"")
        """What stands there of a later time stands before what is left of earlier ones."""

    def of_now(self) -> Iterator[int]:
        """Those since the last checkpoint."""
        return (at for at in self.places if self._salt(at) == self._salt_of_now)

    def is_as_written(self, at: int) -> bool:
        """Whether it is one of those, and has the checksum that it states."""
        return self._salt(at) == self._salt_of_now and self._goes_on(at)

    def number(self, at: int) -> int:
        """Which of all it is, from 1."""
        return self.places.index(at) + 1

    def page_number(self, at: int) -> int:
        return int.from_bytes(self._content[at : at + 4])

    def pages_after(self, at: int) -> int:
        """How many pages the log has after the transaction that it ends; 0 where it ends none."""
        return int.from_bytes(self._content[at + 4 : at + 8])

    def page(self, at: int) -> bytes:
        return self._content[at + FRAME : at + self._step]

    def _salt(self, at: int) -> bytes:
        """The same in all of a time between two checkpoints."""
        return self._content[at + 8 : at + 16]

    def _goes_on(self, at: int) -> bool:
        """Whether its checksum goes on from what the one before, or the header, states."""
        stated = at - self._step + 16 if at > WAL else WAL - 8
        before = self._content[stated : stated + 8]
        checked = self._content[at : at + 8] + self.page(at)
        is_one = self.page_number(at) > 0  # else the sum of nothing but zeros is right as well
        return is_one and (
            _checksum(checked, self._order, before) == self._content[at + 16 : at + FRAME]
        )


def _is_whole(header: bytes) -> bool:
    """Whether SQLite takes it for the header of a write-ahead log."""
    return (
        len(header) == WAL
        and header[:4] in _ORDERS
        and int.from_bytes(header[8:12]) in SIZES
        and _checksum(header[:24], _ORDERS[header[:4]]) == header[24:]
    )


def _checksum(content: bytes, order: str, before: bytes = bytes(8)) -> bytes:
    """Of a part of a write-ahead log, after the part with the sum `before`."""
    first, second = struct.unpack(">2I", before)
    words = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for one, other in zip(words, words, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return struct.pack(">2I", first, second)
