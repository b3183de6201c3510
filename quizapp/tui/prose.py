"""Deck texts as styled content.

Nothing in a text is read as Textual markup, so `[2, 3]` stays as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import markdown_it  # noqa: F401  # with the screen, not while a verdict is waited for
from textual.content import Content
from textual.highlight import highlight
from textual.style import Style

from quizapp.text.cells import cells
from quizapp.text.markdown import (
    PYTHON,
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
from quizapp.tui.table import table

INDENT = "  "
LEAST = 6
"""Cells that a text within others gets, however deep it stands."""

FAINT = "$text 60%"
STYLES: dict[Mark, str] = {
    "code": "$text-primary",
    "strong": "bold",
    "em": "italic",
    "address": FAINT,
}
LABEL = "bold $text-accent"


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


def prose_in_a_line(text: str) -> Content:
    """A text that has room for a line."""
    return Content(" ").join(prose_line(text).split())


def _runs(runs: Runs) -> Content:
    return Content.assemble(*map(_run, runs))


def _run(run: Run) -> Content:
    code = "code" in run.marks
    shown = Content(run.text if code else re.sub("[ \t]+", " ", run.text))
    for mark, style in STYLES.items():
        shown = shown.stylize(style) if mark in run.marks else shown
    return shown.stylize(Style(underline=True, link=run.link)) if run.link else shown


def _block(block: Block, width: int) -> Content:
    """A block in rows that fit."""
    match block:
        case Paragraph(runs):
            return wrapped(_runs(runs), width)
        case Heading(runs):
            return wrapped(_runs(runs).stylize("bold"), width)
        case CodeBlock(code, language):
            shown = highlight(code, language="python") if language in PYTHON else Content(code)
            lines = shown.split("\n", allow_blank=True)
            return beside(
                INDENT, Content("\n").join(_hung(line, width - len(INDENT)) for line in lines)
            )
        case Items(first, items, loose):
            return _items(first, items, "\n\n" if loose else "\n", width)
        case Quote(inner):
            rows = Content("\n\n").join(_block(each, width - 2) for each in inner)
            return Content("\n").join(
                Content.assemble(("│ ", FAINT), row) for row in rows.split("\n", allow_blank=True)
            )
        case Table(head, rows, sides):
            cells = [[*map(_runs, row)] for row in rows]
            bold = [_runs(cell).stylize("bold") for cell in head]
            return table(bold, cells, sides, width, FAINT)
        case Rule():
            return Content.styled("─" * width, FAINT)


def _items(
    first: int | None, items: Sequence[Sequence[Block]], between: str, width: int
) -> Content:
    marks = ["• " if first is None else f"{first + i}. " for i in range(len(items))]
    hang = max(map(len, marks))
    rows = [Content(between).join(_block(each, width - hang) for each in item) for item in items]
    return Content(between).join(
        beside(mark.rjust(hang), row) for mark, row in zip(marks, rows, strict=True)
    )


def beside(mark: str, block: Content, style: str = "") -> Content:
    """A block behind a mark, which its further rows leave free."""
    [row, *rows] = block.split("\n", allow_blank=True)
    further = (Content.assemble(" " * cells(mark), each) if each else each for each in rows)
    return Content("\n").join([Content.assemble((mark, style), row), *further])


def wrapped(content: Content, width: int) -> Content:
    """A text in rows that fit."""
    return Content("\n").join(content.wrap(max(width, LEAST)))


def _hung(line: Content, width: int) -> Content:
    """A line of code, what is too much for the width below it."""
    if line.cell_length <= width:
        return line
    return Content(f"\n{INDENT}").join(line.wrap(max(width - len(INDENT), LEAST)))
