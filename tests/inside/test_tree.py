"""Autograd graphs as trees of text."""

from __future__ import annotations

import pytest

from quizapp.inside.spans import plain
from quizapp.inside.tree import NO_GRAPH, NOT_READ, graph_lines
from runner.protocol.anatomy import Graph, Node
from tests.inside.made_by_hand import node


def drawn(*nodes: Node, roots: tuple[int, ...] = (0,), width: int = 76, whole: bool = True) -> str:
    lines = graph_lines(Graph(roots, nodes, whole), width=width)
    return "\n".join(plain(line).rstrip() for line in lines)


def test_a_chain_steps_down_to_the_leaf_whose_grad_it_fills() -> None:
    assert (
        drawn(
            node("SumBackward0", 1, tensors=("z",)),
            node("PowBackward0", 2, saved=(("exponent", "3"), ("self", "x"))),
            node("AccumulateGrad", tensors=("x",)),
        )
        == """\
SumBackward0  (z)
└─ PowBackward0  saved exponent: 3, self: x
   └─ AccumulateGrad  fills x.grad"""
    )


def test_a_node_reached_twice_is_drawn_once_and_referred_to() -> None:
    assert (
        drawn(
            node("MulBackward0", 1, 2, tensors=("w", "z")),
            node("LogBackward0", 3, tensors=("y1",)),
            node("SinBackward0", 4, tensors=("y2",)),
            node("MulBackward0", 5, 4, tensors=("a",)),
            node("AccumulateGrad", tensors=("X2",)),
            node("AccumulateGrad", tensors=("X1",)),
        )
        == """\
MulBackward0  (w, z)
├─ LogBackward0  (y1)
│  └─ MulBackward0  (a)
│     ├─ AccumulateGrad  fills X1.grad
│     └─ #1 AccumulateGrad  fills X2.grad
└─ SinBackward0  (y2)
   └─ #1 above"""
    )


def test_inputs_that_need_no_gradient_are_told_by_their_number() -> None:
    assert drawn(node("MulBackward0", None, 1), node("AccumulateGrad")) == (
        "MulBackward0  input 1 needs no grad\n└─ AccumulateGrad  fills .grad"
    )
    assert drawn(node("AddmmBackward0", None, None)) == "AddmmBackward0  inputs 1, 2 need no grad"


def test_each_root_has_a_tree_unless_it_is_within_another() -> None:
    nodes = (node("A", 1), node("B", 2), node("Leaf"), node("C", 2))
    assert drawn(*nodes, roots=(0, 1, 3)) == "A\n└─ #1 B\n   └─ #2 Leaf\n\nC\n└─ #2 above"


def test_what_lies_too_deep_goes_on_in_a_tree_of_its_own() -> None:
    chain = [node(f"N{number}", number + 1) for number in range(40)]
    text = drawn(*chain, node("End"), width=40)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 40
    assert lines[7].endswith("#1 below") and lines[9] == "#1 N7"
    assert [f"N{number}" for number in range(40)] == [
        word for word in text.split() if word.startswith("N")
    ]
    assert text.endswith("End")


def test_very_deep_graphs_are_drawn_too() -> None:
    chain = [node("N", number + 1) for number in range(5000)]
    assert drawn(*chain, node("End")).endswith("End")


def test_a_graph_that_runs_in_a_circle_comes_to_an_end() -> None:
    assert drawn(node("A", 1), node("B", 0)) == "#1 A\n└─ B\n   └─ #1 above"


def test_facts_that_do_not_fit_go_on_below_beside_the_branch() -> None:
    assert (
        drawn(
            node("NativeLayerNormBackward0", 1, tensors=("normed",), saved=(("input", "x"),)),
            node("Leaf"),
            width=36,
        )
        == """\
NativeLayerNormBackward0  (normed)
│  saved input: x
└─ Leaf"""
    )


@pytest.mark.parametrize(
    ("graph", "said"),
    [(None, NO_GRAPH), (Graph((), ()), NO_GRAPH), (Graph((), (), is_whole=False), NOT_READ)],
)
def test_no_graph_is_said_in_a_sentence(graph: Graph | None, said: str) -> None:
    assert [plain(line) for line in graph_lines(graph, width=80)] == [said]


def test_a_graph_that_was_cut_short_says_so() -> None:
    assert drawn(node("A"), whole=False).endswith(
        "… and so on: the graph has more nodes than are shown."
    )


def test_nothing_in_a_graph_reaches_the_terminal_as_it_is() -> None:
    evil = "\x1b[2J\u202e\n"
    text = drawn(
        node(f"A{evil}", 1, tensors=(f"t{evil}",), saved=((f"s{evil}", f"v{evil}"),)),
        node("AccumulateGrad", tensors=(f"x{evil}",)),
        width=200,
    )
    assert text.replace("\n", "").isprintable()
    assert text.count("\\x1b[2J\\u202e") == 5
    assert len(text.splitlines()) == 2
