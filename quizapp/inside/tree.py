"""An autograd graph as a tree of text, from its results up to its leaves."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass

from quizapp.inside.spans import ENDLESS, Line, Span, flow, in_a_line
from quizapp.text.language import mark, tr
from runner.protocol.anatomy import CHANGED, FREED, PACKED, Graph, Node

NO_GRAPH = mark("There is no graph: none of the named tensors has a grad_fn.")
NOT_READ = mark("The graph could not be read: the code tampers with torch itself.")

CUT_OFF = mark("… and so on: the graph has more nodes than are shown.")

GONE = {
    FREED: mark("freed"),
    CHANGED: mark("changed in place"),
    PACKED: mark("packed by a hook"),
}

LONGEST_NAME = 300
"""Characters."""


def graph_lines(graph: Graph | None, *, width: int) -> list[Line]:
    """The graph from each root down, or the sentence that there is none.

    A node that is reached more than once is printed once, with a number, and referred to. So
    is one that lies too deep for the width: it is printed below, as a tree of its own.
    """
    if graph is None or not graph.roots:
        return [(Span(tr(NO_GRAPH if graph is None or graph.is_whole else NOT_READ)),)]
    lines = list(_Drawing(graph, width).lines())
    if not graph.is_whole:
        lines.append((Span(tr(CUT_OFF), "aside"),))
    return lines


def graph_words(graph: Graph | None) -> list[Line]:
    """The same without a tree: a line for each node, with the numbers of those it leads to."""
    if graph is None or not graph.roots:
        return graph_lines(graph, width=ENDLESS)
    order = _in_order(graph)
    numbers = {index: number for number, index in enumerate(order, 1)}
    lines: list[Line] = []
    for index, number in numbers.items():
        node = graph.nodes[index]
        parts = [in_a_line(node.name, most=LONGEST_NAME), *(f.text for f in node_facts(node))]
        if to := [str(numbers[each]) for each in dict.fromkeys(_live_inputs(node))]:
            parts.append(tr("passes gradients to {numbers}", numbers=tr(", ").join(to)))
        told = tr(", ").join(parts)
        lines.append((Span(tr("{label}: {text}", label=number, text=told)),))
    if not graph.is_whole:
        lines.append((Span(tr(CUT_OFF), "aside"),))
    return lines


def _in_order(graph: Graph) -> list[int]:
    """The nodes from the roots down, each before what only it leads to."""
    order: dict[int, None] = {}
    todo = list(reversed(graph.roots))
    while todo:
        index = todo.pop()
        if index not in order:
            order[index] = None
            todo += reversed(_live_inputs(graph.nodes[index]))
    return list(order)


@dataclass(frozen=True)
class _Branch:
    """A node to be drawn, with what stands left of it and of what lies below it."""

    node: int
    prefix: str
    below: str


class _Drawing:
    def __init__(self, graph: Graph, width: int) -> None:
        self._nodes = graph.nodes
        self._width = width
        self._trees = deque(graph.roots)
        reached = Counter(graph.roots)
        for node in graph.nodes:
            reached.update(_live_inputs(node))
        self._shared = {index for index, times in reached.items() if times > 1}
        self._numbers: dict[int, int] = {}
        self._drawn: set[int] = set()

    def lines(self) -> Iterator[Line]:
        while self._trees:
            root = self._trees.popleft()
            if root not in self._drawn:
                if self._drawn:
                    yield ()
                yield from self._tree(root)

    def _tree(self, root: int) -> Iterator[Line]:
        todo = [_Branch(root, "", "")]
        while todo:
            branch = todo.pop()
            if branch.node in self._drawn:
                yield self._reference(branch, tr("above"))
            elif len(branch.below) > self._width // 2:
                self._trees.append(branch.node)
                yield self._reference(branch, tr("below"))
            else:
                self._drawn.add(branch.node)
                yield from self._node(branch)
                todo += reversed(self._inputs(branch))

    def _inputs(self, branch: _Branch) -> list[_Branch]:
        inputs = _live_inputs(self._nodes[branch.node])
        last = len(inputs) - 1
        return [
            _Branch(
                node,
                branch.below + ("└─ " if place == last else "├─ "),
                branch.below + ("   " if place == last else "│  "),
            )
            for place, node in enumerate(inputs)
        ]

    def _node(self, branch: _Branch) -> list[Line]:
        node = self._nodes[branch.node]
        head = [Span(branch.prefix, "aside")]
        if branch.node in self._shared or branch.node in self._numbers:
            head.append(Span(f"#{self._number(branch.node)} ", "name"))
        head.append(Span(in_a_line(node.name, most=LONGEST_NAME)))
        hang = branch.below + ("│  " if _live_inputs(node) else "   ")
        return flow(tuple(head), node_facts(node), width=self._width, hang=(Span(hang, "aside"),))

    def _reference(self, branch: _Branch, where: str) -> Line:
        return (
            Span(branch.prefix, "aside"),
            Span(f"#{self._number(branch.node)}", "name"),
            Span(f" {where}", "aside"),
        )

    def _number(self, index: int) -> int:
        return self._numbers.setdefault(index, len(self._numbers) + 1)


def _live_inputs(node: Node) -> list[int]:
    """The nodes that a node passes gradients to."""
    return [index for index in node.inputs if index is not None]


def node_facts(node: Node) -> list[Span]:
    """Which tensors a node belongs to, what it has saved, and what gets no gradient from it."""
    names = in_a_line(", ".join(node.tensors), most=LONGEST_NAME)
    facts = []
    if node.name == "AccumulateGrad":
        facts.append(
            Span(tr("fills {names}.grad", names=names) if names else tr("fills .grad"), "name")
        )
    elif names:
        facts.append(Span(f"({names})", "name"))
    kept = [(one.name, tr(GONE[one.text]) if one.text in GONE else one.text) for one in node.saved]
    saved = ", ".join(f"{name}: {text}" for name, text in kept)
    if saved:
        facts.append(Span(in_a_line(tr("saved {saved}", saved=saved), most=LONGEST_NAME), "aside"))
    dead = [str(place) for place, index in enumerate(node.inputs, 1) if index is None]
    if dead:
        which = ", ".join(dead)
        told = (
            tr("input {which} needs no grad", which=which)
            if len(dead) == 1
            else tr("inputs {which} need no grad", which=which)
        )
        facts.append(Span(told, "aside"))
    return facts
