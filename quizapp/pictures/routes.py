"""The rows of a graph that is laid out, and the way of its edges between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from quizapp.pictures.layers import Layout, Spot


@dataclass(frozen=True)
class Edge:
    """A piece of an edge, from one layer to the next.

    It goes down in the column `start` from row `top` to `turn`, there to the column `end`, and
    down to `bottom`. `ends` are the nodes that the whole edge leads from and to.
    """

    ends: tuple[int, int]
    start: int
    end: int
    top: int
    turn: int
    bottom: int


@dataclass(frozen=True)
class Rows:
    """The top row of each layer, and how many rows there are in all."""

    tops: Sequence[int]
    height: int
    lines: Sequence[Edge]


def rows_of(layout: Layout, heights: Sequence[int]) -> Rows:
    """The rows for nodes that are so high."""
    tops: list[int] = []
    lines: list[Edge] = []
    top = 0
    pieces: list[list[tuple[Spot, Spot, tuple[int, int]]]] = [[] for _ in layout.layers]
    for ends, way in layout.edges.items():
        for upper, lower in pairwise(way):
            pieces[upper.layer].append((upper, lower, ends))
    for layer, own in zip(layout.layers, pieces, strict=True):
        tops.append(top)
        below = top + max(heights[spot.node] for spot in layer if spot.node is not None)
        columns = [(_port(upper, lower), lower.centre) for upper, lower, _ in own]
        tracks = _tracks([(start, end) for start, end in columns if start != end])
        next_top = below + max(max(tracks.values(), default=0) + 1, 1)
        for (start, end), (upper, _, ends) in zip(columns, own, strict=True):
            first = top if upper.node is None else top + heights[upper.node] - 1
            turn = below + tracks.get((start, end), 0)
            lines.append(Edge(ends, start, end, first, turn, next_top))
        top = next_top
    last = layout.layers[-1] if layout.layers else ()
    bottom = max((heights[spot.node] for spot in last if spot.node is not None), default=0)
    return Rows(tops, (tops[-1] if tops else 0) + bottom, lines)


def _tracks(bent: Sequence[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """A row for each edge that changes its column, so that no two run over each other."""
    free: list[int] = []
    tracks: dict[tuple[int, int], int] = {}
    for start, end in sorted(set(bent), key=lambda ends: (min(ends), max(ends))):
        left, right = min(start, end), max(start, end)
        row = next((row for row, taken in enumerate(free) if taken < left), len(free))
        free[row : row + 1] = [right]
        tracks[start, end] = row
    return tracks


def _port(upper: Spot, lower: Spot) -> int:
    """The column at which an edge leaves: each of a box has its own, in the order of the ends."""
    if upper.node is None or len(upper.below) == 1:
        return upper.centre
    ends = sorted(upper.below, key=lambda spot: spot.x)
    share = (upper.width - 2) / (len(ends) + 1)
    return upper.x + 1 + min(round(share * (ends.index(lower) + 1)), upper.width - 3)
