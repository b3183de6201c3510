"""Files that belong to decks and lie beside none: a deck that is renamed leaves them behind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from quizapp.deck.files import SUFFIXES, without_deck
from quizapp.deck.problem import DeckFile, Problem
from quizapp.deck.translation import deck_translated_by
from quizapp.running.record_file import FOLDER, RecordError, read_record


def strays(folder: Path) -> Iterator[Problem]:
    """One for each file of texts in another language, and each record, without its deck."""
    try:
        beside = sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES)
    except OSError:  # whoever looks for decks there is told
        return
    names = {path.name for path in beside}
    for path in beside:
        deck = deck_translated_by(path)
        if deck is not None and deck.name not in names:
            yield DeckFile(str(path), "").problem(1, 1, without_deck(deck))
    for path in sorted((folder / FOLDER).glob("*.txt")):
        decks = [f"{path.stem}{suffix}" for suffix in SUFFIXES]
        if names.isdisjoint(decks) and _is_record(path):
            yield DeckFile(str(path), "").problem(1, 1, without_deck(folder / decks[0]))


def _is_record(path: Path) -> bool:
    try:
        return read_record(path) is not None
    except RecordError:
        return False
