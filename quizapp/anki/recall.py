"""Anki's notes → recall cards, as the YAML of a deck."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import yaml

from quizapp.anki import cloze
from quizapp.anki.history import Entry
from quizapp.anki.markdown import field_of
from quizapp.anki.package import AnkiNote
from quizapp.anki.standing import AnkiStanding
from quizapp.anki.unfolded import unfolded
from quizapp.deck.files import MAX_BYTES
from quizapp.deck.format.markdown_slips import without_slips
from quizapp.deck.format.yaml_nodes import CONTROL_CHARACTER
from quizapp.errors import UserError
from quizapp.text.holes import without_holes
from quizapp.text.language import tr

MOST_TEXT = 32 * MAX_BYTES
"""Characters of all cards; a Cloze can make much of little."""

LONGEST_ID = 40
OF_ANKI = ("leech", "marked")
"""Tags that Anki sets by itself."""
LOOKED_AT = 1000
"""Characters of a prompt that its id is made of."""

_LINE = "<div>"
_OCCLUSION = "::image-occlusion:"
"""With this Anki hides a part of a picture."""
LINK = re.compile(r"\[((?:\\.|[^\[\]\\])*)\]\((?:\\.|[^()\s\\])*\)")
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
    hint: str = ""
    media: int = 0
    """Pictures, sounds and the like that its texts only name."""

    @property
    def size(self) -> int:
        """Characters of its texts."""
        return len(self.prompt) + len(self.hint) + len(self.back)


class PassedOver(NamedTuple):
    """How many notes make no card."""

    empty: int = 0
    """They say nothing."""
    pictures: int = 0
    """They hide parts of a picture, which a terminal does not show."""
    unreadable: int = 0
    """They are not in UTF-8."""


def recall_cards(notes: Iterable[AnkiNote]) -> tuple[list[Recall], PassedOver]:
    """The cards that notes make, and what is left out.

    Those that Anki makes of them by their templates, and one for each number of a Cloze. Raises
    UserError where they are more than MOST_TEXT.
    """
    found: list[Recall] = []
    empty = pictures = unreadable = size = 0
    for note in notes:
        if note.unreadable:
            unreadable += 1
            continue
        if any(_OCCLUSION in field for field in note.fields):
            pictures += 1
            continue
        before = len(found)
        for card in _cards(note):
            found.append(card)
            size += card.size
            if size > MOST_TEXT:
                raise _too_much()
        empty += len(found) == before
    return found, PassedOver(empty, pictures, unreadable)


def _too_much() -> UserError:
    return UserError(
        tr(
            "the notes hold more than {most} MiB of text; export fewer at a time "
            "from Anki, a subdeck for instance",
            most=MOST_TEXT >> 20,
        )
    )


def deck_text(topic: str, title: str, cards: Mapping[str, Recall]) -> str:
    """The YAML of a deck of these cards, by their ids."""
    return _yaml({"format": 1, "topic": topic, "title": title, "cards": _entries(cards)})


def cards_text(cards: Mapping[str, Recall], indent: int) -> str:
    """The YAML of these cards, by their ids, as they stand in a deck that indents so much."""
    return textwrap.indent(_yaml(_entries(cards)), " " * indent)


def _entries(cards: Mapping[str, Recall]) -> list[dict[str, Any]]:
    entries = []
    for id, card in cards.items():
        entry: dict[str, Any] = {"id": id}
        for name, text in [("prompt", card.prompt), ("hint", card.hint), ("back", card.back)]:
            if text:
                entry[name] = without_slips(without_holes(text))
        if card.tags:
            entry["tags"] = list(card.tags)
        entries.append(entry)
    return entries


def _yaml(node: object) -> str:
    return yaml.dump(node, Dumper=_Readable, allow_unicode=True, sort_keys=False, width=100)


def by_id(cards: Iterable[Recall], there: Iterable[str] = ()) -> dict[str, Recall]:
    """The cards, each by an id of its own, which is none of those that are there."""
    taken = dict.fromkeys(there, 1)
    return {_id(card, taken): card for card in cards}


def slug(text: str) -> str:
    """Lower-case words with hyphens between them; empty where there are no letters of ASCII."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


def prompt_slug(prompt: str) -> str:
    """The words of a prompt, without where its links lead."""
    return slug(LINK.sub(r"\1", prompt))


def _cards(note: AnkiNote) -> Iterator[Recall]:
    tags = tuple(tag for tag in (CONTROL_CHARACTER.sub("", tag) for tag in note.tags) if tag)
    for place, *sides in _sides(note):
        (front, in_front), (answer, behind) = (_SOUND.subn(r"(sound \1)", side) for side in sides)
        asked = unfolded(front)
        read = [field_of(html) for html in (asked.html, asked.hint, answer)]
        prompt, hint, back = (field.text for field in read)
        media = in_front + behind + sum(field.media for field in read)
        if hint and not prompt:  # there is nothing else to be asked by
            prompt, hint = hint, ""
        if prompt and back:
            history, standing = note.histories.get(place, ()), note.standings.get(place)
            yield Recall(prompt, back, tags, history, standing, hint, media)


def _sides(note: AnkiNote) -> Iterator[tuple[int, str, str]]:
    """The HTML of both sides of each card, by its place.

    Where the type of the note is not told, the first field is asked, and the others answer.
    """
    kind = note.type
    if kind is None or kind.hides is not None:
        names = kind.fields[: len(note.fields)] if kind else ()
        at = names.index(kind.hides) if kind and kind.hides in names else 0
        first, others = note.fields[at], [*note.fields[:at], *note.fields[at + 1 :]]
        hidden = [*cloze.sides(first)] or [(1, first, "")]
        for number, front, told in hidden:
            yield number - 1, front, _LINE.join([told, *others])
        return
    fields = dict(zip(kind.fields, note.fields, strict=False))
    for place in note.places or kind.templates:
        if template := kind.templates.get(place):
            yield place, _joined(template.front(fields)), _joined(template.back(fields))


def _joined(parts: Iterable[str]) -> str:
    """A template may name a field any number of times. Raises UserError."""
    kept: list[str] = []
    size = 0
    for part in parts:
        if (size := size + len(part)) > MOST_TEXT:
            raise _too_much()
        kept.append(part)
    return "".join(kept)


def _id(card: Recall, taken: dict[str, int]) -> str:
    """Made of the first words, else of the tags; a number is added where another card has them."""
    tags = " ".join(tag for tag in card.tags if tag not in OF_ANKI)
    told = prompt_slug(card.prompt[:LOOKED_AT]) or slug(tags)
    words = textwrap.shorten(told.replace("-", " "), LONGEST_ID, placeholder="")
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
