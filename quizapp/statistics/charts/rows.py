"""A table: names on the left, figures below each other on the right."""

from __future__ import annotations

from collections.abc import Sequence

from quizapp.inside.spans import GAP, Line, Span
from quizapp.text.cells import cells, cut, padded

FEWEST = 24
"""Columns that a long name keeps; figures on the right give way to it."""


def rows(head: Sequence[str], body: Sequence[Sequence[str]], width: int) -> list[Line]:
    """The rows below their heads, the first column to the left and the others to the right.

    Where there is no room for all, the last columns are left out, and then names are cut.
    """
    named, *widths = (max(map(cells, column)) for column in zip(head, *body, strict=True))
    while len(widths) > 1 and min(named, FEWEST) + sum(map(len(GAP).__add__, widths)) > width:
        widths.pop()
    named = max(min(named, width - sum(map(len(GAP).__add__, widths))), 1)
    first, *others = (_row(row, named, widths) for row in (head, *body))
    return [(Span(first, "aside"),), *((Span(row),) for row in others)]


def _row(texts: Sequence[str], named: int, widths: Sequence[int]) -> str:
    name, *figures = texts
    aligned = (
        GAP + " " * (width - cells(text)) + text
        for text, width in zip(figures, widths, strict=False)
    )
    return padded(cut(name, named), named) + "".join(aligned)
