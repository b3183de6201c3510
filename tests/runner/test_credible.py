"""A report that a snippet has forged is either of the right form or refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizapp.values.truth import read_truth
from runner.protocol.anatomy import (
    LONGEST_TEXT,
    MOST_DRAWN,
    MOST_DRAWN_IN_ALL,
    MOST_NAMES,
    MOST_NODES,
    MOST_OPERANDS,
    MOST_OPERATIONS,
    MOST_SIGHTINGS,
    MOST_STEPS,
    Elements,
    Graph,
    Node,
    Operand,
    Operation,
    Portrait,
    Saved,
    Sighting,
    Step,
    Trace,
)
from runner.protocol.credible import is_credible
from runner.protocol.framing import frame
from runner.protocol.listening import Listener
from runner.protocol.profile import MOST_RANKS
from runner.protocol.wire import (
    LONGEST_STRING,
    MOST_ELEMENTS,
    Fact,
    Fault,
    Look,
    Outcome,
    Raised,
    Snippet,
)

RAISED = Raised("ValueError", ("Exception", "BaseException"), "no")
SHAPE, TRUTH = Fact("shape", [2]), Fact("bool", True)
INT = {"type": "int", "data": 1, "text": "1"}
TENSOR = {"type": "tensor", "dtype": "float32", "text": "tensor(…)"}


def nested(depth: int) -> dict[str, Any]:
    """So many lists in each other."""
    value: dict[str, Any] = INT
    for _ in range(depth):
        value = {"type": "list", "items": [value], "text": "[…]"}
    return value


FORGED = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "nan", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.fixed_dictionaries(
            {
                "type": st.sampled_from(["int", "float", "list", "dict", "object", "tensor"]),
                "text": st.just("x"),
            },
            optional=dict.fromkeys(("data", "items", "shape", "dtype"), inner),
        )
    ),
    max_leaves=12,
)


def credible(kind: Any, data: Any) -> bool:
    return is_credible(Outcome((Fact(kind, data),), "", "", None, 0.0), [Look(kind, "x")])


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("shape", [2, 3]),
        ("grad_fn", None),
        ("bool", False),
        ("raises", None),
        ("raises", {"type": "E", "bases": ["Exception"], "subclasses": [], "message": ""}),
        ("value", {**TENSOR, "shape": [], "data": 1.5}),
        ("value", {**TENSOR, "shape": [2], "data": ["nan", 1.0]}),
        ("value", {**TENSOR, "shape": [0, 3], "data": []}),
        ("value", {**TENSOR, "shape": [5000], "data": None}),
        ("value", {"type": "dict", "items": [[INT, {"type": "object", "text": "?"}]], "text": ""}),
        ("value", {"type": "list", "items": None, "text": "[[...]]"}),
        ("value", {"type": "complex", "data": [0.0, "-inf"], "text": ""}),
        ("value", {"type": "int", "data": None, "text": "<too long>"}),
        ("value", {**TENSOR, "dtype": "int64", "shape": [2], "data": [1, -(2**63)]}),
        ("value", {**TENSOR, "dtype": "bool", "shape": [1], "data": [True]}),
        ("value", {**TENSOR, "dtype": "bfloat16", "shape": [1], "data": ["-inf"]}),
        ("value", {**TENSOR, "dtype": "quint8", "shape": [1], "data": [0.5]}),
        ("value", {**TENSOR, "dtype": "complex64", "shape": [1], "data": [[0.0, "nan"]]}),
        ("value", {**TENSOR, "dtype": "complex64", "shape": [], "data": [0.0, 1.0]}),
        ("value", {**TENSOR, "shape": [1] * 64, "data": None}),
        ("value", nested(16)),
    ],
)
def test_the_forms_of_facts_are_credible(kind: str, data: Any) -> None:
    assert credible(kind, data)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("shape", None),
        ("shape", [2, True]),
        ("shape", [1] * 65),
        ("shape", [10**4000]),
        ("strides", "(2, 3)"),
        ("strides", [1] * 65),
        ("dtype", None),
        ("grad_fn", 3),
        ("bool", 1),
        ("output", ["lines"]),
        ("raises", "ValueError"),
        ("raises", {"type": "E", "bases": "Exception", "subclasses": [], "message": ""}),
        ("raises", {"type": "E", "bases": [], "subclasses": [1], "message": ""}),
        ("fails", True),
        ("warns", True),
        ("raises", {"type": "E", "bases": [], "subclasses": [], "message": "", "more": 1}),
        ("value", None),
        ("value", 3),
        ("value", {"type": "int", "data": 1}),
        ("value", {"type": "int", "data": [1], "text": "1"}),
        ("value", {"type": "float", "data": [1.0, 2.0], "text": ""}),
        ("value", {"type": "complex", "data": 1.0, "text": ""}),
        ("value", {"type": "str", "data": 1, "text": "1"}),
        ("value", {"type": "unheard-of", "text": ""}),
        ("value", {"type": "list", "items": [3], "text": ""}),
        ("value", {"type": "dict", "items": [[INT]], "text": ""}),
        ("value", {**TENSOR, "shape": [2], "data": [1.0]}),
        ("value", {**TENSOR, "shape": [2], "data": [[1.0], [2.0]]}),
        ("value", {**TENSOR, "shape": [], "data": "1"}),
        ("value", {**TENSOR, "shape": 2, "data": None}),
        ("value", {**TENSOR, "shape": [-1], "data": None}),
        ("value", {**TENSOR, "shape": [1] * 65, "data": None}),
        ("value", {**TENSOR, "shape": [1], "data": [1]}),
        ("value", {**TENSOR, "shape": [1], "data": ["NaN"]}),
        ("value", {**TENSOR, "shape": [1], "data": [[1.0, 2.0]]}),
        ("value", {**TENSOR, "shape": [1], "data": [None]}),
        ("value", {**TENSOR, "dtype": "int64", "shape": [1], "data": ["nan"]}),
        ("value", {**TENSOR, "dtype": "int64", "shape": [1], "data": [1.0]}),
        ("value", {**TENSOR, "dtype": "uint8", "shape": [1], "data": [True]}),
        ("value", {**TENSOR, "dtype": "bool", "shape": [1], "data": [1]}),
        ("value", {**TENSOR, "dtype": "complex64", "shape": [1], "data": [1.0]}),
        ("value", {**TENSOR, "dtype": "complex64", "shape": [1], "data": [[1.0, 2.0, 3.0]]}),
        ("value", {**TENSOR, "dtype": "complex64", "shape": [1], "data": [[1.0, [2.0, 3.0]]]}),
        ("value", {**TENSOR, "dtype": "unheard-of", "shape": [1], "data": ["1"]}),
        ("value", {"type": "float", "data": 10**400, "text": ""}),
        ("value", {"type": "bool", "data": None, "text": ""}),
        ("value", {"type": "none", "data": 0, "text": ""}),
        ("value", {"type": "set", "items": {"a": INT}, "text": ""}),
        ("value", {"type": "tuple", "items": [[INT, INT]], "text": ""}),
        ("value", {"type": "dict", "items": [INT, INT], "text": ""}),
        ("value", {"type": "dict", "items": [[INT, {"type": "int"}]], "text": ""}),
        ("value", {"type": ["int"], "data": 1, "text": ""}),
        ("value", nested(17)),
        ("value", {**TENSOR, "shape": [MOST_ELEMENTS + 1], "data": [1.0] * (MOST_ELEMENTS + 1)}),
        ("value", {"type": "list", "items": [INT] * (MOST_ELEMENTS + 1), "text": ""}),
        ("value", {"type": "list", "items": [{**INT, "text": "1" * 5000}], "text": ""}),
        ("value", {"type": "str", "data": "a" * (LONGEST_STRING + 1), "text": ""}),
        ("value", {**INT, "items": 5}),
        ("value", {"type": "object", "text": "x", "items": "zz"}),
        ("text", "a" * (LONGEST_STRING + 1)),
        ("dtype", "a" * 5000),
        ("raises", {"type": "E", "bases": ["a" * 5000], "subclasses": [], "message": ""}),
        ("raises", {"type": "E", "bases": ["a"] * 1001, "subclasses": [], "message": ""}),
        ("fails", {"type": "E", "bases": [], "subclasses": ["a"] * 1001, "message": ""}),
    ],
)
def test_other_forms_are_not(kind: str, data: Any) -> None:
    assert not credible(kind, data)


@given(FORGED)
def test_whatever_is_told_is_judged_and_what_is_credible_can_be_read(data: Any) -> None:
    for kind in ("shape", "output", "dtype", "grad_fn", "bool", "raises"):
        credible(kind, data)
    if credible("value", data):
        read_truth(data)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ((SHAPE, TRUTH), True),
        ((RAISED, TRUTH), True),
        ((RAISED, RAISED), True),
        ((TRUTH, SHAPE), False),
        ((SHAPE,), False),
        ((SHAPE, TRUTH, RAISED), False),
    ],
)
def test_every_look_has_a_fact_of_its_kind_or_an_exception(
    facts: tuple[Fact | Raised, ...], expected: bool
) -> None:
    looks = [Look("shape", "x"), Look("bool", "y")]
    assert is_credible(Outcome(facts, "", "", None, 0.0), looks) is expected


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "E" * 5000},
        {"message": "m" * 5000},
        {"path": "p" * 5000},
        {"line": 10**4000},
        {"traceback": "t\n" * 20_000},
        {"bases": ("B",) * 1001},
        {"subclasses": ("S",) * 1001},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_an_exception_too_large_to_be_shown_is_not(changes: dict[str, Any]) -> None:
    large = replace(RAISED, **changes)
    assert is_credible(Outcome((RAISED,), "", "", RAISED, 0.0), [Look("bool", "y")])
    assert not is_credible(Outcome((large,), "", "", None, 0.0), [Look("bool", "y")])
    assert not is_credible(Outcome((), "", "", large, 0.0), [])


def test_no_code_takes_less_than_no_time() -> None:
    assert is_credible(Outcome((), "", "", None, 0.0), [])
    assert not is_credible(Outcome((), "", "", None, -0.1), [])


SEEN = Sighting(
    name="x",
    shape=(2, -1),
    dtype="float32",
    device="cpu",
    requires_grad=True,
    grad_fn="MulBackward0",
    is_leaf=False,
    is_view=True,
    storage="s0",
    shares_with=("y",),
    strides=(1, 0),
    version=1,
    value="[1.0, 2.0]",
    grad=None,
    changed=("version", "value"),
)
STEP = Step("deck.yaml", 3, (SEEN,), raised="RuntimeError")
NODE = Node("MulBackward0", ("y",), (Saved("self", "x"),), (None, 1))
LEAF = Node("AccumulateGrad", ("x",), (), ())
LONG = "x" * (LONGEST_TEXT + 1)


def credible_anatomy(trace: Trace | None = None, graph: Graph | None = None) -> bool:
    return is_credible(Outcome((), "", "", None, 0.0, trace, graph), [])


@pytest.mark.parametrize(
    ("facts", "kind"),
    [((Fact("bool", True),), Outcome), ((), Fault), ((Fact("bool", 1),), Fault)],
)
def test_a_report_that_is_not_credible_ends_in_a_fault(
    facts: tuple[Fact, ...], kind: type[Outcome | Fault]
) -> None:
    listener = Listener(Snippet((), (Look("bool", "x"),)), now=0.0)
    listener.hear(frame("started") + frame(Outcome(facts, "", "", None, 0.0)), now=0.0)
    assert isinstance(listener.end, kind)


@pytest.mark.parametrize("ranks", [1, 2])
def test_code_that_runs_alone_cannot_say_that_the_runner_failed(ranks: int) -> None:
    claimed = Fault("refused", "There is no GPU.")
    early, late = (Listener(Snippet((), (), ranks=ranks), now=0.0) for _ in range(2))
    early.hear(frame(claimed), now=0.0)
    assert early.end == claimed
    late.hear(frame("started") + frame(claimed), now=0.0)
    assert isinstance(late.end, Fault) and (late.end == claimed) == (ranks > 1)


@pytest.mark.parametrize(
    "trace",
    [
        Trace((), is_whole=False),
        Trace((STEP,) * MOST_STEPS),
        Trace((replace(STEP, tensors=(SEEN,) * MOST_SIGHTINGS),)),
        Trace((replace(STEP, tensors=(replace(SEEN, version=None, strides=None),)),)),
    ],
)
def test_a_trace_within_its_limits_is_credible(trace: Trace) -> None:
    assert credible_anatomy(trace=trace)


@pytest.mark.parametrize(
    "step",
    [
        replace(STEP, line=0),
        replace(STEP, line=10**400),
        replace(STEP, path=LONG),
        replace(STEP, raised=LONG),
        replace(STEP, tensors=(SEEN,) * (MOST_SIGHTINGS + 1)),
    ],
)
def test_a_step_that_is_none_is_not(step: Step) -> None:
    assert not credible_anatomy(trace=Trace((step,)))


def test_more_steps_than_are_told_are_not() -> None:
    assert not credible_anatomy(trace=Trace((STEP,) * (MOST_STEPS + 1)))


@pytest.mark.parametrize(
    "changes",
    [
        {"name": LONG},
        {"dtype": LONG},
        {"device": LONG},
        {"grad_fn": LONG},
        {"storage": LONG},
        {"value": LONG},
        {"grad": LONG},
        {"shares_with": ("y",) * (MOST_NAMES + 1)},
        {"shares_with": (LONG,)},
        {"changed": ("unheard-of",)},
        {"changed": ("value",) * 1000},
        {"shape": (1,) * 65},
        {"shape": (-2,)},
        {"shape": (10**400,)},
        {"strides": (-1,)},
        {"strides": (2**63,)},
        {"version": -1},
        {"version": 10**400},
    ],
)
def test_a_sighting_that_is_none_is_not(changes: dict[str, Any]) -> None:
    step = replace(STEP, tensors=(replace(SEEN, **changes),))
    assert not credible_anatomy(trace=Trace((step,)))


@pytest.mark.parametrize(
    "graph",
    [
        Graph((), (), is_whole=False),
        Graph((0,), (NODE, LEAF)),
        Graph((0, 1), (replace(NODE, inputs=(2, 2)), replace(NODE, inputs=(2,)), LEAF)),
        Graph((0,), (replace(NODE, inputs=(None,) * MOST_NODES),)),
        Graph((), (LEAF,) * MOST_NODES),
    ],
)
def test_a_graph_within_its_limits_is_credible(graph: Graph) -> None:
    assert credible_anatomy(graph=graph)


@pytest.mark.parametrize(
    "graph",
    [
        Graph((1,), (LEAF,)),
        Graph((-1,), (LEAF,)),
        Graph((0, 0), (LEAF,)),
        Graph((0,), ()),
        Graph((0,), (replace(NODE, inputs=(1,)),)),
        Graph((0,), (replace(NODE, inputs=(-1,)), LEAF)),
        Graph((0,), (replace(NODE, inputs=(0,)),)),
        Graph((0,), (replace(NODE, inputs=(1,)), replace(NODE, inputs=(0,)))),
        Graph((0,), (replace(NODE, inputs=(None,) * (MOST_NODES + 1)),)),
        Graph((0,), (replace(LEAF, name=LONG),)),
        Graph((0,), (replace(LEAF, tensors=(LONG,)),)),
        Graph((0,), (replace(LEAF, tensors=("x",) * (MOST_NAMES + 1)),)),
        Graph((0,), (replace(LEAF, saved=(Saved(LONG, ""),)),)),
        Graph((0,), (replace(LEAF, saved=(Saved("", LONG),)),)),
        Graph((0,), (replace(LEAF, saved=(Saved("", ""),) * (MOST_NAMES + 1)),)),
        Graph((), (LEAF,) * (MOST_NODES + 1)),
    ],
)
def test_a_graph_that_is_none_is_not(graph: Graph) -> None:
    assert not credible_anatomy(graph=graph)


ELEMENTS = Elements((2, 300), ((0, 1), (0, 299)), (1.0, "nan", -2.5, "inf"))
PORTRAIT = Portrait("strided", 0, 600, ELEMENTS, None)
ADD = Operation("add", (Operand("x", (2, 1)), Operand("", (3,))), (2, 3))
ROW = Elements((MOST_DRAWN,), (tuple(range(MOST_DRAWN)),), (0.0,) * MOST_DRAWN)


def drawn(portrait: Portrait, dtype: str = "float32") -> Trace:
    return Trace((replace(STEP, tensors=(replace(SEEN, dtype=dtype, portrait=portrait),)),))


def test_what_is_drawn_may_be_told() -> None:
    whole = Portrait("sparse_coo", None, None, ROW, ELEMENTS)
    pair = Elements((), ((),) * 0, ([1.0, "nan"],))
    for trace in (drawn(PORTRAIT), drawn(whole), Trace((replace(STEP, operations=(ADD,)),))):
        assert credible_anatomy(trace)
    assert credible_anatomy(drawn(replace(PORTRAIT, elements=pair), "complex64"))
    nothing = Elements((0, 3), ((), (0, 1, 2)), ())
    assert credible_anatomy(drawn(replace(PORTRAIT, elements=nothing)))


def test_as_much_as_may_be_drawn_is_credible() -> None:
    count = MOST_DRAWN_IN_ALL % MOST_DRAWN
    rest = Elements((count,), (tuple(range(count)),), (0.0,) * count)
    rows = drawn(replace(PORTRAIT, elements=ROW)).steps * (MOST_DRAWN_IN_ALL // MOST_DRAWN)
    assert credible_anatomy(Trace(rows + drawn(replace(PORTRAIT, elements=rest)).steps))
    add = replace(ADD, operands=(Operand("x", (-1,)),) * MOST_OPERANDS, result=(-1,))
    assert credible_anatomy(Trace((replace(STEP, operations=(add,) * MOST_OPERATIONS),)))


@pytest.mark.parametrize(
    "elements",
    [
        replace(ELEMENTS, shape=(2,)),
        replace(ELEMENTS, shape=(2, 299)),
        replace(ELEMENTS, shape=(2, 2**63)),
        replace(ELEMENTS, kept=((1, 0), (0, 299))),
        replace(ELEMENTS, kept=((0, 0), (0, 299))),
        replace(ELEMENTS, kept=((-1, 1), (0, 299))),
        replace(ELEMENTS, data=(1.0, 2.0, 3.0)),
        replace(ELEMENTS, data=(1.0, 2.0, 3.0, 4)),
        replace(ELEMENTS, data=(1.0, 2.0, 3.0, "x")),
        replace(ELEMENTS, data=(1.0, 2.0, 3.0, [1.0, 2.0])),
        Elements((MOST_DRAWN + 1,), (tuple(range(MOST_DRAWN + 1)),), (0.0,) * (MOST_DRAWN + 1)),
    ],
)
def test_elements_that_are_not_those_of_such_a_tensor_are_not_credible(elements: Elements) -> None:
    for portrait in (replace(PORTRAIT, elements=elements), replace(PORTRAIT, grad=elements)):
        assert not credible_anatomy(drawn(portrait))


@pytest.mark.parametrize(
    "trace",
    [
        drawn(replace(PORTRAIT, layout=LONG)),
        drawn(replace(PORTRAIT, offset=-1)),
        drawn(replace(PORTRAIT, cells=2**63)),
        Trace((replace(STEP, operations=(replace(ADD, name=LONG),)),)),
        Trace((replace(STEP, operations=(replace(ADD, operands=(Operand(LONG, ()),)),)),)),
        Trace((replace(STEP, operations=(replace(ADD, operands=(Operand("", (-2,)),)),)),)),
        Trace((replace(STEP, operations=(replace(ADD, result=(2**63,)),)),)),
        Trace((replace(STEP, operations=(replace(ADD, result=(-2,)),)),)),
        Trace(
            (
                replace(
                    STEP,
                    operations=(replace(ADD, operands=(ADD.operands[0],) * (MOST_OPERANDS + 1)),),
                ),
            )
        ),
        Trace((replace(STEP, operations=(ADD,) * (MOST_OPERATIONS + 1)),)),
        replace(
            drawn(replace(PORTRAIT, elements=ROW)),
            steps=drawn(replace(PORTRAIT, elements=ROW)).steps
            * (MOST_DRAWN_IN_ALL // MOST_DRAWN + 1),
        ),
    ],
)
def test_what_is_drawn_is_bounded(trace: Trace) -> None:
    assert not credible_anatomy(trace)


def test_a_rank_may_tell_of_itself_and_no_more_ranks_than_there_can_be() -> None:
    outcome = Outcome((), "", "", None, 0.0, ranks=(Trace((STEP,)),) * 2)
    assert is_credible(outcome, [])
    assert not is_credible(replace(outcome, ranks=(Trace(()),) * (MOST_RANKS + 1)), [])
    assert not is_credible(replace(outcome, ranks=(Trace((replace(STEP, line=0),)),)), [])
