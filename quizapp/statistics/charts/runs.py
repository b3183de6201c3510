"""Cells of a chart as pieces of a line."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from quizapp.inside.spans import Line, Role, Span


def runs(cells: Iterable[tuple[str, Role]]) -> Line:
    """Signs, each with its role; neighbours of one role in one piece."""
    return tuple(
        Span("".join(sign for sign, _ in of_role), role)
        for role, of_role in groupby(cells, lambda cell: cell[1])
    )
