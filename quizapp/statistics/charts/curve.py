"""A chart of curves in dots, by plotille: a line, and points held against another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from quizapp.inside.spans import Line, Role, Span
from quizapp.statistics.charts.runs import runs
from quizapp.text.cells import cells, padded

if TYPE_CHECKING:
    from plotille import Canvas

NOTHING = chr(0x2800)
"""A cell of Braille without a dot."""

POINT = "●"
Points = Sequence[tuple[float, float]]


def curve(
    points: Points,
    against: Points,
    *,
    low: tuple[float, float],
    high: tuple[float, float],
    x_ticks: Mapping[float, str],
    y_ticks: Mapping[float, str],
    width: int,
    rows: int,
) -> list[Line]:
    """The points as dots on a line, and below them the line `against` which they are held.

    `low` and `high` are the corners of what is shown. A tick that would meet the one before it
    is left out.
    """
    from plotille import Canvas  # a hundredth of a second, and only here

    margin = max(map(cells, y_ticks.values()))
    room = max(width - margin - 1, 8)
    span = (high[0] - low[0], high[1] - low[1])

    def canvas() -> Canvas:
        # The upper corner itself lies beyond plotille's last dot.
        return Canvas(
            room, rows, low[0], low[1], high[0] + span[0] / room, high[1] + span[1] / rows
        )

    drawn = canvas()
    for begin, end in pairwise(points):
        drawn.line(*begin, *end)
    for point in points:
        drawn.point(*point, marker=POINT)
    other = canvas()
    for begin, end in pairwise(against):
        other.line(*begin, *end)
    labels = {_row(y, low[1], high[1], rows): name for y, name in y_ticks.items()}
    lines: list[Line] = []
    for at, (front, back) in enumerate(zip(_rows(drawn), _rows(other), strict=True)):
        label = Span(f"{' ' * (margin - cells(labels.get(at, '')))}{labels.get(at, '')}│", "aside")
        lines.append((label, *_over(front, back)))
    below = ""
    for x, name in x_ticks.items():
        column = round((x - low[0]) / span[0] * (room - 1))
        column = min(column, room - cells(name))
        if not below or cells(below) < column:
            below = padded(below, column) + name
    return [*lines, (Span(" " * (margin + 1) + below, "aside"),)]


def _row(y: float, low: float, high: float, rows: int) -> int:
    """In which row from the top a value stands."""
    return round((high - y) / (high - low) * (rows - 1))


def _rows(canvas: Canvas) -> list[str]:
    return str(canvas.plot()).split("\n")


def _over(front: str, back: str) -> Line:
    """A row of the curve over that of the other one; both where their dots share a cell."""
    return runs(_cell(*signs) for signs in zip(front, back, strict=True))


def _cell(front: str, back: str) -> tuple[str, Role]:
    if front == NOTHING:
        return (" " if back == NOTHING else back), "aside"
    if front == POINT:
        return front, "changed"
    return chr(ord(front) | ord(back)), "changed"
