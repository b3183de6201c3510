"""A YAML file → Deck; every problem of it at once, with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from quizapp.deck.files import IDEAS, MAX_BYTES, read_deck, read_translations, unreadable
from quizapp.deck.format.reader import DeckReader
from quizapp.deck.format.translation import translated
from quizapp.deck.format.yaml_nodes import CONTROL_CHARACTER, Place
from quizapp.deck.problem import DeckFile, Loaded, Problem
from quizapp.deck.translation import Translated, translation_of
from quizapp.text.language import tr


def load(path: Path) -> Loaded:
    """Read a deck. Never raises for what the file holds, nor for a file that cannot be read."""
    try:
        data = read_deck(path)
        translations = read_translations(path)
    except OSError as error:
        return unreadable(path, error)
    return load_bytes(data, str(path), translations)


def load_bytes(
    data: bytes, path: str, translations: Mapping[Translated, bytes] = MappingProxyType({})
) -> Loaded:
    """Read a deck from a file's bytes, with those of the files of its texts in other languages.

    The path is for messages and tracebacks.
    """
    text = _text(data, path)
    loaded = load_text(text, path) if isinstance(text, str) else _failed(text)
    for language, its_data in translations.items():
        text = _text(its_data, beside := str(translation_of(Path(path), language)))
        if isinstance(text, str):
            loaded = translated(loaded, DeckFile(beside, text), language)
        else:
            loaded = replace(loaded, problems=(*loaded.problems, text))
    return loaded


def load_text(text: str, path: str) -> Loaded:
    """Read a deck from text, such as an editor's."""
    plain = _plain(text, path)
    if not isinstance(plain, str):
        return _failed(plain)
    reader = DeckReader(DeckFile(path, plain))
    return reader.read_ideas(plain) if Path(path).name == IDEAS else reader.read(plain)


def _text(data: bytes, path: str) -> str | Problem:
    """The text of a file, or what keeps it from being read."""
    if len(data) > MAX_BYTES:
        return _unusable(path, "", 0, tr("larger than 1 MiB"))
    try:
        return _plain(data.decode(), path)
    except UnicodeDecodeError as error:
        before = len(data[: error.start].decode())
        return _unusable(
            path, data.decode(errors="replace"), before, tr("not UTF-8 text; save it as UTF-8")
        )


def _plain(text: str, path: str) -> str | Problem:
    """The text as it is read: with the line ends that we know, and nothing that nobody sees."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if found := CONTROL_CHARACTER.search(text):
        message = tr(
            "the control character U+{number:04X} does not belong in a deck", number=ord(found[0])
        )
        return _unusable(path, text, found.start(), message)
    return text


def _unusable(path: str, text: str, offset: int, message: str) -> Problem:
    before = text[:offset]
    place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
    return DeckFile(path, text).problem(*place, message)


def _failed(problem: Problem) -> Loaded:
    return Loaded(deck=None, problems=(problem,))
