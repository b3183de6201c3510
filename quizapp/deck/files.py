"""Deck files: where they lie, and their bytes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from quizapp.deck.problem import DeckFile, Loaded

SUFFIXES = (".yaml", ".yml")
MAX_BYTES = 1024 * 1024


def find_decks(folders: Iterable[Path]) -> list[Path]:
    """The decks in some folders, by name within each. A missing folder holds none."""
    found: dict[Path, None] = {}
    for folder in folders:
        if folder.is_file():
            found[folder] = None
            continue
        try:
            paths = sorted(folder.iterdir())
        except OSError:
            continue
        for path in paths:
            if path.suffix in SUFFIXES and not path.name.startswith(".") and path.is_file():
                found[path] = None
    return list(found)


def read_deck(path: Path) -> bytes:
    """A deck's bytes; of a file that is too large, enough to tell. Raises OSError."""
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def unreadable(path: Path, error: OSError) -> Loaded:
    """What a file gives that the system does not let us read."""
    message = f"cannot be read: {error.strerror or error}"
    return Loaded(deck=None, problems=(DeckFile(str(path), "").problem(1, 1, message),))
