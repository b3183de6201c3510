"""Notes → a package that Anki imports: a deck for each topic, below one of ours."""

from __future__ import annotations

import hashlib
import itertools
import sqlite3
import zipfile
from collections.abc import Iterable, Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path

import genanki

from quizapp.anki.html import CODE_STYLE
from quizapp.anki.notes import Note

PARENT = "PyTorch"
STYLE = """
.card { font-family: sans-serif; font-size: 18px; text-align: left; max-width: 44em; margin: auto; }
pre, code { font-family: monospace; }
pre { font-size: 16px; line-height: 1.35; white-space: pre-wrap; }
"""
MODEL = genanki.Model(
    1732147200,
    "Torch quiz",
    fields=[{"name": "Front"}, {"name": "Back"}],
    templates=[
        {
            "name": "Card 1",
            "qfmt": "{{Front}}",
            "afmt": '{{FrontSide}}<hr id="answer">{{Back}}',
        }
    ],
    css=STYLE + CODE_STYLE,
)


def write_package(
    file: Path, notes: Iterable[Note], titles: Mapping[str, str], now: datetime
) -> None:
    """Write the package, whole or not at all; `titles` are the names of topics.

    Anki knows notes and decks by their ids: those of another export replace them.
    Raises OSError.
    """
    decks: dict[str, genanki.Deck] = {}
    for note in notes:
        if note.topic not in decks:
            name = f"{PARENT}::{titles.get(note.topic, note.topic)}"
            decks[note.topic] = genanki.Deck(_number(note.topic), name)
        decks[note.topic].add_note(
            genanki.Note(
                model=MODEL,
                fields=[note.front, note.back],
                guid=genanki.guid_for(note.key),
                tags=list(note.tags),
            )
        )
    unfinished = file.with_name(f".{file.name}.part")
    try:
        _write(unfinished, genanki.Package(list(decks.values())), now.timestamp())
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def _write(file: Path, package: genanki.Package, now: float) -> None:
    """What genanki's `write_to_file` does, but that leaves its database behind in /tmp."""
    with closing(sqlite3.connect(":memory:")) as database:
        package.write_to_db(database.cursor(), now, itertools.count(int(now * 1000)))
        database.commit()
        collection = database.serialize()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("collection.anki2", collection)
        packed.writestr("media", "{}")


def _number(topic: str) -> int:
    """A deck's id: always the same for a topic, and likely no other deck's."""
    return int.from_bytes(hashlib.sha256(topic.encode()).digest()[:5]) + (1 << 40)
