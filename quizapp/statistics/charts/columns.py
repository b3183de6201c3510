"""A chart of upright bars, drawn in eighths of a cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quizapp.inside.spans import Line, Span
from quizapp.text.cells import cells, padded

EIGHTHS = " ▁▂▃▄▅▆▇█"
WIDEST = 6
"""Columns of a bar, with the gap to the next one."""


def columns(
    values: Sequence[float], ticks: Mapping[int, str], *, width: int, rows: int
) -> list[Line]:
    """The values as bars from 0, so many rows high, the highest value and half of it beside them.

    `ticks` are names below some of the bars; one that would meet the one before it is left out.
    A value that is not 0 is never drawn as nothing.
    """
    top = max(*values, 0, 0) or 1
    labels = {rows - 1: number(top), 0: "0"}
    if rows > 3 and top >= 2:
        labels[(rows - 1) // 2] = ""
    margin = max(map(cells, labels.values()))
    each = max(1, min(WIDEST, (width - margin - 1) // len(values)))
    bar = each - 1 if each > 2 else 1
    lines: list[Line] = []
    for row in range(rows - 1, -1, -1):
        drawn = "".join(
            filling(value / top * rows, row) * bar + " " * (each - bar) for value in values
        )
        label = f"{labels.get(row, ''):>{margin}}│"
        lines.append((Span(label, "aside"), Span(drawn.rstrip(), "changed")))
    below = ""
    for at, name in ticks.items():
        column = at * each
        if (not below or cells(below) < column) and column + cells(name) <= each * len(values):
            below = padded(below, column) + name
    return [*lines, (Span(" " * (margin + 1) + below, "aside"),)]


def number(value: float) -> str:
    """As few digits as tell it."""
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.1f}"


def filling(height: float, row: int) -> str:
    """What a bar of a height in rows shows in one of them, the lowest being row 0."""
    if row == 0 and 0 < height < 1 / 8:
        return EIGHTHS[1]
    return EIGHTHS[max(0, min(round((height - row) * 8), 8))]
