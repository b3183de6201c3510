"""Notes out of Anki's packages, whichever of its formats they are in."""

from __future__ import annotations

import json
import sqlite3
import tempfile
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from quizapp.anki.history import Entry
from quizapp.anki.note_types import NoteType, note_types
from quizapp.anki.standing import AnkiStanding, acts_of
from quizapp.anki.tables import NotAPackage, rows
from quizapp.memory.study_day import study_date
from quizapp.text.language import tr
from quizapp.text.opened import opened
from quizapp.text.reasons import reason

MOST_BYTES = 1 << 30
"""Of an unpacked collection: a small package may claim to hold any amount."""
LONGEST_NOTE = 1 << 20
"""Characters; a deck holds no more in all."""
MOST_TEXT = 64 << 20
"""Characters of all notes."""

MOST_ENTRIES = 5_000_000
"""Answers, and whatever else Anki has recorded of cards."""
LAST = 220_000_000_000_000
"""Milliseconds since 1970: thousands of years."""

ROLLOVER = {
    "config": "SELECT val FROM config WHERE key = 'rollover'",
    "col": "SELECT conf FROM col",
}
"""Where it stands at which hour Anki's day begins, by table: in a new Anki, in an old one."""
USUAL_ROLLOVER = 4

COLLECTIONS = ("collection.anki21b", "collection.anki21", "collection.anki2")
"""What a package may hold, the newest format first: the others then only say to update Anki."""

CHUNK = 1 << 20


@dataclass(frozen=True)
class AnkiNote:
    """A note as Anki has it: HTML in fields."""

    guid: str
    fields: tuple[str, ...]
    tags: tuple[str, ...]
    type: NoteType | None = None
    """What its cards are made by; None where the package does not tell."""
    places: Sequence[int] = ()
    """Those of its cards that are there, by their places among those of its type."""
    histories: Mapping[int, Sequence[Entry]] = field(default_factory=dict)
    """What was answered to each of its cards, by the card's place among them."""
    standings: Mapping[int, AnkiStanding] = field(default_factory=dict)
    """How those of its cards stand of which something was decided, by place."""
    unreadable: bool = False
    """Its text is not in UTF-8; it has no fields."""


def read_package(file: Path) -> list[AnkiNote]:
    """All notes of a package, in the order in which they were made. Raises NotAPackage."""
    try:
        with (
            opened(file) as packed,
            zipfile.ZipFile(packed) as package,
            tempfile.TemporaryDirectory() as folder,
        ):
            name = next((name for name in COLLECTIONS if name in package.namelist()), None)
            if name is None:
                raise NotAPackage(tr("there is no collection of notes in it"))
            database = Path(folder) / "collection"
            with database.open("wb") as unpacked:
                for chunk in _chunks(package, name):
                    unpacked.write(chunk)
                    if unpacked.tell() > MOST_BYTES:
                        most = MOST_BYTES >> 30
                        raise NotAPackage(tr("its collection is larger than {most} GiB", most=most))
            return list(_notes(database))
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise NotAPackage(tr("it is not a package of Anki's")) from error
    except OSError as error:
        raise NotAPackage(tr("it cannot be read: {error}", error=reason(error))) from error
    except (sqlite3.Error, NotImplementedError, RuntimeError, ValueError) as error:
        raise NotAPackage(tr("it cannot be read: {error}", error=error)) from error


def _chunks(package: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    with package.open(name) as packed:
        if not name.endswith("b"):
            while chunk := packed.read(CHUNK):
                yield chunk
            return
        import zstandard  # only here: packages of a newer Anki

        try:
            with zstandard.ZstdDecompressor().stream_reader(packed) as reader:
                while chunk := reader.read(CHUNK):
                    yield chunk
        except zstandard.ZstdError as error:
            raise NotAPackage(
                tr("its collection cannot be unpacked: {error}", error=error)
            ) from error


def _notes(database: Path) -> Iterator[AnkiNote]:
    """What the table of notes holds."""
    connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * LONGEST_NOTE)
        types, places = note_types(connection), defaultdict[Any, list[int]](list)
        for nid, place in rows(connection, "cards", "SELECT nid, ord FROM cards ORDER BY ord"):
            places[nid].append(place)
        rollover = _rollover(connection)
        histories, standings = _histories(connection, rollover), _standings(connection, rollover)
        left = MOST_TEXT
        connection.text_factory = _text
        asked = "SELECT id, guid, mid, flds, tags FROM notes ORDER BY id"
        for nid, guid, mid, text, tags in rows(connection, "notes", asked):
            text = _text(text) if isinstance(text, bytes) else str(text)
            left -= len(text)
            if left < 0:
                raise NotAPackage(
                    tr("its notes hold more than {most} MB of text", most=MOST_TEXT >> 20)
                )
            yield AnkiNote(
                _in_part(guid),
                () if isinstance(text, bytes) else tuple(text.split("\x1f")),
                tuple(_in_part(tags).split()),
                types.get(mid),
                places.get(nid, ()),
                histories=histories.get(nid, {}),
                standings=standings.get(nid, {}),
                unreadable=isinstance(text, bytes),
            )
    finally:
        connection.close()


def _text(text: bytes) -> str | bytes:
    """A text of the database; what is none stays as it is."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text


def _in_part(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def _histories(
    connection: sqlite3.Connection, rollover: int
) -> Mapping[Any, Mapping[int, Sequence[Entry]]]:
    """What was answered to the cards of each note, by place, in order of time."""
    found: dict[Any, dict[int, list[Entry]]] = defaultdict(lambda: defaultdict(list))
    cards = {
        cid: (nid, place)
        for cid, nid, place in rows(connection, "cards", "SELECT id, nid, ord FROM cards")
    }
    asked = "SELECT id, cid, ease, type, factor, time FROM revlog ORDER BY id LIMIT ?"
    entries = rows(connection, "revlog", asked, MOST_ENTRIES + 1)
    for count, (id, cid, *numbers) in enumerate(entries):
        if count == MOST_ENTRIES:
            raise NotAPackage(tr("it holds more than {most} answers", most=MOST_ENTRIES))
        if cid not in cards or not all(isinstance(number, int) for number in (id, *numbers)):
            continue
        ease, kind, factor, milliseconds = numbers
        if 0 < id < LAST and 0 <= milliseconds < LAST:
            at = datetime.fromtimestamp(id / 1000, UTC).astimezone()
            day = study_date(at, rollover)
            nid, place = cards[cid]
            found[nid][place].append(Entry(at, day, ease, kind, factor, milliseconds / 1000))
    return found


def _standings(
    connection: sqlite3.Connection, rollover: int
) -> Mapping[Any, Mapping[int, AnkiStanding]]:
    """How the cards of each note stand, by place."""
    found: dict[Any, dict[int, AnkiStanding]] = defaultdict(dict)
    asked = "SELECT nid, ord, mod, queue, flags FROM cards"
    for nid, place, *numbers in rows(connection, "cards", asked):
        if not all(isinstance(number, int) for number in numbers):
            continue
        changed, queue, flags = numbers
        if 0 < changed < LAST // 1000 and (acts := acts_of(queue, flags)):
            at = datetime.fromtimestamp(changed, UTC).astimezone()
            found[nid][place] = AnkiStanding(at, study_date(at, rollover), acts)
    return found


def _rollover(connection: sqlite3.Connection) -> int:
    """The hour at which Anki's day begins."""
    for table, query in ROLLOVER.items():
        for (value,) in rows(connection, table, query):
            try:
                hour = json.loads(value)
            except (TypeError, ValueError, RecursionError):
                continue
            if isinstance(hour, dict):
                hour = hour.get("rollover")
            if isinstance(hour, int) and 0 <= hour < 24:
                return hour
    return USUAL_ROLLOVER
