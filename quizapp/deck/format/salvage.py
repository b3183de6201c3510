"""Reads a deck's YAML even where single cards of it are not YAML."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from quizapp.deck.format.yaml_nodes import Node, NotReadable, Slip, TooMuch, read_nodes

MAX_LOST = 20
"""Cards that are not YAML before the file as a whole is given up."""

_CARDS = re.compile(r"cards:\s*(#.*)?")
_ID = re.compile(r"(?:^[\s-]*|[{,]\s*)id:\s*[\"']?([a-z0-9-]+)")
"""At the beginning of a line, or in a card within braces."""


class Lost(NamedTuple):
    """A card that is not YAML."""

    slip: Slip
    card: str | None
    """Its id; None where nobody can tell."""
    line: int
    """On which line it begins."""


@dataclass
class Salvaged:
    """What can be read of a text. Places are those of the whole text."""

    root: Node | None = None
    slips: list[Slip] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)


def salvage(text: str) -> Salvaged:
    """Read YAML, leaving out each card that the parser stops at."""
    lines = text.split("\n")
    salvaged = Salvaged()
    while len(salvaged.lost) < MAX_LOST:
        try:
            salvaged.root, salvaged.slips = read_nodes("\n".join(lines))
            break
        except NotReadable as error:
            card = _card_at(lines, error.place.line - 1)
            ids = (found[1] for i in card if (found := _ID.search(lines[i])))
            line = card.start + 1 if card else error.place.line
            salvaged.lost.append(Lost(Slip(error.place, error.message), next(ids, None), line))
            if not card or isinstance(error, TooMuch):
                break
            for i in card:
                lines[i] = ""
    return salvaged


def _card_at(lines: list[str], index: int) -> range:
    """The lines of the card that holds a line; none of them where no card does."""
    return next((span for span in _card_spans(lines) if index in span), range(0))


def _card_spans(lines: list[str]) -> list[range]:
    """The lines of each card, told by the indentation of its hyphen alone."""
    start = next((i for i, line in enumerate(lines) if _CARDS.fullmatch(line)), len(lines)) + 1
    indent = None
    starts: list[int] = []
    end = len(lines)
    for i in range(start, len(lines)):
        content = lines[i].lstrip(" ")
        if not content or content.startswith(("#", "\t")):
            continue
        column = len(lines[i]) - len(content)
        begins_item = content == "-" or content.startswith("- ")
        if indent is None and begins_item:
            indent = column
        if indent is None or column < indent or (column == indent and not begins_item):
            end = i
            break
        if column == indent:
            starts.append(i)
    return [range(*span) for span in zip(starts, [*starts[1:], end], strict=False)]
