"""The autograd graph as boxes and edges, with the way of one gradient lit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from quizapp.inside.spans import Line, Role, Span, flow, in_a_line
from quizapp.inside.tree import CUT_OFF, graph_lines, node_facts
from quizapp.pictures.canvas import Canvas
from quizapp.pictures.layers import Layout, Spot, laid_out
from quizapp.pictures.routes import Rows, rows_of
from quizapp.pictures.signs import CUT, HERE, TO_BOTTOM, TO_LEFT, TO_RIGHT, TO_TOP
from quizapp.text.cells import cells, cut
from quizapp.text.language import tr
from runner.protocol.anatomy import Graph, Node

LONGEST = 26
"""Columns of a text in a box."""
MOST_ROWS = 120
"""Of a drawing: of a higher one, those around the chosen box."""
MOST_SAVED = 3
"""Of a node, told in its box."""
LEAF = "AccumulateGrad"


@dataclass(frozen=True)
class Drawn:
    """A drawing, and the rows of it in which the chosen box stands."""

    lines: Sequence[Line]
    rows: range


class Boxes:
    """A graph that can be walked through, from box to box, by their indices in it."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._leads_to = [
            tuple(dict.fromkeys(to for to in node.inputs if to is not None)) for node in graph.nodes
        ]
        self._texts = [_texts(node) for node in graph.nodes]

    @cached_property
    def _layout(self) -> Layout | None:
        widths = [max(map(cells, texts)) + 4 for texts in self._texts]
        return laid_out(self._leads_to, widths)

    @cached_property
    def _rows(self) -> Rows:
        assert self._layout is not None
        return rows_of(self._layout, [len(texts) + 2 for texts in self._texts])

    def begin(self, wanted: Sequence[str]) -> int:
        """The box to begin with: the leaf of a wanted tensor, or else the first leaf."""
        nodes = self._graph.nodes
        leaves = [index for index, node in enumerate(nodes) if node.name == LEAF]
        for name in wanted:
            for index in leaves:
                if name in nodes[index].tensors:
                    return index
        return (leaves or [*self._graph.roots, 0])[0]

    def beyond(self, chosen: int, across: int, down: int) -> int:
        """The box beside the chosen one, or the nearest that an edge leads to; else that itself."""
        layout = self._layout
        if layout is None:
            return chosen
        spot = layout.nodes[chosen]
        if across:
            row = [one for one in layout.layers[spot.layer] if one.node is not None]
            at = row.index(spot) + across
            return _node(row[min(max(at, 0), len(row) - 1)], chosen)
        ends = [
            other if down > 0 else one
            for one, other in layout.edges
            if chosen == (one if down > 0 else other)
        ]
        return min(
            ends, key=lambda end: abs(layout.nodes[end].centre - spot.centre), default=chosen
        )

    def draw(self, chosen: int, width: int) -> Drawn:
        """The graph around the chosen box, so wide; a tree where it is too large."""
        node = self._graph.nodes[chosen]
        facts = flow(
            (Span(in_a_line(node.name, most=100), "name"),),
            node_facts(node),
            width=width,
            hang=(Span("  "),),
        )
        layout = self._layout
        if layout is None:
            return Drawn(graph_lines(self._graph, width=width), range(0))
        here = layout.nodes[chosen]
        top = self._rows.tops[here.layer]
        height = self._rows.height
        start = _window(here.centre, width, layout.width)
        first = _window(top, MOST_ROWS, height)
        columns = range(start, min(start + width, layout.width))
        rows = range(first, min(first + MOST_ROWS, height))
        canvas = Canvas(columns, rows)
        self._draw(canvas, layout, chosen)
        head = [*facts]
        if len(columns) < layout.width or len(rows) < height:
            sides = [TO_LEFT] * (start > 0) + [TO_RIGHT] * (columns.stop < layout.width)
            sides += [TO_TOP] * (first > 0) + [TO_BOTTOM] * (rows.stop < height)
            told = tr("the graph goes on: {sides}", sides=" ".join(sides))
            head.append((Span(told, "aside"),))
        if not self._graph.is_whole:
            head.append((Span(tr(CUT_OFF), "aside"),))
        head.append(())
        row = len(head) + top - first
        return Drawn([*head, *canvas.lines()], range(row, row + len(self._texts[chosen]) + 2))

    def fits(self, width: int) -> bool:
        """Whether the whole of it can be drawn in that."""
        return self._layout is not None and self._layout.width <= width

    def _leading_to(self, chosen: int) -> set[int]:
        """The nodes that a gradient passes on its way to the chosen one, with that."""
        led: dict[int, list[int]] = {}
        for one, others in enumerate(self._leads_to):
            for other in others:
                led.setdefault(other, []).append(one)
        reached, todo = {chosen}, [chosen]
        while todo:
            fresh = [one for one in led.get(todo.pop(), ()) if one not in reached]
            reached.update(fresh)
            todo += fresh
        return reached

    def _draw(self, canvas: Canvas, layout: Layout, chosen: int) -> None:
        lit = self._leading_to(chosen)
        for node, spot in layout.nodes.items():
            self._draw_box(canvas, spot, self._rows.tops[spot.layer], node == chosen, node in lit)
        for line in sorted(self._rows.lines, key=lambda line: lit.issuperset(line.ends)):
            is_lit = lit.issuperset(line.ends)
            canvas.down(line.start, line.top, line.turn, lit=is_lit)
            canvas.across(line.turn, line.start, line.end, lit=is_lit)
            canvas.down(line.end, line.turn, line.bottom, lit=is_lit)

    def _draw_box(
        self, canvas: Canvas, spot: Spot, top: int, is_chosen: bool, is_lit: bool
    ) -> None:
        assert spot.node is not None
        texts = self._texts[spot.node]
        right, bottom = spot.x + spot.width - 1, top + len(texts) + 1
        for y in (top, bottom):
            canvas.across(y, spot.x, right, lit=is_lit)
        for x in (spot.x, right):
            canvas.down(x, top, bottom, lit=is_lit)
        for row, text in enumerate(texts):
            role: Role = "source" if row == 0 else "name" if row == 1 else "aside"
            padding = " " * (spot.width - 3 - cells(text))
            canvas.text(spot.x + 1, top + 1 + row, f" {text}{padding}", role)
        if is_chosen:
            canvas.text(spot.x + 1, top + 1, HERE, "changed")


def _window(at: int, room: int, size: int) -> int:
    """Where a window of that room begins, for this place to be in its middle if it can."""
    return min(max(at - room // 2, 0), max(size - room, 0))


def _node(spot: Spot, otherwise: int) -> int:
    return otherwise if spot.node is None else spot.node


def _texts(node: Node) -> list[str]:
    """What stands in a box."""
    names = ", ".join(node.tensors)
    texts = [in_a_line(node.name, most=100)]
    if node.name == LEAF:
        texts.append(tr("fills {names}.grad", names=names) if names else tr("fills .grad"))
    elif names:
        texts.append(in_a_line(names, most=100))
    for kept in node.saved[:MOST_SAVED]:
        texts.append(tr("saves {what}", what=in_a_line(f"{kept.name}: {kept.text}", most=100)))
    if len(node.saved) > MOST_SAVED:
        texts.append(CUT)
    return [cut(text, LONGEST) for text in texts]
