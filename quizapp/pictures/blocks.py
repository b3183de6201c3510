"""Parts of a picture as blocks of lines, set beside each other as long as there is room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from quizapp.inside.spans import Line, Span
from quizapp.text.cells import cells

Block = Sequence[Line]

GAP = 3
"""Columns between blocks."""


def width_of(block: Block) -> int:
    """Columns."""
    return max(map(_length, block), default=0)


def _length(line: Line) -> int:
    return sum(cells(span.text) for span in line)


def beside(blocks: Iterable[Block], width: int) -> list[Line]:
    """The blocks from left to right, and on below where the width is used up."""
    rows: list[list[Block]] = []
    taken = 0
    for block in blocks:
        wide = width_of(block)
        if not rows or taken + GAP + wide > width:
            rows.append([])
            taken = -GAP
        rows[-1].append(block)
        taken += GAP + wide
    lines: list[Line] = []
    for row in rows:
        if lines:
            lines.append(())
        lines += _joined(row)
    return lines


def _joined(row: Sequence[Block]) -> Iterable[Line]:
    widths = [width_of(block) for block in row]
    for parts in zip_longest(*row, fillvalue=()):
        line: list[Span] = []
        missing = 0
        for part, wide in zip(parts, widths, strict=True):
            if part and missing:
                line.append(Span(" " * missing))
                missing = 0
            line += part
            missing += wide - _length(part) + GAP
        yield tuple(line)


def cut(line: Line, width: int, sign: str) -> Line:
    """The line, or as much of it as the width has room for and a sign that it goes on."""
    if _length(line) <= width:
        return line
    kept: list[Span] = []
    room = width - 1
    for span in line:
        text = span.text
        while text and cells(text) > room:
            text = text[:-1]
        if text:
            kept.append(Span(text, span.role))
        room -= cells(text)
        if text != span.text:
            break
    return (*kept, Span(sign, "aside"))
