"""Which lines are told of, in which order, by which names, and where it ends."""

from __future__ import annotations

import ast

import pytest

from runner.protocol.anatomy import MOST_SIGHTINGS, MOST_STEPS, Trace
from runner.protocol.wire import Fact, Look, Snippet, Source
from tests.runner.background import BackgroundRunner
from tests.runner.tracing import last, outcome_of, run, steps_of, told, trace_of


def test_lines_of_functions_come_before_the_line_that_called_them(
    runner: BackgroundRunner,
) -> None:
    code = """\
def double(x):
    y = x * 2
    return y
a = torch.ones(1)
b = double(a)
c = double(b)
"""
    assert told(steps_of(runner, code)) == [
        (1, []),
        (4, ["a"]),
        (2, ["double.x", "double.y"]),
        (3, []),
        (5, ["b"]),
        (2, ["double.x", "double.y"]),
        (3, []),
        (6, ["c"]),
    ]


def test_what_a_line_did_before_it_called_is_not_told_of_the_called_line(
    runner: BackgroundRunner,
) -> None:
    code = "def f(y):\n    z = 1\nx = torch.zeros(1)\nf(x.add_(1))\n"
    steps = steps_of(runner, code)
    assert told(steps) == [(1, []), (3, ["x"]), (4, ["x"]), (2, ["f.y"]), (4, [])]


def test_a_change_of_a_global_within_a_function_is_told_where_it_happens(
    runner: BackgroundRunner,
) -> None:
    code = "x = torch.zeros(1)\ndef f():\n    x.add_(1)\nf()\n"
    assert told(steps_of(runner, code)) == [(1, ["x"]), (2, []), (3, ["x"]), (4, [])]


def test_inner_functions_lambdas_and_methods_name_their_variables(
    runner: BackgroundRunner,
) -> None:
    code = """\
def outer():
    def inner(x):
        return x
    return inner(torch.ones(1))
outer()
(lambda x: x + 1)(torch.ones(2))
class Box:
    size = torch.ones(3)
    def fill(self, x):
        self.x = x
Box().fill(torch.ones(4))
"""
    names = [name for _, names in told(steps_of(runner, code)) for name in names]
    assert names == ["inner.x", "<lambda>.x", "Box.size", "Box.fill.x"]


def test_a_module_is_told_of_by_its_parameters_and_buffers(runner: BackgroundRunner) -> None:
    code = """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 1), nn.BatchNorm1d(1))
        self.register_buffer("scale", torch.ones(1))
    def forward(self, x):
        h = self.layers(x)
        return h * self.scale
model = Net()
out = model(torch.ones(3, 2))
out.sum().backward()
"""
    steps = steps_of(runner, code)
    linear = ["layers.0.weight", "layers.0.bias"]
    norm = ["layers.1.weight", "layers.1.bias"]
    counts = [f"layers.1.{name}" for name in ("running_mean", "running_var", "num_batches_tracked")]
    assert told(steps) == [
        (1, []),
        (3, []),
        (4, [f"Net.__init__.self.{name}" for name in (*linear, *norm, *counts)]),
        (5, ["Net.__init__.self.scale"]),
        (9, [f"model.{name}" for name in ("scale", *linear, *norm, *counts)]),
        (7, [*(f"model.{name}" for name in counts), "Net.forward.x", "Net.forward.h"]),
        (8, []),
        (10, ["out"]),
        (11, [f"model.{name}" for name in (*linear, *norm)]),
    ]
    assert last(steps, "model.layers.0.weight").changed == ("grad",)
    assert last(steps, "model.layers.1.num_batches_tracked").value == "1"


def test_an_optimizer_step_changes_parameters_and_zero_grad_their_grad(
    runner: BackgroundRunner,
) -> None:
    code = """\
w = nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([w], lr=0.5)
w.sum().backward()
optimizer.step()
optimizer.zero_grad()
"""
    sightings = [seen for step in steps_of(runner, code) for seen in step.tensors]
    assert [(seen.value, seen.grad, seen.changed) for seen in sightings] == [
        ("[1.0]", None, ()),
        ("[1.0]", "[1.0]", ("grad",)),
        ("[0.5]", "[1.0]", ("version", "value")),
        ("[0.5]", None, ("grad",)),
    ]


def test_tensors_in_small_containers_are_named_by_how_to_get_at_them(
    runner: BackgroundRunner,
) -> None:
    code = """\
x = torch.ones(1)
pair = (x, [x * 2])
state = {"w": x, 3: x}
best = torch.max(torch.ones(2, 2), dim=0)
layers = [nn.Linear(1, 1, bias=False)]
many = [x] * 100
loop = []
loop.append(loop)
"""
    steps = steps_of(runner, code)
    assert told(steps)[1:] == [
        (2, ["pair[0]", "pair[1][0]"]),
        (3, ["state['w']", "state[3]"]),
        (4, ["best[0]", "best[1]"]),
        (5, ["layers[0].weight"]),
        (6, []),
        (7, []),
        (8, []),
    ]
    for name in ("pair[1][0]", "state['w']", "best[1]", "layers[0].weight"):
        assert isinstance(ast.parse(name, mode="eval"), ast.Expression)


def test_a_statement_over_several_lines_is_one_step_at_its_first(
    runner: BackgroundRunner,
) -> None:
    code = """\
x = torch.stack(
    [
        torch.ones(1)
        for _ in range(3)
    ],
)
y = (x +
     1)
"""
    assert told(steps_of(runner, code)) == [(1, ["x"]), (7, ["y"])]


def test_a_header_is_told_of_once_unless_it_changes_something(runner: BackgroundRunner) -> None:
    code = """\
total = torch.zeros(1)
for x in torch.ones(2):
    with torch.no_grad():
        total += x
"""
    assert told(steps_of(runner, code)) == [
        (1, ["total"]),
        (2, ["x"]),
        (3, []),
        (4, ["total"]),
        (2, ["x"]),
        (3, []),
        (4, ["total"]),
    ]


def test_a_generator_goes_on_where_it_was(runner: BackgroundRunner) -> None:
    code = """\
def count():
    x = torch.zeros(1)
    while True:
        step = yield x
        x = x + step
counter = count()
a = next(counter)
b = counter.send(torch.ones(1))
counter.close()
"""
    assert told(steps_of(runner, code)) == [
        (1, []),
        (6, []),
        (2, ["count.x"]),
        (3, []),
        (4, []),
        (7, ["a"]),
        (4, ["count.step"]),
        (5, ["count.x"]),
        (4, []),
        (8, ["b"]),
        (9, []),
    ]


def test_hooks_and_custom_functions_are_followed_during_backward(
    runner: BackgroundRunner,
) -> None:
    code = """\
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g * 2
x = torch.ones(1, requires_grad=True)
y = Double.apply(x)
y.backward()
"""
    assert told(steps_of(runner, code)) == [
        (1, []),
        (8, ["x"]),
        (4, ["Double.forward.x"]),
        (9, ["y"]),
        (7, ["Double.backward.g"]),
        (10, ["x"]),
    ]


def test_sources_before_the_last_are_told_of_only_where_they_touch_tensors(
    runner: BackgroundRunner,
) -> None:
    setup = Source(
        "import torch\nseed = 3\nx = torch.ones(1)\ndef f():\n    y = 1\n", "deck.yaml", 4
    )
    drawn = Source("n = 2\nk = torch.ones(n)\n", "<draw>")
    code = Source("n = 3\nf()\n", "deck.yaml", 20)
    trace = outcome_of(runner, Snippet((setup, drawn, code), trace=True)).trace
    assert trace is not None
    assert [(step.path, step.line) for step in trace.steps] == [
        ("deck.yaml", 6),
        ("<draw>", 2),
        ("deck.yaml", 20),
        ("deck.yaml", 8),
        ("deck.yaml", 21),
    ]


def test_the_innermost_line_of_an_exception_has_its_type(runner: BackgroundRunner) -> None:
    code = """\
x = torch.ones(2)
def f(y):
    z = y * 2
    return z.view(
        3)
f(x)
print("never")
"""
    outcome = run(runner, code)
    assert outcome.trace is not None
    assert [(step.line, step.raised) for step in outcome.trace.steps] == [
        (1, None),
        (2, None),
        (3, None),
        (4, "RuntimeError"),
        (6, None),
    ]
    assert outcome.raised is not None
    assert outcome.raised.line == 4


def test_what_a_failing_line_did_before_it_failed_is_told(runner: BackgroundRunner) -> None:
    steps = steps_of(runner, "x = torch.zeros(1)\nx.add_(1).view(7)\n")
    assert (told(steps)[1], steps[1].raised) == ((2, ["x"]), "RuntimeError")


def test_a_caught_exception_is_told_where_it_was_raised(runner: BackgroundRunner) -> None:
    code = """\
try:
    torch.ones(2).view(3)
except RuntimeError as error:
    x = torch.ones(1)
"""
    steps = steps_of(runner, code)
    raised = [(step.line, step.raised) for step in steps]
    assert raised == [(1, None), (2, "RuntimeError"), (3, None), (4, None)]


@pytest.mark.parametrize(
    "code",
    [
        "class Once:\n    def __iter__(self): return iter([1])\nfor x in Once():\n    y = x\n",
        "loader = torch.utils.data.DataLoader([1, 2])\nfor batch in loader:\n    pass\n",
        "def f():\n    yield 1\n    return 2\nfor x in f():\n    pass\n",
        "ok = hasattr(torch.ones(1), 'nothing')\n",
    ],
)
def test_the_end_of_a_loop_is_no_exception(runner: BackgroundRunner, code: str) -> None:
    assert {step.raised for step in steps_of(runner, code)} == {None}


def test_code_that_cannot_be_compiled_has_no_steps_and_the_same_error(
    runner: BackgroundRunner,
) -> None:
    code = "x = torch.ones(1)\ny = (\n"
    plain, traced = run(runner, code, trace=False), run(runner, code)
    assert traced.raised == plain.raised
    assert traced.trace == Trace((), is_whole=True)


def test_a_long_loop_is_told_of_to_the_limit_and_then_run_to_its_end(
    runner: BackgroundRunner,
) -> None:
    code = "x = torch.zeros(1)\nfor i in range(20_000):\n    x = x + 1\n"
    outcome = run(runner, code, Look("value", "x"))
    assert outcome.trace is not None
    assert not outcome.trace.is_whole
    assert len(outcome.trace.steps) == MOST_STEPS
    assert last(outcome.trace.steps, "x").value == f"[{float(MOST_STEPS - 2)}]"
    (fact,) = outcome.facts
    assert isinstance(fact, Fact)
    assert fact.data["data"] == [20_000.0]


def test_a_loop_on_one_line_is_run_to_its_end(runner: BackgroundRunner) -> None:
    code = "x = torch.zeros(1)\nfor i in range(20_000): x = x + 1\n"
    outcome = run(runner, code, Look("value", "x"))
    assert outcome.trace is not None
    # Whether its rounds are told apart, and use up the trace, differs among Pythons.
    assert [step.line for step in outcome.trace.steps] in ([1], [1, 2])
    (fact,) = outcome.facts
    assert isinstance(fact, Fact)
    assert fact.data["data"] == [20_000.0]


def test_a_long_setup_without_tensors_does_not_use_up_the_steps(runner: BackgroundRunner) -> None:
    setup = Source("import torch\nfor i in range(500):\n    n = i\n")
    trace = outcome_of(runner, Snippet((setup, Source("x = torch.ones(1)")), trace=True)).trace
    assert trace is not None
    assert trace.is_whole
    assert told(trace.steps) == [(1, ["x"])]


def test_many_tensors_are_told_of_to_the_limit(runner: BackgroundRunner) -> None:
    code = """\
model = nn.ModuleList(nn.Linear(1, 1) for _ in range(30))
for i in range(100):
    for p in model.parameters(): p.data.add_(1)
"""
    trace = trace_of(runner, code)
    assert not trace.is_whole
    seen = sum(len(step.tensors) for step in trace.steps)
    assert MOST_SIGHTINGS - 100 < seen <= MOST_SIGHTINGS


def test_of_a_very_large_model_some_parameters_are_told(runner: BackgroundRunner) -> None:
    trace = trace_of(runner, "model = nn.ModuleList(nn.Linear(1, 1) for _ in range(5000))\n")
    assert not trace.is_whole
    assert 0 < len(trace.steps[0].tensors) < 100


def test_containers_that_hold_each_other_many_times_are_not_followed_for_ever(
    runner: BackgroundRunner,
) -> None:
    code = "x = []\nx += [x] * 15\nfor _ in range(20):\n    x = [x] * 15\ny = torch.ones(1)\n"
    trace = trace_of(runner, code)
    assert not trace.is_whole


def test_what_is_no_name_is_passed_over(runner: BackgroundRunner) -> None:
    code = "globals()[3] = torch.ones(1)\nx = {(1, 2): torch.ones(1), 'a': torch.ones(1)}\n"
    assert told(steps_of(runner, code)) == [(1, []), (2, ["x['a']"])]


def test_names_of_any_length_are_shortened(runner: BackgroundRunner) -> None:
    steps = steps_of(
        runner, f"{'x' * 5000} = torch.ones(1)\nd = {{'{'k' * 5000}': torch.ones(1)}}\n"
    )
    assert all(len(seen.name) <= 100 for step in steps for seen in step.tensors)
    assert [len(step.tensors) for step in steps] == [1, 1]


def test_no_trace_comes_unasked(runner: BackgroundRunner) -> None:
    outcome = run(runner, "x = torch.ones(1)", trace=False)
    assert (outcome.trace, outcome.graph) == (None, None)
