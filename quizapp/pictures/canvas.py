"""A sheet of cells to draw lines and texts on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from quizapp.inside.spans import Line, Role, Span
from quizapp.pictures.signs import DOWN, LEFT, LINES, LIT, RIGHT, UP
from quizapp.text.cells import cells


class Canvas:
    """Lines that meet are joined; a text hides what is under it.

    Only what is within the columns and rows is kept.
    """

    def __init__(self, columns: range, rows: range) -> None:
        self._columns = columns
        self._rows = rows
        self._sides: dict[int, dict[int, int]] = {y: {} for y in rows}
        self._lit: dict[int, set[int]] = {y: set() for y in rows}
        self._texts: dict[int, dict[int, tuple[str, Role]]] = {y: {} for y in rows}

    def across(self, y: int, start: int, end: int, *, lit: bool = False) -> None:
        """A line in a row, between two columns."""
        start, end = min(start, end), max(start, end)
        if y in self._rows:
            for x in self._cut(self._columns, start, end):
                self._side(x, y, LEFT * (x > start) | RIGHT * (x < end), lit=lit)

    def down(self, x: int, start: int, end: int, *, lit: bool = False) -> None:
        """A line in a column, between two rows."""
        if x in self._columns:
            for y in self._cut(self._rows, start, end):
                self._side(x, y, UP * (y > start) | DOWN * (y < end), lit=lit)

    @staticmethod
    def _cut(within: range, start: int, end: int) -> range:
        return range(max(start, within.start), min(end + 1, within.stop))

    def text(self, x: int, y: int, text: str, role: Role) -> None:
        """A text from this cell on."""
        if y in self._rows:
            row = self._texts[y]
            for character in text:
                row[x] = character, role
                x += 1
                if cells(character) == 2:
                    row[x] = "", role
                    x += 1

    def _side(self, x: int, y: int, sides: int, *, lit: bool) -> None:
        if sides:
            row = self._sides[y]
            row[x] = row.get(x, 0) | sides
            if lit:
                self._lit[y].add(x)

    def lines(self) -> Iterator[Line]:
        """What is drawn, row by row."""
        for y in self._rows:
            yield tuple(
                Span("".join(text for text, _ in piece), role)
                for role, piece in groupby(self._row(y), key=lambda cell: cell[1])
            )

    def _row(self, y: int) -> Iterator[tuple[str, Role]]:
        sides, lit, texts = self._sides[y], self._lit[y], self._texts[y]
        at = self._columns.start
        for x in sorted(sides.keys() | texts.keys()):
            if x not in self._columns:
                continue
            if x > at:
                yield " " * (x - at), "plain"
            at = x + 1
            if x in texts:
                yield texts[x]
            elif x in lit:
                yield LIT[sides[x]], "changed"
            else:
                yield LINES[sides[x]], "aside"
