"""Deck texts as styled content.

Nothing in a text is read as Textual markup, so `[2, 3]` stays as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import zip_longest

from textual.content import Content
from textual.geometry import Size
from textual.highlight import highlight
from textual.style import Style
from textual.widgets import Static

from quizapp.text.markdown import (
    PYTHON,
    Alignment,
    Block,
    CodeBlock,
    Heading,
    Items,
    Mark,
    Paragraph,
    Quote,
    Rule,
    Run,
    Runs,
    Table,
    blocks,
    paragraphs,
)

FAINT = "$text 60%"
STYLES: dict[Mark, str] = {
    "code": "$text-primary",
    "strong": "bold",
    "em": "italic",
    "address": FAINT,
}
LABEL = "bold $text-accent"
GAP = "  "
"""Between the columns of a table, and before code."""

NARROWEST = 6
"""Cells of a column; where there is less room, a table is told row by row."""


LayOut = Callable[[int], Content]
"""What makes a text for a width in cells."""


class Prose(Static):
    """A text that is laid out for the width there is."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._lay_out: LayOut = lambda width: Content()
        self._laid_out = 0, Content()

    def show(self, lay_out: LayOut) -> None:
        """Show this text instead: what is given lays it out for a width."""
        self._lay_out = lay_out
        self._laid_out = 0, Content()
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._content(width).get_height({}, width) if width else 0

    def render(self) -> Content:
        return self._content(self.size.width)

    def _content(self, width: int) -> Content:
        if self._laid_out[0] != width:
            self._laid_out = width, self._lay_out(width)
        return self._laid_out[1]


def prose(text: str, width: int, *, label: str = "") -> Content:
    """A text for people, laid out for a width but for its paragraphs, which wrap by themselves.

    A label stands before the first paragraph, or above what else begins the text.
    """
    parts = [
        _runs(block.runs) if isinstance(block, Paragraph) else _block(block, width)
        for block in blocks(text)
    ]
    shown = Content("\n\n").join(parts)
    if not label:
        return shown
    beside = isinstance(next(iter(blocks(text)), None), Paragraph)
    return Content.assemble((label, LABEL), "  " if beside else "\n", shown)


def prose_line(text: str) -> Content:
    """A text that has room for paragraphs alone."""
    return Content("\n\n").join(_runs(each.runs) for each in paragraphs(text))


def _runs(runs: Runs) -> Content:
    return Content.assemble(*map(_run, runs))


def _run(run: Run) -> Content:
    code = "code" in run.marks
    shown = Content(run.text if code else re.sub("[ \t]+", " ", run.text))
    for mark in run.marks:
        shown = shown.stylize(STYLES[mark])
    return shown.stylize(Style(underline=True, link=run.link)) if run.link else shown


def _block(block: Block, width: int) -> Content:
    """A block in rows that fit."""
    match block:
        case Paragraph(runs):
            return _wrapped(_runs(runs), width)
        case Heading(runs):
            return _wrapped(_runs(runs).stylize("bold"), width)
        case CodeBlock(code, language):
            shown = highlight(code, language="python") if language in PYTHON else Content(code)
            lines = shown.split("\n", allow_blank=True)
            return _beside(GAP, Content("\n").join(_hung(line, width - len(GAP)) for line in lines))
        case Items(first, items, loose):
            return _items(first, items, "\n\n" if loose else "\n", width)
        case Quote(inner):
            rows = Content("\n\n").join(_block(each, width - 2) for each in inner)
            return Content("\n").join(
                Content.assemble(("│ ", FAINT), row) for row in rows.split("\n", allow_blank=True)
            )
        case Table():
            return _table(block, width)
        case Rule():
            return Content.styled("─" * width, FAINT)


def _items(
    first: int | None, items: Sequence[Sequence[Block]], between: str, width: int
) -> Content:
    marks = ["• " if first is None else f"{first + i}. " for i in range(len(items))]
    hang = max(map(len, marks))
    rows = [Content(between).join(_block(each, width - hang) for each in item) for item in items]
    return Content(between).join(
        _beside(mark.rjust(hang), row) for mark, row in zip(marks, rows, strict=True)
    )


def _beside(mark: str, block: Content) -> Content:
    """A block behind a mark, which its further rows leave free."""
    [row, *rows] = block.split("\n", allow_blank=True)
    further = (Content.assemble(" " * len(mark), each) if each else each for each in rows)
    return Content("\n").join([Content.assemble(mark, row), *further])


def _wrapped(content: Content, width: int) -> Content:
    return Content("\n").join(content.wrap(max(width, NARROWEST)))


def _hung(line: Content, width: int) -> Content:
    """A line of code, what is too much for the width below it."""
    if line.cell_length <= width:
        return line
    return Content(f"\n{GAP}").join(line.wrap(max(width - len(GAP), NARROWEST)))


def _table(table: Table, width: int) -> Content:
    head = [_runs(cell).stylize("bold") for cell in table.head]
    rows = [[*map(_runs, row)] for row in table.rows]
    wanted = [max(cell.cell_length for cell in column) for column in zip(head, *rows, strict=True)]
    room = width - len(GAP) * (len(head) - 1)
    if sum(wanted) > room and room < NARROWEST * len(head):
        return Content("\n").join(_told(head, row, width) for row in rows or [head])
    widths = _shared(wanted, room)
    line = Content.styled(GAP.join("─" * size for size in widths), FAINT)
    drawn = [_row(row, widths, table.alignments) for row in [head, *rows]]
    return Content("\n").join([drawn[0], line, *drawn[1:]])


def _shared(wanted: Sequence[int], room: int) -> list[int]:
    """Cells for each column: what it wants, or else an equal part of what is left."""
    widths = [0] * len(wanted)
    for rank, column in enumerate(sorted(range(len(wanted)), key=wanted.__getitem__)):
        widths[column] = min(wanted[column], room // (len(wanted) - rank))
        room -= widths[column]
    return widths


def _row(cells: Sequence[Content], widths: Sequence[int], sides: Sequence[Alignment]) -> Content:
    wrapped = [cell.wrap(max(size, 1)) for cell, size in zip(cells, widths, strict=True)]
    rows = (
        Content(GAP).join(
            _aligned(cell, size, side) for cell, size, side in zip(row, widths, sides, strict=True)
        )
        for row in zip_longest(*wrapped, fillvalue=Content())
    )
    return Content("\n").join(row.rstrip() for row in rows)


def _aligned(cell: Content, width: int, side: Alignment) -> Content:
    free = width - cell.cell_length
    before = {"left": 0, "center": free // 2, "right": free}[side]
    return cell.pad_left(before).pad_right(free - before)


def _told(head: Sequence[Content], row: Sequence[Content], width: int) -> Content:
    """A row of a table too wide to be drawn: each cell with its heading."""
    cells = (
        Content.assemble(name, ": ", cell) if name and name is not cell else cell
        for name, cell in zip(head, row, strict=True)
        if cell
    )
    return _wrapped(Content("; ").join(cells), width)
