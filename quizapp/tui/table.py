"""Tables of a text, drawn in the room there is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from textual.content import Content

from quizapp.text.markdown import Alignment

Row = Sequence[Content]

GAP = "  "
"""Between the columns."""

NARROWEST = 6
"""Cells of a column; where there is less room, a table is told row by row."""


def table(
    head: Row, rows: Sequence[Row], sides: Sequence[Alignment], width: int, line: str
) -> Content:
    """The rows below their heads and a line in that style; `sides` say where the cells stand.

    Cells are wrapped where they have to be, and no row is wider than the width.
    """
    wanted = [max(cell.cell_length for cell in column) for column in zip(head, *rows, strict=True)]
    room = width - len(GAP) * (len(head) - 1)
    if sum(wanted) > room and room < NARROWEST * len(head):
        told = (_told(head, row) for row in rows or [head])
        return _lines(line for row in told for line in row.wrap(max(width, NARROWEST)))
    widths = _shared(wanted, room)
    below = Content.styled(GAP.join("─" * size for size in widths), line)
    return _lines([_row(head, widths, sides), below, *(_row(row, widths, sides) for row in rows)])


def _shared(wanted: Sequence[int], room: int) -> list[int]:
    """Cells for each column: what it wants, or else an equal part of what is left."""
    widths = [0] * len(wanted)
    for rank, column in enumerate(sorted(range(len(wanted)), key=wanted.__getitem__)):
        widths[column] = min(wanted[column], room // (len(wanted) - rank))
        room -= widths[column]
    return widths


def _row(cells: Row, widths: Sequence[int], sides: Sequence[Alignment]) -> Content:
    wrapped = [cell.wrap(max(size, 1)) for cell, size in zip(cells, widths, strict=True)]
    return _lines(
        Content(GAP).join(map(_aligned, row, widths, sides)).rstrip()
        for row in zip_longest(*wrapped, fillvalue=Content())
    )


def _aligned(cell: Content, width: int, side: Alignment) -> Content:
    free = width - cell.cell_length
    before = {"left": 0, "center": free // 2, "right": free}[side]
    return cell.pad_left(before).pad_right(free - before)


def _told(head: Row, row: Row) -> Content:
    """A row by itself: each cell with its head."""
    cells = (
        Content.assemble(name, ": ", cell) if name and name is not cell else cell
        for name, cell in zip(head, row, strict=True)
        if cell
    )
    return Content("; ").join(cells)


def _lines(lines: Iterable[Content]) -> Content:
    return Content("\n").join(lines)
