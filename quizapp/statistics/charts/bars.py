"""A chart of rows: a name, a bar, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quizapp.inside.spans import GAP, Line, Role, Span
from quizapp.statistics.charts.runs import runs
from quizapp.text.bar import bar
from quizapp.text.cells import cells, cut, padded

FEWEST, WANTED, MOST = 6, 12, 40
"""Columns of a full bar; names are cut for those that are wanted."""

SHORTEST_NAME, LONGEST_NAME = 14, 32
"""Columns that a long name takes at least and at most."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One row."""

    name: str
    share: float
    """How full the bar is, from 0 to 1."""
    told: Sequence[str]
    """What stands behind the bar, below each other."""
    mark: float | None = None
    """Where a mark stands on it, from 0 to 1."""


def bars(rows: Sequence[Bar], width: int, head: Sequence[str] = ()) -> list[Line]:
    """The rows, and above what they tell the heads; where there is no room for bars, without.

    Where there is none for all that they tell, its last columns are left out.
    """
    columns = zip(*(row.told for row in rows), *([head] if head else []), strict=True)
    widths = [max(map(cells, column)) for column in columns]
    longest = min(max((cells(row.name) for row in rows), default=0), LONGEST_NAME)
    while len(widths) > 1 and min(longest, SHORTEST_NAME) + _wide(widths) > width:
        widths.pop()
    told = _wide(widths)
    named = min(longest, max(width - told - WANTED - len(GAP), SHORTEST_NAME))
    room = min(width - named - told - len(GAP), MOST)
    if room < FEWEST:
        named = min(longest, max(width - told, SHORTEST_NAME))
    between = room if room >= FEWEST else -len(GAP)
    lines: list[Line] = []
    if head:
        lines.append((Span(" " * (named + len(GAP) + between) + _told(head, widths), "aside"),))
    for row in rows:
        name = Span(padded(cut(row.name, named), named))
        drawn = (Span(GAP), *_bar(row, room)) if room >= FEWEST else ()
        lines.append((name, *drawn, Span(_told(row.told, widths))))
    return lines


def _wide(widths: Sequence[int]) -> int:
    return sum(widths) + len(GAP) * len(widths)


def _told(texts: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(
        GAP + " " * (width - cells(text)) + text for text, width in zip(texts, widths, strict=False)
    )


def _bar(row: Bar, room: int) -> Line:
    full, rest = bar(row.share, room)
    at = -1 if row.mark is None else min(round(row.mark * room), room - 1)
    signs: list[tuple[str, Role]] = [
        *((sign, "changed") for sign in full),
        *((sign, "gutter") for sign in rest),
    ]
    if at >= 0:
        signs[at] = ("│", "plain")
    return runs(signs)
