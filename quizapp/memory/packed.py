"""How a review lies in its table: times and dates as numbers, UUIDs as bytes, and what many
reviews share by its number in the table `text`.

What is no such thing is left as it is, both ways: of a damaged row nothing more is lost.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

SHARED = ("device", "content_hash", "torch", "engine", "parts", "draw", "ideas")
"""The columns of `review` that hold the numbers of texts."""

NO_IDEAS = "{}"
"""The text that is NULL instead."""


def utc(at: datetime) -> str:
    """An aware time as text that sorts by time. Raises ValueError for one without a zone."""
    if at.tzinfo is None:
        raise ValueError(f"the log needs a time with its time zone, not {at!r}")
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def time_of(microseconds: int) -> datetime:
    """A time in UTC, of microseconds since 1970. Raises OverflowError, and TypeError."""
    return EPOCH + microseconds * MICROSECOND


def pack_id(id: Any) -> Any:
    """The 16 bytes of a UUID."""
    with suppress(AttributeError, ValueError):
        packed = bytes.fromhex(id.replace("-", ""))
        if unpack_id(packed) == id:
            return packed
    return id


def pack_time(at: Any) -> Any:
    """The microseconds since 1970 of a time as `utc` writes it."""
    with suppress(TypeError, ValueError):
        packed = (datetime.fromisoformat(at) - EPOCH) // MICROSECOND
        if unpack_time(packed) == at:
            return packed
    return at


def pack_day(day: Any) -> Any:
    """The ordinal of an ISO date."""
    with suppress(TypeError, ValueError):
        packed = date.fromisoformat(day).toordinal()
        if unpack_day(packed) == day:
            return packed
    return day


def unpack_id(packed: Any) -> Any:
    if not isinstance(packed, bytes):
        return packed
    digits = packed.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def unpack_time(packed: Any) -> Any:
    with suppress(TypeError, OverflowError):
        return utc(time_of(packed))
    return packed


def unpack_day(packed: Any) -> Any:
    with suppress(TypeError, ValueError, OverflowError):
        return date.fromordinal(packed).isoformat()
    return packed


Convert = Callable[[Any], Any]

PACK: Mapping[str, Mapping[str, Convert]] = {
    "review": {"id": pack_id, "at": pack_time, "study_date": pack_day, "due": pack_day},
    "retraction": {"review": pack_id},
}
"""What is packed of which table."""

UNPACK: Mapping[Convert, Convert] = {
    pack_id: unpack_id,
    pack_time: unpack_time,
    pack_day: unpack_day,
}


def register(db: sqlite3.Connection) -> None:
    """Let a migration pack: by functions of a text's bytes, which may be damaged, NULL for what
    stays as it is.
    """
    for name, pack in {"id_of": pack_id, "time_of": pack_time, "day_of": pack_day}.items():
        db.create_function(name, 1, partial(_packed, pack), deterministic=True)


def _packed(pack: Convert, stored: bytes | None) -> Any:
    text = None if stored is None else stored.decode(errors="surrogateescape")
    packed = pack(text)
    return None if packed == text else packed


def unpacked(table: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a row, of `logged` where it is one of `review`, as other copies have them."""
    packed = PACK.get(table, {})
    return {
        name: UNPACK[packed[name]](value) if name in packed else value
        for name, value in row.items()
    }


def add(db: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> None:
    """Add a row to one of the tables; this copy's where it does not say of which device it is."""
    values = {"device": device(db), **row}
    for name, pack in PACK.get(table, {}).items():
        values[name] = pack(values[name])
    if table == "review":
        values["ideas"] = None if values["ideas"] == NO_IDEAS else values["ideas"]
        for name in SHARED:
            values[name] = number_of(db, values[name])
    columns = ", ".join(f'"{name}"' for name in values)
    places = ", ".join(f":{name}" for name in values)
    db.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})", values)


def number_of(db: sqlite3.Connection, text: str | None) -> int | None:
    """The number that rows of `review` have for a text, which gets one if it has none."""
    if text is None:
        return None
    found = db.execute("SELECT number FROM text WHERE text = ?", [text]).fetchone()
    if found is None:
        found = [db.execute("INSERT INTO text (text) VALUES (?)", [text]).lastrowid]
    return int(found[0])


def device(db: sqlite3.Connection) -> str:
    """The UUID of this copy of the log; another one where it was damaged."""
    db.execute("INSERT OR IGNORE INTO meta VALUES ('device', ?)", [str(uuid4())])
    [(device,)] = db.execute("SELECT value FROM meta WHERE key = 'device'")
    return str(device)
