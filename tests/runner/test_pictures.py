"""What is told for a picture is what torch has."""

from __future__ import annotations

from typing import Any

import pytest

from runner.protocol.anatomy import MOST_DRAWN, Operation, Portrait, Step
from runner.protocol.wire import Fact, Look, Snippet, Source
from tests.runner.background import BackgroundRunner
from tests.runner.tracing import SETUP, last, outcome_of, steps_of


def drawn(runner: BackgroundRunner, code: str, *looks: Look, ranks: int = 1) -> Any:
    """The outcome of a run for a picture."""
    sources = (SETUP, Source(code, "card.py"))
    snippet = Snippet(sources, looks, timeout=20.0, picture=True, ranks=ranks)
    return outcome_of(runner, snippet)


def portrait(steps: tuple[Step, ...], name: str) -> Portrait:
    told = last(steps, name).portrait
    assert told is not None
    return told


def operations(runner: BackgroundRunner, code: str) -> list[Operation]:
    outcome = drawn(runner, code)
    return [done for step in outcome.trace.steps for done in step.operations]


def said(done: Operation) -> tuple[Any, ...]:
    return done.name, *((each.text, each.shape) for each in done.operands), done.result


def test_where_a_view_lies_in_its_storage_is_told(runner: BackgroundRunner) -> None:
    steps = drawn(
        runner, "x = torch.arange(12.).view(3, 4)\ny = x[1:, ::2]\nz = torch.empty(0, 3)"
    ).trace.steps
    assert [(portrait(steps, name).offset, portrait(steps, name).cells) for name in "xyz"] == [
        (0, 12),
        (4, 12),
        (0, 0),
    ]
    told = portrait(steps, "y").elements
    assert told is not None
    assert (told.shape, told.data) == ((2, 2), (4.0, 6.0, 8.0, 10.0))


def test_of_a_large_tensor_the_edges_are_told(runner: BackgroundRunner) -> None:
    code = "x = torch.arange(1_000_000).view(10, 100, 1000)"
    outcome = drawn(runner, code, Look("value", "x[:3, -3:, -1].flatten()"))
    told = portrait(outcome.trace.steps, "x").elements
    assert told is not None and len(told.data) <= MOST_DRAWN
    assert told.kept[2][0] == 0 and told.kept[2][-1] == 999
    by_index = {
        (i, j, k): told.data[(a * len(told.kept[1]) + b) * len(told.kept[2]) + c]
        for a, i in enumerate(told.kept[0])
        for b, j in enumerate(told.kept[1])
        for c, k in enumerate(told.kept[2])
    }
    assert [by_index[i, j, 999] for i in range(3) for j in (97, 98, 99)] == (
        outcome.facts[0].data["data"]
    )


def test_the_gradient_is_told_with_its_tensor(runner: BackgroundRunner) -> None:
    code = "x = torch.ones(2, requires_grad=True)\n(x * torch.tensor([2., 3.])).sum().backward()"
    told = portrait(drawn(runner, code).trace.steps, "x").grad
    assert told is not None and told.data == (2.0, 3.0)


@pytest.mark.parametrize(
    ("made", "data"),
    [
        ("torch.tensor(3)", (3,)),
        ("torch.tensor([True])", (True,)),
        ("torch.tensor([1 + 2j, complex('nan')])", ([1.0, 2.0], ["nan", 0.0])),
        ("torch.tensor([float('inf'), float('-inf'), -0.])", ("inf", "-inf", -0.0)),
        ("torch.eye(2).to_sparse()", (1.0, 0.0, 0.0, 1.0)),
        ("torch.quantize_per_tensor(torch.ones(2), 0.5, 0, torch.qint8)", (1.0, 1.0)),
        ("torch.ones(2, device='meta')", None),
        ("torch.nested.nested_tensor([torch.ones(2)], layout=torch.jagged)", None),
        ("torch.nested.nested_tensor([torch.ones(2)])", None),
        ("torch.empty(0, 3)", ()),
    ],
)
def test_elements_are_told_of_every_kind_of_tensor_that_has_them(
    runner: BackgroundRunner, made: str, data: Any
) -> None:
    code = f"import warnings\nwarnings.simplefilter('ignore')\nx = {made}"
    told = portrait(drawn(runner, code).trace.steps, "x").elements
    assert (told.data if told else None) == data


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("c = a + b", ("add", ("a", (4, 1)), ("b", (3,)), (4, 3))),
        ("c = a[:, None] * b", ("mul", ("a[:, None]", (4, 1, 1)), ("b", (3,)), (4, 1, 3))),
        ("c = torch.maximum(a, b)", ("maximum", ("a", (4, 1)), ("b", (3,)), (4, 3))),
        ("c = a.expand(4, 5)", ("expand", ("a", (4, 1)), (4, 5))),
        ("a += torch.ones(1)", ("add_", ("a", (4, 1)), ("torch.ones(1)", (1,)), (4, 1))),
        (
            "c = torch.where(b > 0, a, b)",
            ("where", ("", (3,)), ("a", (4, 1)), ("b", (3,)), (4, 3)),
        ),
        (
            "try: b + torch.ones(2)\nexcept RuntimeError: pass",
            ("add", ("b", (3,)), ("torch.ones(2)", (2,)), None),
        ),
        (
            "def f(u, v):\n    return u - v\nc = f(a, b)",
            ("sub", ("u", (4, 1)), ("v", (3,)), (4, 3)),
        ),
    ],
)
def test_operations_that_stretch_an_operand_are_told(
    runner: BackgroundRunner, code: str, told: tuple[Any, ...]
) -> None:
    done = operations(runner, f"a, b = torch.ones(4, 1), torch.ones(3)\n{code}")
    assert list(map(said, done)) == [told]


def test_where_all_shapes_are_alike_and_in_backward_nothing_is_told(
    runner: BackgroundRunner,
) -> None:
    code = "a = torch.ones(3, requires_grad=True)\nb = a * 2 + a @ a.new_ones(3, 3)\n"
    assert operations(runner, code) == []
    (done,) = operations(runner, f"{code}c = a.sum() * b\nc.sum().backward()")
    assert done.name == "mul"


def test_who_asks_for_a_trace_alone_is_told_of_nothing_to_draw(runner: BackgroundRunner) -> None:
    steps = steps_of(runner, "a = torch.ones(2, 1) + torch.ones(3)")
    assert last(steps, "a").portrait is None
    assert all(step.operations == () for step in steps)


def test_code_with_modes_and_compiled_code_runs_as_ever(runner: BackgroundRunner) -> None:
    code = """
class Twice(torch.overrides.TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        return function(*args, **kwargs or {}) * (2 if function is torch.ones else 1)
with Twice():
    a = torch.ones(2)
b = torch.vmap(lambda row: row * 3)(a)
c = torch.func.grad(lambda x: (x * x).sum())(a)
"""
    outcome = drawn(runner, code, Look("value", "[a, b, c]"))
    assert outcome.raised is None
    fact = outcome.facts[0]
    assert isinstance(fact, Fact)
    assert [held["data"] for held in fact.data["items"]] == [[2.0, 2.0], [6.0, 6.0], [4.0, 4.0]]


def test_every_rank_tells_of_itself(runner: BackgroundRunner) -> None:
    code = "import torch.distributed as dist\nt = torch.ones(1) * rank\ndist.all_reduce(t)"
    outcome = drawn(runner, code, ranks=2)
    for rank, trace in enumerate(outcome.ranks):
        told = [seen.portrait.elements.data for step in trace.steps for seen in step.tensors]
        assert told == ([(0.0,), (1.0,)] if rank == 0 else [(1.0,)])
