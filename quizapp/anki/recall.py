"""Anki's notes → recall cards, as the YAML of a deck."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from quizapp.anki.markdown import markdown
from quizapp.anki.package import AnkiNote

LONGEST_ID = 40

_CLOZE = re.compile(r"\{\{c(\d+)::(.*?)(?:::(.*?))?\}\}", re.DOTALL)
_SOUND = re.compile(r"\[sound:([^\]]*)\]")


@dataclass(frozen=True)
class Recall:
    """A card to be: texts of a deck, not yet with an id."""

    prompt: str
    back: str
    tags: tuple[str, ...]


def recall_cards(notes: Sequence[AnkiNote]) -> tuple[list[Recall], int]:
    """A card for a Basic note, one for each number of a Cloze; and how many notes say nothing."""
    found = [list(_cards(note)) for note in notes]
    return [card for cards in found for card in cards], sum(not cards for cards in found)


def deck_text(topic: str, title: str, cards: Sequence[Recall]) -> str:
    """The deck's YAML."""
    taken: set[str] = set()
    entries = []
    for card in cards:
        entry: dict[str, Any] = {"id": _id(card.prompt, taken)}
        entry |= {"prompt": card.prompt, "back": card.back}
        if card.tags:
            entry["tags"] = list(card.tags)
        entries.append(entry)
    deck = {"format": 1, "topic": topic, "title": title, "cards": entries}
    return yaml.dump(deck, Dumper=_Readable, allow_unicode=True, sort_keys=False, width=100)


def slug(text: str) -> str:
    """Lower-case words with hyphens between them; empty where there are no letters of ASCII."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


def _cards(note: AnkiNote) -> Iterator[Recall]:
    first, *others = [_SOUND.sub(r"(sound \1)", field) for field in note.fields]
    behind = "\n\n".join(filter(None, map(markdown, others)))
    hidden = sorted({int(found[1]) for found in _CLOZE.finditer(first)})
    sides = [_sides_of_cloze(first, number) for number in hidden] or [(first, "")]
    for front, told in sides:
        prompt, back = markdown(front), "\n\n".join(filter(None, [markdown(told), behind]))
        if prompt and back:
            yield Recall(prompt, back, note.tags)


def _sides_of_cloze(text: str, number: int) -> tuple[str, str]:
    """The text with what has this number hidden, and what that is."""
    told: list[str] = []

    def shown(found: re.Match[str]) -> str:
        if int(found[1]) != number:
            return found[2]
        told.append(found[2])
        return f"[{found[3]}]" if found[3] else "[…]"

    return _CLOZE.sub(shown, text), "<br>".join(told)


def _id(prompt: str, taken: set[str]) -> str:
    """Made of the first words; a number is added where another card has them, too."""
    words = textwrap.shorten(slug(prompt).replace("-", " "), LONGEST_ID, placeholder="")
    base = words.replace(" ", "-") or "card"
    names = itertools.chain([base], (f"{base}-{number}" for number in itertools.count(2)))
    name = next(name for name in names if name not in taken)
    taken.add(name)
    return name


class _Readable(yaml.SafeDumper):
    """Texts of several lines stand in lines."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Readable.add_representer(str, _text)
