"""What a trace says of a tensor is what torch says of it."""

from __future__ import annotations

import ast
import json
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from runner.protocol.anatomy import Sighting
from runner.protocol.wire import Fact, Look, Snippet, Source
from tests.runner.background import BackgroundRunner
from tests.runner.tracing import SETUP, last, outcome_of, run, steps_of, told

NAMES = ("a", "b", "c")
STATEMENTS = (
    "a = torch.arange(4.)",
    "a = torch.tensor([1., 2., 3., 4.], requires_grad=True)",
    "b = a * 2",
    "b = a.view(2, 2)",
    "b = a.view(2, 2).t()",
    "b = a.reshape(2, 2)",
    "b = a[1:3]",
    "b = a.detach()",
    "b = b.clone()",
    "b = a > 2",
    "b = a.long()",
    "b = a",
    "c = b.sum()",
    "c = a.exp()",
    "c = torch.from_numpy(a.detach().numpy())",
    "c = (a * 0.1).sum()",
    "c.backward()",
    "c.retain_grad()",
    "a.grad = None",
    "a.grad.zero_()",
    "a.add_(1)",
    "a.data.add_(1)",
    "a.mul_(2)",
    "b.zero_()",
    "b[0] = 7",
    "a.requires_grad_()",
    "a = a.detach()",
    "a.resize_(2)",  # never more than there is: what is new would be anything
    "b.transpose_(0, -1)",
    "del b",
    "a.data = torch.ones(2)",
)
FIELDS = {
    "shape": "list({0}.shape)",
    "dtype": "str({0}.dtype).removeprefix('torch.')",
    "device": "str({0}.device)",
    "requires_grad": "{0}.requires_grad",
    "grad_fn": "{0}.grad_fn and type({0}.grad_fn).__name__",  # as torch prints it
    "is_leaf": "{0}.is_leaf",
    "is_view": "{0}._is_view()",
    "strides": "list({0}.stride())",
    "version": "{0}._version",
    "value": "{0}.tolist()",
    "grad": "{0}.grad.tolist() if ({0}.is_leaf or {0}.retains_grad) and {0}.grad is not None "
    "else None",
    "shares_with": "[name for name in 'abc' if name != '{0}' and name in globals() "
    "and shares({0}, globals()[name])]",
}


RECORDER = Source(
    "import json\n"
    "recorded = []\n"
    "def record():\n"
    "    recorded.append({name: facts_of[name]() for name in 'abc' if name in globals()})\n"
    "facts_of = {\n"
    + "".join(
        f"  '{name}': lambda: {{"
        + ", ".join(f"'{field}': {code.format(name)}" for field, code in FIELDS.items())
        + "},\n"
        for name in NAMES
    )
    + "}\n"
)


def facts_after_each(runner: BackgroundRunner, lines: list[str]) -> list[dict[str, Any]]:
    """What torch says of every name after each line, as far as they can be run."""
    code = Source("".join(f"{line}\nrecord()\n" for line in lines))
    look = Look("text", "json.dumps(recorded)")
    (fact,) = outcome_of(runner, Snippet((SETUP, RECORDER, code), (look,), timeout=20.0)).facts
    assert isinstance(fact, Fact)
    return cast(list[dict[str, Any]], json.loads(fact.data))


def as_facts(seen: Sighting) -> dict[str, Any]:
    return {
        field: list(value) if isinstance(value := getattr(seen, field), tuple) else value
        for field in FIELDS
    }


def exact(source: str | None) -> Any:
    """Elements as they are when the text that was shown is read into a float32 tensor."""

    def rounded(held: Any) -> Any:
        if isinstance(held, list):
            return [rounded(element) for element in held]
        return float(np.float32(held)) if isinstance(held, float) else held

    return None if source is None else rounded(ast.literal_eval(source))


@settings(max_examples=20)
@example(lines=[STATEMENTS[1], "b = a * 2", "b[0] = 7"])
@given(lines=st.lists(st.sampled_from(STATEMENTS), min_size=3, max_size=9))
def test_every_line_tells_what_appeared_and_changed_as_torch_has_it(
    runner: BackgroundRunner, lines: list[str]
) -> None:
    lines = [STATEMENTS[0], *lines]
    outcome = run(runner, "\n".join(lines))
    assert outcome.trace is not None
    steps, recorded = outcome.trace.steps, facts_after_each(runner, lines)
    failed = outcome.raised is not None
    assert [step.line for step in steps] == list(range(1, len(recorded) + failed + 1))
    assert [step.raised is not None for step in steps] == [False] * len(recorded) + [True] * failed
    before: dict[str, dict[str, Any]] = {}
    for step, after in zip(steps, recorded, strict=False):
        sightings = {seen.name: seen for seen in step.tensors}
        assert sightings.keys() <= after.keys()
        for name, facts in after.items():
            differing = {
                field
                for field in facts.keys() - {"shares_with"}
                if name in before and before[name][field] != facts[field]
            }
            if name not in sightings:
                assert name in before
                assert not differing
                continue
            seen = sightings[name]
            assert (
                as_facts(seen)
                | {
                    "value": exact(seen.value),
                    "grad": exact(seen.grad),
                    "shares_with": sorted(seen.shares_with),
                }
                == facts
            )
            assert set(seen.changed) - {"storage"} == differing
        before = after


def test_a_write_through_a_view_is_told_of_its_base_too(runner: BackgroundRunner) -> None:
    steps = steps_of(runner, "x = torch.zeros(4)\nv = x[2:]\nv[0] = 1\n")
    assert told(steps) == [(1, ["x"]), (2, ["v"]), (3, ["x", "v"])]
    x, v = steps[2].tensors
    assert (x.value, v.value) == ("[0.0, 0.0, 1.0, 0.0]", "[1.0, 0.0]")
    assert x.changed == v.changed == ("version", "value")
    assert (x.version, v.version) == (1, 1)
    assert (v.is_view, v.shares_with, v.storage) == (True, ("x",), x.storage)


def test_a_large_tensor_written_to_is_known_by_its_version(runner: BackgroundRunner) -> None:
    steps = steps_of(runner, "x = torch.zeros(100)\nx += 1\ny = x\n")
    assert told(steps) == [(1, ["x"]), (2, ["x"]), (3, ["y"])]
    assert (steps[1].tensors[0].value, steps[1].tensors[0].changed) == (None, ("version",))


def test_a_grad_that_grows_is_told_even_where_it_is_too_large_to_show(
    runner: BackgroundRunner,
) -> None:
    code = "x = torch.ones(30, requires_grad=True)\nx.sum().backward()\nx.sum().backward()\n"
    steps = steps_of(runner, code)
    assert [seen.grad for step in steps for seen in step.tensors] == [
        None,
        "tensor of shape (30,)",
        "tensor of shape (30,)",
    ]
    assert [seen.changed for step in steps for seen in step.tensors] == [(), ("grad",), ("grad",)]


def test_a_label_stands_for_one_storage_even_after_its_memory_was_freed(
    runner: BackgroundRunner,
) -> None:
    # The allocator hands the memory of one tensor to the next of its size.
    code = "for i in range(20):\n    x = torch.ones(64)\n    del x\n"
    labels = [seen.storage for step in steps_of(runner, code) for seen in step.tensors]
    assert len(labels) == len(set(labels)) == 20


def test_memory_shared_through_numpy_has_one_label(runner: BackgroundRunner) -> None:
    code = "x = torch.zeros(4)\na = x.numpy()\ny = torch.from_numpy(a[1:])\nz = torch.zeros(4)\n"
    steps = steps_of(runner, code)
    assert last(steps, "y").storage == last(steps, "x").storage
    assert last(steps, "y").shares_with == ("x",)
    assert last(steps, "z").shares_with == ()


def test_only_digits_that_the_dtype_has_are_shown(runner: BackgroundRunner) -> None:
    code = "\n".join(
        [
            "a = torch.tensor(0.1)",
            "b = torch.tensor([0.1], dtype=torch.float16)",
            "c = torch.tensor([[0.1]], dtype=torch.float64)",
            "d = torch.tensor([1 / 3, float('nan'), -float('inf')])",
            "e = torch.tensor([0.1 + 0.2j])",
            "f = torch.tensor([True, False])",
            "g = torch.zeros(0, 3)",
        ]
    )
    values = [seen.value for step in steps_of(runner, code) for seen in step.tensors]
    assert values == [
        "0.1",
        "[0.1]",
        "[[0.1]]",
        "[0.33333334, nan, -inf]",
        "[(0.1+0.2j)]",
        "[True, False]",
        "[]",
    ]


def test_nan_that_stays_nan_has_not_changed(runner: BackgroundRunner) -> None:
    steps = steps_of(runner, "x = torch.tensor([float('nan')])\nx.grad = x.clone()\ny = 1\n")
    assert told(steps) == [(1, ["x"]), (2, ["x"]), (3, [])]


KINDS = {
    "torch.eye(2).to_sparse()": {
        "strides": None,
        "storage": None,
        "value": "[[1.0, 0.0], [0.0, 1.0]]",
    },
    "torch.eye(2).to_sparse_csr()": {"strides": None, "storage": None},
    "torch.empty(2, 3, device='meta')": {"shape": (2, 3), "device": "meta", "value": None},
    "torch.nested.nested_tensor([torch.ones(2), torch.ones(3)])": {"shape": (2, -1)},
    "torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], layout=torch.jagged)": {
        "shape": (2, -1),
        "strides": None,
    },
    "torch.quantize_per_tensor(torch.ones(2), 0.5, 0, torch.qint8)": {
        "dtype": "qint8",
        "value": "[1.0, 1.0]",
    },
    "torch.ones(2).to_mkldnn()": {"storage": None, "strides": None},
    "torch.ones(2, dtype=torch.uint8).view(torch.bits8)": {"dtype": "bits8", "value": None},
    "torch.ones(2).to(torch.float8_e4m3fn)": {"value": "[1.0, 1.0]"},
    "torch.tensor([1 + 2j]).conj()": {"value": "[(1-2j)]"},
    "inference()": {"version": None, "value": "[1.0, 1.0]"},
    "fake()": {"shape": (2, 3), "device": "cpu", "value": None},
    "torch.ones(2, 2)[:, 0]": {"is_view": True, "strides": (2,)},
    "nn.Parameter(torch.ones(1))": {"requires_grad": True, "is_leaf": True},
}
MAKERS = """\
def inference():
    with torch.inference_mode():
        return torch.ones(2)
def fake():
    with torch._subclasses.FakeTensorMode():
        return torch.empty(2, 3)
"""


@pytest.mark.parametrize(("made", "fields"), KINDS.items(), ids=KINDS)
def test_a_tensor_of_any_kind_is_described_as_far_as_it_can_be(
    runner: BackgroundRunner, made: str, fields: dict[str, Any]
) -> None:
    code = f"{MAKERS}x = {made}\ny = 1\n"
    plain, traced = run(runner, code, trace=False), run(runner, code)
    assert traced.stderr == plain.stderr
    assert traced.trace is not None
    assert traced.trace.is_whole
    seen = last(traced.trace.steps, "x")
    assert {field: getattr(seen, field) for field in fields} == fields


def test_a_lazy_parameter_is_told_when_it_has_a_shape(runner: BackgroundRunner) -> None:
    code = "lazy = nn.LazyLinear(1)\nx = torch.ones(1, 2)\nlazy(x)\n"
    steps = steps_of(runner, code)
    assert told(steps) == [(1, []), (2, ["x"]), (3, ["lazy.weight", "lazy.bias"])]
    assert last(steps, "lazy.weight").shape == (1, 2)


def test_within_a_transform_tensors_have_the_shape_that_the_code_sees(
    runner: BackgroundRunner,
) -> None:
    code = "def f(x):\n    return x * x\nz = torch.func.vmap(f)(torch.ones(2, 3))\n"
    steps = steps_of(runner, code)
    assert last(steps, "f.x").shape == (3,)
    assert last(steps, "z").shape == (2, 3)
