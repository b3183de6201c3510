"""Lines of text that know what each piece of them is, for a front end to colour, or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from quizapp.text.cells import cells
from quizapp.text.visible import visible
from quizapp.text.wrap import fitted

Tint = Literal["plus-1", "plus-2", "plus-3", "minus-1", "minus-2", "minus-3"]
"""Of a cell with a number: its sign, and how large it is."""

Role = Literal["plain", "gutter", "source", "name", "changed", "aside", "bad"] | Tint

GAP = "  "

ENDLESS = 1 << 16
"""Columns of a line that is never broken: a screen reader has no margin."""


class Span(NamedTuple):
    """A piece of a line; `changed` is what a step altered, `aside` what matters less."""

    text: str
    role: Role = "plain"


Line = tuple[Span, ...]


def plain(line: Line) -> str:
    """The line's text alone."""
    return "".join(span.text for span in line)


def in_a_line(text: str, *, most: int) -> str:
    """Text from a snippet, made safe to show in a single line; cut after so many characters."""
    return visible(text, most=most).replace("\n", " ")


def flow(head: Line, parts: Sequence[Span], *, width: int, hang: Line) -> list[Line]:
    """The parts behind the head, two blanks apart, in as many lines as they need.

    Further lines begin with `hang`. A part that is longer than a line has lines of its own: it
    is broken between the rows of nested lists, and then as prose is.
    """
    lines, line = [], head
    room = max(width - cells(plain(hang)), 1)
    for part in parts:
        pieces = _broken(part.text, room)
        for text in pieces:
            if len(pieces) > 1 or cells(plain(line) + GAP + text) > width:
                lines.append(line)
                line = (*hang, Span(text, part.role))
            else:
                line = (*line, Span(GAP + text, part.role))
    return [*lines, line]


def _broken(text: str, room: int) -> list[str]:
    if cells(text) <= room:
        return [text]
    return [piece for row in _rows(text) for piece in fitted(row, room)]


def _rows(text: str) -> list[str]:
    """Nested lists a row a line, the brackets below each other; other text in one piece."""
    rows: list[str] = []
    first, depth = text.find("["), 0
    for row in text.replace("], ", "],\n").split("\n"):
        rows.append(" " * (first + depth) + row if rows else row)
        depth += row.count("[") - row.count("]")
    return rows
