"""The rows in the pages of a SQLite file, read without SQLite, which gives a damaged file up.

Those of tables, and those of their indexes, which say once more what stands in some columns.
Of a row that is too long for its page, what stands elsewhere may be missing. Source of the format:
sqlite.org/fileformat2.html, sections 1.5 (pages), 1.6 and 2.1 (records).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from quizapp.memory.wal import SIZES, USUAL_SIZE, pages_in, wal_of

MAGIC = b"SQLite format 3\0"
"""What a file begins with."""

TABLE_LEAF, INDEX_LEAF, INDEX_NODE = 0x0D, 0x0A, 0x02
"""The first byte of a page that holds rows of a table, or of an index."""

CHILD = 4
"""Bytes of what stands in an index's node before a row."""

Value = int | float | str | bytes | None


@dataclass(frozen=True)
class Row:
    """A row as it is stored."""

    rowid: int | None
    """None in an index, whose rows end with it."""
    values: tuple[Value, ...]
    """Those that can be read, from the first one on."""
    in_wal: bool = False
    """Whether it stands in the write-ahead log."""


def rows(file: Path) -> Iterator[Row]:
    """The rows in all pages of a database and its write-ahead log, some of them more than once.

    Raises OSError.
    """
    for page in rows_by_page(file):
        yield from page


def rows_by_page(file: Path) -> Iterator[list[Row]]:
    """The same, those of a page together."""
    pages, frames, size = _pages(file)
    newest = {**pages, **dict(frames)}
    for page in pages.values():
        yield list(_rows_of(page, newest, size))
    for _, page in frames:
        yield [replace(row, in_wal=True) for row in _rows_of(page, newest, size)]


def lacks_pages(file: Path) -> bool:
    """Whether a database and its write-ahead log have fewer pages than its first one states, or
    none. Raises OSError."""
    pages, frames, _ = _pages(file)
    newest = {**pages, **dict(frames)}
    first = newest.get(1, b"")
    stated = int.from_bytes(first[28:32]) if first.startswith(MAGIC) else 1
    return len(newest) < stated


def _pages(file: Path) -> tuple[dict[int, bytes], list[tuple[int, bytes]], int]:
    """The pages of a database by number, those of its write-ahead log, and their size."""
    content = file.read_bytes()
    size = _page_size(content)
    # The last is short where the file was cut: it has those of its rows that begin in it.
    pages = {at // size + 1: content[at : at + size] for at in range(0, len(content), size)}
    return pages, list(pages_in(wal_of(file), size)), size


def rows_in(pages: Iterable[bytes], size: int) -> Iterator[Row]:
    """The rows in some pages of so many bytes, each as far as it stands in its own."""
    for page in pages:
        yield from _rows_of(page, {}, size)


def _page_size(content: bytes) -> int:
    stated = int.from_bytes(content[16:18]) if content.startswith(MAGIC) else 0
    return stated if stated in SIZES else USUAL_SIZE


def _rows_of(page: bytes, pages: Mapping[int, bytes], size: int) -> Iterator[Row]:
    kind = page[0] if page else 0
    if kind not in (TABLE_LEAF, INDEX_LEAF, INDEX_NODE):
        return
    count = int.from_bytes(page[3:5])
    header = 12 if kind == INDEX_NODE else 8
    for place in range(header, min(header + 2 * count, len(page) - 1), 2):
        cell = int.from_bytes(page[place : place + 2])
        try:
            length, at = _varint(page, cell + CHILD if kind == INDEX_NODE else cell)
            rowid, at = _varint(page, at) if kind == TABLE_LEAF else (None, at)
            yield Row(rowid, tuple(_values(_payload(page, at, length, pages, kind, size))))
        except (IndexError, struct.error):  # no row: the page is damaged here
            continue


def _payload(
    page: bytes, at: int, length: int, pages: Mapping[int, bytes], kind: int, size: int
) -> bytes:
    """The bytes of a row, as far as they are there."""
    most = size - 35 if kind == TABLE_LEAF else (size - 12) * 64 // 255 - 23
    if length <= most:
        return page[at : at + length]
    least = (size - 12) * 32 // 255 - 23
    here = least + (length - least) % (size - 4)
    here = here if here <= most else least
    parts, missing = [page[at : at + here]], length - here
    following = _following(page, at + here)
    gone_through = set[int]()
    while missing > 0 and following in pages and following not in gone_through:
        gone_through.add(following)
        overflow = pages[following]
        parts.append(overflow[4 : 4 + missing])
        missing -= len(parts[-1])
        following = _following(overflow, 0) if len(overflow) == size else 0
    return b"".join(parts)


def _following(page: bytes, at: int) -> int:
    """The number of the page where a row goes on; 0 for none, or where that was cut off."""
    stated = page[at : at + 4]
    return int.from_bytes(stated) if len(stated) == 4 else 0


def _values(payload: bytes) -> Iterator[Value]:
    """The values in a row, up to the first that is not all there."""
    header, at = _varint(payload, 0)
    value_at = header
    while at < header:
        kind, at = _varint(payload, at)
        length = _length(kind)
        stored = payload[value_at : value_at + length]
        if len(stored) < length:
            return
        value_at += length
        if kind >= 12:
            yield stored.decode(errors="surrogateescape") if kind % 2 else stored
        elif kind == 7:
            yield float(struct.unpack(">d", stored)[0])
        elif kind == 0:
            yield None
        else:
            yield kind - 8 if kind in (8, 9) else int.from_bytes(stored, signed=True)


def _length(kind: int) -> int:
    """Bytes of a value of a kind."""
    if kind >= 12:
        return (kind - 12) // 2
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends. Raises IndexError."""
    number = 0
    for place in range(at, at + 8):
        byte = content[place]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, place + 1
    return number << 8 | content[at + 8], at + 9
