"""A YAML file → Deck; every problem of it at once, with its place."""

from __future__ import annotations

from pathlib import Path

from quizapp.deck.files import IDEAS, MAX_BYTES, read_deck, unreadable
from quizapp.deck.format.reader import DeckReader
from quizapp.deck.format.yaml_nodes import CONTROL_CHARACTER, Place
from quizapp.deck.problem import DeckFile, Loaded


def load(path: Path) -> Loaded:
    """Read a deck. Never raises for what the file holds, nor for a file that cannot be read."""
    try:
        data = read_deck(path)
    except OSError as error:
        return unreadable(path, error)
    return load_bytes(data, str(path))


def load_bytes(data: bytes, path: str) -> Loaded:
    """Read a deck from a file's bytes; the path is for messages and tracebacks."""
    if len(data) > MAX_BYTES:
        return _unusable(path, "", 0, "larger than 1 MiB")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = len(data[: error.start].decode())
        return _unusable(path, data.decode(errors="replace"), before, "not UTF-8 text")
    return load_text(text, path)


def load_text(text: str, path: str) -> Loaded:
    """Read a deck from text, such as an editor's."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if found := CONTROL_CHARACTER.search(text):
        message = f"the control character U+{ord(found[0]):04X} does not belong in a deck"
        return _unusable(path, text, found.start(), message)
    reader = DeckReader(DeckFile(path, text))
    return reader.read_ideas(text) if Path(path).name == IDEAS else reader.read(text)


def _unusable(path: str, text: str, offset: int, message: str) -> Loaded:
    before = text[:offset]
    place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
    return Loaded(deck=None, problems=(DeckFile(path, text).problem(*place, message),))
