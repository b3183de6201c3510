"""Notes out of Anki's packages, whichever of its formats they are in."""

from __future__ import annotations

import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_BYTES = 1 << 30
"""Of an unpacked collection: a small package may claim to hold any amount."""

COLLECTIONS = ("collection.anki21b", "collection.anki21", "collection.anki2")
"""What a package may hold, the newest format first: the others then only say to update Anki."""

CHUNK = 1 << 20


class NotAPackage(Exception):
    """The file is not one of Anki's, or cannot be read; the text says why."""


@dataclass(frozen=True)
class AnkiNote:
    """A note as Anki has it: HTML in fields."""

    guid: str
    fields: tuple[str, ...]
    tags: tuple[str, ...]


def read_package(file: Path) -> list[AnkiNote]:
    """All notes of a package, in the order in which they were made. Raises NotAPackage."""
    try:
        with zipfile.ZipFile(file) as package, tempfile.TemporaryDirectory() as folder:
            name = next((name for name in COLLECTIONS if name in package.namelist()), None)
            if name is None:
                raise NotAPackage("there is no collection of notes in it")
            database = Path(folder) / "collection"
            with database.open("wb") as unpacked:
                for chunk in _chunks(package, name):
                    unpacked.write(chunk)
                    if unpacked.tell() > MOST_BYTES:
                        raise NotAPackage(f"its collection is larger than {MOST_BYTES >> 30} GiB")
            return list(_notes(database))
    except zipfile.BadZipFile as error:
        raise NotAPackage("it is not a package of Anki's") from error
    except (OSError, sqlite3.Error, NotImplementedError, RuntimeError) as error:
        raise NotAPackage(f"it cannot be read: {error}") from error


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
            raise NotAPackage(f"its collection cannot be unpacked: {error}") from error


def _notes(database: Path) -> Iterator[AnkiNote]:
    connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
    try:
        rows = connection.execute("SELECT guid, flds, tags FROM notes ORDER BY id")
        for guid, fields, tags in rows:
            yield AnkiNote(str(guid), tuple(str(fields).split("\x1f")), tuple(str(tags).split()))
    finally:
        connection.close()
