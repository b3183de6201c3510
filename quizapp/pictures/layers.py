"""A layout of a graph in layers, after Sugiyama: each node below all that lead to it.

An edge that goes on over several layers has a bend in each of them, which takes part in the
ordering as a node does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

SWEEPS = 3
"""Times that the layers are put in order, and into place, from either end."""
GAP = 3
"""Columns between two nodes of a layer."""
MOST_SPOTS = 1_200
"""Nodes and bends of a graph that is laid out."""


@dataclass
class Spot:
    """A node, or where an edge passes a layer; `x` is its left end, in columns."""

    node: int | None
    layer: int
    width: int = 1
    x: int = 0
    above: list[Spot] = field(default_factory=list)
    below: list[Spot] = field(default_factory=list)

    @property
    def centre(self) -> int:
        return self.x + self.width // 2


@dataclass(frozen=True)
class Layout:
    """The spots of each layer from left to right, and for each edge those that it goes through."""

    layers: Sequence[Sequence[Spot]]
    edges: Mapping[tuple[int, int], Sequence[Spot]]
    nodes: Mapping[int, Spot]

    @property
    def width(self) -> int:
        return max((spot.x + spot.width for layer in self.layers for spot in layer), default=0)


def laid_out(leads_to: Sequence[Sequence[int]], widths: Sequence[int]) -> Layout | None:
    """A layout of nodes that are so wide; None where it would be too large.

    `leads_to` has for each node the ones that it leads to; there must be no circle.
    """
    depth = _depths(leads_to)
    ends = {(one, other) for one, others in enumerate(leads_to) for other in others}
    if sum(depth[other] - depth[one] for one, other in ends) > MOST_SPOTS:
        return None
    layers: list[list[Spot]] = [[] for _ in range(max(depth, default=-1) + 1)]
    nodes = {
        node: Spot(node, layer, width)
        for node, (layer, width) in enumerate(zip(depth, widths, strict=True))
    }
    edges: dict[tuple[int, int], list[Spot]] = {}
    for one in _in_depth_first_order(leads_to, depth):
        layers[depth[one]].append(nodes[one])
        for other in dict.fromkeys(leads_to[one]):
            way = [nodes[one]]
            for layer in range(depth[one] + 1, depth[other]):
                way.append(Spot(None, layer))
                layers[layer].append(way[-1])
            way.append(nodes[other])
            for above, below in pairwise(way):
                above.below.append(below)
                below.above.append(above)
            edges[one, other] = way
    _put_in_order(layers)
    _put_into_place(layers)
    return Layout(layers, edges, nodes)


def _depths(leads_to: Sequence[Sequence[int]]) -> list[int]:
    """For each node the length of the longest way to it."""
    waiting = [0] * len(leads_to)
    for others in leads_to:
        for other in others:
            waiting[other] += 1
    depth = [0] * len(leads_to)
    ready = [node for node, count in enumerate(waiting) if not count]
    for node in ready:  # which grows
        for other in leads_to[node]:
            depth[other] = max(depth[other], depth[node] + 1)
            waiting[other] -= 1
            if not waiting[other]:
                ready.append(other)
    return depth


def _in_depth_first_order(leads_to: Sequence[Sequence[int]], depth: Sequence[int]) -> list[int]:
    order: dict[int, None] = {}
    todo = sorted(range(len(leads_to)), key=lambda node: -depth[node])
    while todo:
        node = todo.pop()
        if node not in order:
            order[node] = None
            todo += reversed([other for other in leads_to[node] if other not in order])
    return list(order)


def _put_in_order(layers: Sequence[list[Spot]]) -> None:
    """Each layer by the mean place of what its spots hang on, so that few edges cross."""
    for sweep in range(2 * SWEEPS):
        down = sweep % 2 == 0
        for layer in layers[1:] if down else layers[-2::-1]:
            for place, spot in enumerate(layer):
                spot.x = place
            keys = {}
            for place, spot in enumerate(layer):
                on = spot.above if down else spot.below
                keys[id(spot)] = sum(other.x for other in on) / len(on) if on else place
            layer.sort(key=lambda spot: keys[id(spot)])
            for place, spot in enumerate(layer):
                spot.x = place


def _put_into_place(layers: Sequence[Sequence[Spot]]) -> None:
    """Each spot as nearly below, or above, what it hangs on as its neighbours leave room."""
    for layer in layers:
        _space(layer, [0.0] * len(layer))
    for sweep in range(2 * SWEEPS):
        down = sweep % 2 == 0
        for layer in layers[1:] if down else layers[-2::-1]:
            wanted = []
            for spot in layer:
                on = (spot.above if down else spot.below) or [spot]
                wanted.append(sum(other.centre for other in on) / len(on) - spot.width // 2)
            _space(layer, wanted)
    left = min((spot.x for layer in layers for spot in layer), default=0)
    for layer in layers:
        for spot in layer:
            spot.x -= left


def _space(layer: Sequence[Spot], wanted: Sequence[float]) -> None:
    """The places nearest to the wanted ones, by least squares, at which no two spots touch.

    Without the room that each needs, the places must only never fall: those that would are pooled.
    """
    taken = 0
    pools: list[tuple[float, int]] = []  # sum of what is wanted, and of how many
    offsets = []
    for spot, place in zip(layer, wanted, strict=True):
        offsets.append(taken)
        pools.append((place - taken, 1))
        taken += spot.width + GAP
        while len(pools) > 1 and pools[-2][0] / pools[-2][1] > pools[-1][0] / pools[-1][1]:
            (one, some), (other, more) = pools[-2:]
            pools[-2:] = [(one + other, some + more)]
    places = [round(total / count) for total, count in pools for _ in range(count)]
    for spot, place, offset in zip(layer, places, offsets, strict=True):
        spot.x = place + offset
