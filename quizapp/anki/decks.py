"""Decks of many recall cards, each as large as a deck may be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from quizapp.anki.recall import Recall, deck_text
from quizapp.deck.files import MAX_BYTES
from quizapp.deck.format.load import load_bytes
from quizapp.errors import UserError
from quizapp.text.language import tr

Cards = Mapping[str, Recall]
"""Cards by their ids."""

FULL = MAX_BYTES * 3 // 4
"""Characters of texts that go into one deck."""


def in_decks(topic: str, title: str, cards: Cards) -> dict[str, tuple[str, Cards]]:
    """For each deck that is to be, by its topic, its YAML and its cards.

    Raises UserError where a card alone is too much for a deck.
    """
    parts = [part for some in _by_size(cards) for part in _accepted(topic, title, some)]
    if len(parts) == 1:
        return {topic: (deck_text(topic, title, cards), cards)}
    decks = {}
    for number, part in enumerate(parts, 1):
        name = f"{topic}-{number:0{len(str(len(parts)))}}"  # so that they stay in order
        decks[name] = deck_text(name, _of_several(title, number, len(parts)), part), part
    return decks


def written(topic: str, folder: Path) -> list[Path]:
    """Such decks that are there."""
    whole = folder / f"{topic}.yaml"
    if whole.exists():
        return [whole]
    parts = {path: path.stem.removeprefix(f"{topic}-") for path in folder.glob(f"{topic}-*.yaml")}
    numbered = sorted(path for path, number in parts.items() if re.fullmatch("[0-9]+", number))
    return numbered if numbered and int(parts[numbered[0]]) == 1 else []


def _of_several(title: str, number: int, of: int) -> str:
    return tr("{title}, {number} of {of}", title=title, number=number, of=of)


def _by_size(cards: Cards) -> Iterator[Cards]:
    some: dict[str, Recall] = {}
    size = 0
    for id, card in cards.items():
        of_card = sum(len(text.encode()) for text in (card.prompt, card.hint, card.back))
        if some and size + of_card > FULL:
            yield some
            some, size = {}, 0
        some[id] = card
        size += of_card
    yield some


def _accepted(topic: str, title: str, cards: Cards) -> Iterator[Cards]:
    """The cards in so many halves that each loads as a deck."""
    text = deck_text(f"{topic}-999", _of_several(title, 999, 999), cards)
    if not (problems := load_bytes(text.encode(), "").problems):
        yield cards
        return
    every = [*cards.items()]
    if len(every) == 1:
        id, why = every[0][0], problems[0].message
        raise UserError(tr("the note of '{id}' makes no card: {why}", id=id, why=why))
    for half in (every[: len(every) // 2], every[len(every) // 2 :]):
        yield from _accepted(topic, title, dict(half))
