"""Anki's notes → recall cards, as the YAML of a deck."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from quizapp.anki import cloze
from quizapp.anki.history import Entry
from quizapp.anki.markdown import markdown
from quizapp.anki.package import AnkiNote
from quizapp.anki.standing import AnkiStanding
from quizapp.deck.files import MAX_BYTES
from quizapp.deck.format.markdown_slips import without_slips
from quizapp.deck.format.yaml_nodes import CONTROL_CHARACTER
from quizapp.errors import UserError
from quizapp.text.holes import without_holes
from quizapp.text.language import tr

MOST_TEXT = 32 * MAX_BYTES
"""Characters of all cards; a Cloze can make much of little."""

LONGEST_ID = 40
LOOKED_AT = 1000
"""Characters of a prompt that its id is made of."""

_SOUND = re.compile(r"\[sound:([^][]*)\]")


@dataclass(frozen=True)
class Recall:
    """A card to be: texts of a deck, not yet with an id."""

    prompt: str
    back: str
    tags: tuple[str, ...]
    history: Sequence[Entry] = ()
    """What was answered to it in Anki."""
    standing: AnkiStanding | None = None
    """What was decided of it there."""


def recall_cards(notes: Iterable[AnkiNote]) -> tuple[list[Recall], int]:
    """The cards that notes make, and how many notes say nothing.

    A card for a Basic note, two where Anki asked it in both directions, and one for each number
    of a Cloze. Raises UserError where they are more than MOST_TEXT.
    """
    found: list[Recall] = []
    empty = size = 0
    for note in notes:
        before = len(found)
        for card in _cards(note):
            found.append(card)
            size += len(card.prompt) + len(card.back)
            if size > MOST_TEXT:
                raise UserError(
                    tr(
                        "the notes hold more than {most} MiB of text; export fewer at a time "
                        "from Anki, a subdeck for instance",
                        most=MOST_TEXT >> 20,
                    )
                )
        empty += len(found) == before
    return found, empty


def deck_text(topic: str, title: str, cards: Mapping[str, Recall]) -> str:
    """The YAML of a deck of these cards, by their ids."""
    entries = []
    for id, card in cards.items():
        entry: dict[str, Any] = {"id": id}
        for name, text in [("prompt", card.prompt), ("back", card.back)]:
            entry[name] = without_slips(without_holes(text))
        if card.tags:
            entry["tags"] = list(card.tags)
        entries.append(entry)
    deck = {"format": 1, "topic": topic, "title": title, "cards": entries}
    return yaml.dump(deck, Dumper=_Readable, allow_unicode=True, sort_keys=False, width=100)


def by_id(cards: Iterable[Recall]) -> dict[str, Recall]:
    """The cards, each by an id of its own."""
    taken: dict[str, int] = {}
    return {_id(card.prompt, taken): card for card in cards}


def slug(text: str) -> str:
    """Lower-case words with hyphens between them; empty where there are no letters of ASCII."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


def _cards(note: AnkiNote) -> Iterator[Recall]:
    fields = [_SOUND.sub(r"(sound \1)", field) for field in note.fields]
    first, *others = fields
    if hidden := list(cloze.sides(first)):
        texts = [(number - 1, front, [told, *others]) for number, front, told in hidden]
    else:
        texts = [(0, first, others)]
        if note.is_reversed and others:
            texts.append((1, others[0], [first, *others[1:]]))
    tags = tuple(tag for tag in (CONTROL_CHARACTER.sub("", tag) for tag in note.tags) if tag)
    for place, front, behind in texts:
        prompt, back = markdown(front), "\n\n".join(filter(None, map(markdown, behind)))
        if prompt and back:
            history, standing = note.histories.get(place, ()), note.standings.get(place)
            yield Recall(prompt, back, tags, history, standing)


def _id(prompt: str, taken: dict[str, int]) -> str:
    """Made of the first words; a number is added where another card has them, too."""
    words = textwrap.shorten(slug(prompt[:LOOKED_AT]).replace("-", " "), LONGEST_ID, placeholder="")
    base = words.replace(" ", "-") or "card"
    name, number = base, taken.get(base, 1)
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    taken[base] = number
    taken.setdefault(name, 1)
    return name


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Readable: Any = type("_Readable", (getattr(yaml, "CSafeDumper", yaml.SafeDumper),), {})
"""Texts of several lines stand in lines."""
_Readable.add_representer(str, _text)
