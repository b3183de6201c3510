"""The graph that is told is the one that torch has recorded."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.protocol.anatomy import MOST_NAMES, MOST_NODES, Graph, Node
from runner.protocol.wire import Fact, Look, Outcome
from tests.runner.background import BackgroundRunner
from tests.runner.tracing import run


def graph_of(runner: BackgroundRunner, code: str) -> Graph:
    graph = run(runner, code, trace=False, graph=True).graph
    assert graph is not None
    return graph


def roots_of(graph: Graph) -> list[tuple[str, ...]]:
    return [graph.nodes[root].tensors for root in graph.roots]


def node_of(graph: Graph, name: str) -> Node:
    """The node that made a tensor, or fills its grad."""
    (node,) = (node for node in graph.nodes if name in node.tensors)
    return node


def saved_by(graph: Graph, name: str) -> dict[str, str]:
    return {saved.name: saved.text for saved in node_of(graph, name).saved}


# ---- what is told is what torch says ----

OPERATIONS = (
    "{0} + {1}",
    "{0} * {1}",
    "{0}.exp()",
    "{0} @ {1}",
    "{0}.t()",
    "torch.cat([{0}, {1}])[:2]",
    "{0}.detach()",
    "{0}.max(dim=0, keepdim=True).values.expand(2, 2)",
    "torch.where({0} > 0, {0}, {1})",
    "{0}[:, torch.tensor([1, 0])]",
)
NAMES = ("a", "b", "c", "d", "e", "f", "g")
TREE = """
def tree(node):
    if node is None:
        return None
    names = [name for name in {names!r} if name in globals() and (
        globals()[name] is getattr(node, "variable", None) or globals()[name].grad_fn is node)]
    saved = {{}}
    for place in dir(node):
        if place.startswith("_raw_saved_"):
            held = getattr(node, place.replace("_raw", "", 1))
            for index, tensor in enumerate(held if isinstance(held, tuple) else [held]):
                if tensor is not None:
                    key = place.removeprefix("_raw_saved_")
                    key += f"[{{index}}]" if isinstance(held, tuple) else ""
                    saved[key] = [
                        name for name in {names!r} if name in globals()
                        and (globals()[name] is tensor or tensor.grad_fn is not None
                             and globals()[name].grad_fn is tensor.grad_fn)
                    ][:1] or [str(tuple(tensor.shape))]
    inputs = [tree(to) for to, _ in node.next_functions]
    return [type(node).__name__, names, sorted(saved.items()), inputs]
"""


def unfolded(graph: Graph, index: int | None) -> Any:
    """A node with all it leads to, in the form of the snippet's own `tree`."""
    if index is None:
        return None
    node = graph.nodes[index]
    saved = sorted([saved.name, [saved.text]] for saved in node.saved)
    inputs = [unfolded(graph, to) for to in node.inputs]
    return [node.name, list(node.tensors), saved, inputs]


@settings(max_examples=15)
@given(data=st.data())
def test_from_each_root_the_graph_is_what_following_next_functions_finds(
    runner: BackgroundRunner, data: st.DataObject
) -> None:
    lines = [
        "a = torch.rand(2, 2, requires_grad=True)",
        "b = torch.rand(2, 2, requires_grad=True)",
    ]
    for count, name in enumerate(NAMES[2:], start=2):
        operation = data.draw(st.sampled_from(OPERATIONS))
        operands = (data.draw(st.sampled_from(NAMES[:count])) for _ in range(2))
        lines.append(f"{name} = {operation.format(*operands)}")
    code = "\n".join(lines) + TREE.format(names=NAMES) + "import json\n"
    looks = [Look("text", f"json.dumps(tree({name}.grad_fn))") for name in NAMES]
    outcome = run(runner, code, *looks, trace=False, graph=True)
    graph = outcome.graph
    assert graph is not None
    assert graph.is_whole
    trees = [json.loads(fact.data) for fact in outcome.facts if isinstance(fact, Fact)]
    by_name = dict(zip(NAMES, trees, strict=True))
    for root in graph.roots:
        for name in graph.nodes[root].tensors:
            assert unfolded(graph, root) == by_name[name]
    reached = {index for node in graph.nodes for index in node.inputs if index is not None}
    assert reached.isdisjoint(graph.roots)
    assert reached | set(graph.roots) == set(range(len(graph.nodes)))
    named = {name for node in graph.nodes for name in node.tensors}
    assert {name for name, found in by_name.items() if found is not None} <= named


# ---- roots and names ----


def test_roots_are_those_that_nothing_else_was_made_from(runner: BackgroundRunner) -> None:
    code = """\
x = torch.ones(2, requires_grad=True)
h = x * 2
first = h.sum()
second = h.mean()
alias = first
alone = torch.ones(2)
"""
    graph = graph_of(runner, code)
    assert roots_of(graph) == [("first", "alias"), ("second",)]
    assert node_of(graph, "h").inputs == (graph.nodes.index(node_of(graph, "x")), None)
    assert len([node for node in graph.nodes if "h" in node.tensors]) == 1
    assert graph.is_whole


def test_parameters_are_named_as_in_their_module(runner: BackgroundRunner) -> None:
    code = "model = nn.Sequential(nn.Linear(2, 1), nn.ReLU())\nout = model(torch.ones(1, 2))\n"
    graph = graph_of(runner, code)
    filled = [node.tensors for node in graph.nodes if node.name == "AccumulateGrad"]
    assert sorted(filled) == [("model.0.bias",), ("model.0.weight",)]


def test_where_nothing_was_recorded_there_is_an_empty_graph(runner: BackgroundRunner) -> None:
    code = "x = torch.ones(2, requires_grad=True)\nwith torch.no_grad():\n    y = x * 2\n"
    assert graph_of(runner, code) == Graph((), ())


def test_a_leaf_that_has_no_name_is_told_without_one(runner: BackgroundRunner) -> None:
    graph = graph_of(runner, "y = torch.ones(1, requires_grad=True) * 2\n")
    assert [(node.name, node.tensors) for node in graph.nodes] == [
        ("MulBackward0", ("y",)),
        ("AccumulateGrad", ()),
    ]


def test_code_that_raises_has_the_graph_of_what_it_made(runner: BackgroundRunner) -> None:
    outcome = run(
        runner, "x = torch.ones(1, requires_grad=True)\ny = x * 2\n1 / 0\n", trace=False, graph=True
    )
    assert outcome.raised is not None
    assert outcome.graph is not None
    assert roots_of(outcome.graph) == [("y",)]


def test_looks_do_not_change_the_graph(runner: BackgroundRunner) -> None:
    code = "x = torch.ones(1, requires_grad=True)\ny = (x * x).sum()\n"
    look = Look("raises", "y.backward(); z = y * 2")
    outcome = run(runner, code, look, trace=False, graph=True)
    assert outcome.graph == graph_of(runner, code)


# ---- saved tensors ----


def test_saved_tensors_have_their_name_or_else_their_shape(runner: BackgroundRunner) -> None:
    code = """\
x = torch.ones(2, 3, requires_grad=True)
w = torch.ones(4, 3)
product = x * w[0]
root = product.exp()
linear = nn.functional.linear(x, w)
picked = x[torch.tensor([0])]
"""
    graph = graph_of(runner, code)
    assert saved_by(graph, "product") == {"other": "(3,)"}
    assert saved_by(graph, "root") == {"result": "root"}
    assert saved_by(graph, "linear") == {"mat2": "(3, 4)"}
    assert saved_by(graph, "picked") == {"indices[0]": "(1,)"}


def test_backward_frees_them_unless_told_to_retain(runner: BackgroundRunner) -> None:
    code = "x = torch.ones(1, requires_grad=True)\ny = x * x\ny.backward({0})\n"
    freed = graph_of(runner, code.format(""))
    kept = graph_of(runner, code.format("retain_graph=True"))
    assert saved_by(freed, "y") == {"other": "freed", "self": "freed"}
    assert saved_by(kept, "y") == {"other": "x", "self": "x"}


def test_one_that_was_changed_in_place_is_told_as_that(runner: BackgroundRunner) -> None:
    code = "x = torch.ones(1, requires_grad=True)\nh = x * 2\ny = h * h\nh.add_(1)\n"
    outcome = run(runner, code, Look("raises", "y.backward()"), trace=False, graph=True)
    assert isinstance(outcome.facts[0], Fact)
    assert outcome.facts[0].data["type"] == "RuntimeError"
    assert outcome.graph is not None
    assert saved_by(outcome.graph, "y") == {
        "other": "changed in place",
        "self": "changed in place",
    }


def test_what_a_function_of_the_snippets_own_saves_is_told(runner: BackgroundRunner) -> None:
    code = """\
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x, x * 2)
        ctx.factor = factor
        return x * x
    @staticmethod
    def backward(ctx, g):
        return g, None
x = torch.ones(2, requires_grad=True)
y = Square.apply(x, 3)
"""
    graph = graph_of(runner, code)
    assert node_of(graph, "y").name == "SquareBackward"
    assert node_of(graph, "y").inputs == (1,)
    assert saved_by(graph, "y") == {"saved_tensors[0]": "x", "saved_tensors[1]": "(2,)"}


@pytest.mark.parametrize("after", ["", "y.sum().backward()\n"])
def test_no_hook_is_run_to_find_out_what_was_saved(runner: BackgroundRunner, after: str) -> None:
    code = """\
from torch.utils.checkpoint import checkpoint
runs = 0
def f(x):
    global runs
    runs += 1
    return (x * x).sin()
x = torch.ones(2, requires_grad=True)
y = checkpoint(f, x, use_reentrant=False)
"""
    look = Look("value", "runs")
    plain = run(runner, code + after, look, trace=False)
    outcome = run(runner, code + after, look, trace=False, graph=True)
    assert outcome.facts == plain.facts
    assert outcome.graph is not None
    assert set(saved_by(outcome.graph, "y").values()) <= {"packed by a hook", "freed"}


# ---- limits ----


@pytest.mark.parametrize("length", [MOST_NODES - 2, MOST_NODES - 1])
def test_a_graph_is_told_whole_to_the_limit(runner: BackgroundRunner, length: int) -> None:
    code = f"""\
x = torch.ones(1, requires_grad=True)
y = x
for i in range({length}):
    y = y.exp()
"""
    graph = graph_of(runner, code)
    assert graph.is_whole
    assert len(graph.nodes) == length + 1


def test_a_chain_of_a_hundred_thousand_is_cut_and_the_end_told(runner: BackgroundRunner) -> None:
    code = """\
x = torch.ones(1, requires_grad=True)
y = x
for i in range(100_000):
    y = y + 1
    if i == 99_000:
        h = y
"""
    graph = graph_of(runner, code)
    assert not graph.is_whole
    assert len(graph.nodes) == MOST_NODES
    assert roots_of(graph) == [("y",)]
    assert graph.nodes[-1].inputs == ()


def test_a_node_of_very_many_inputs_is_told_without_them(runner: BackgroundRunner) -> None:
    code = """\
parts = [torch.ones(1, requires_grad=True) for _ in range(5000)]
y = torch.cat(parts)
constants = torch.cat([torch.ones(1)] * 5000 + parts[:1])
"""
    graph = graph_of(runner, code)
    assert not graph.is_whole
    assert roots_of(graph) == [("y",), ("constants",)]
    assert [node.inputs for node in graph.nodes] == [(), ()]


def test_many_names_of_one_tensor_and_many_saved_are_bounded(runner: BackgroundRunner) -> None:
    code = """\
class Keep(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(*[x] * 500)
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g
x = torch.ones(1, requires_grad=True)
y = Keep.apply(x)
for i in range(40):
    globals()[f"y{i}"] = y
"""
    graph = graph_of(runner, code)
    assert len(graph.nodes[0].tensors) == MOST_NAMES
    assert len(graph.nodes[0].saved) == MOST_NAMES


def test_code_that_tampers_with_torch_still_has_its_facts(runner: BackgroundRunner) -> None:
    code = "x = torch.ones(1, requires_grad=True)\ny = x * 2\ndel torch._C.DisableTorchFunction\n"
    outcome = run(runner, code, Look("shape", "y"), trace=False, graph=True)
    assert isinstance(outcome, Outcome)
    assert outcome.facts == (Fact("shape", [1]),)
    assert outcome.graph == Graph((), (), is_whole=False)
