"""What each kind of look sees, as torch has it."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from runner.protocol.wire import Fact, Raised
from tests.runner.background import BackgroundRunner

SETUP = "import torch, numpy\nfrom torch import nn\n"


@pytest.mark.parametrize(
    ("kind", "expression", "data"),
    [
        ("shape", "torch.ones(2, 3)", [2, 3]),
        ("shape", "torch.tensor(1.0)", []),
        ("shape", "torch.ones(0, 3)", [0, 3]),
        ("shape", "torch.ones(2, 3).shape", [2, 3]),
        ("shape", "(4, 5)", [4, 5]),
        ("shape", "torch.ones(2, 3).size()", [2, 3]),
        ("shape", "tuple(torch.ones(2, 3).shape)", [2, 3]),
        ("shape", "numpy.ones((2, 1))", [2, 1]),
        ("shape", "torch.empty(2, 3, device='meta')", [2, 3]),
        ("shape", "torch.eye(3).to_sparse()", [3, 3]),
        ("dtype", "torch.ones(2)", "float32"),
        ("dtype", "torch.int64", "int64"),
        ("dtype", "nn.Parameter(torch.ones(2, dtype=torch.bfloat16))", "bfloat16"),
        ("dtype", "torch.zeros(2).to(torch.float8_e4m3fn)", "float8_e4m3fn"),
        ("dtype", "numpy.ones(2)", "float64"),
        ("device", "torch.ones(2)", "cpu"),
        ("device", "torch.device('cuda', 1)", "cuda:1"),
        ("device", "torch.empty(2, device='meta')", "meta"),
        ("device", "nn.Linear(2, 2).weight", "cpu"),
        ("bool", "torch.tensor(True)", True),
        ("bool", "torch.zeros(1, 1)", False),
        ("bool", "numpy.array([2.0])", True),
        ("bool", "numpy.bool_(False)", False),
        ("bool", "0.5", True),
        ("bool", "torch.ones(1, requires_grad=True) > 0", True),
        ("strides", "torch.ones(2, 3).t()", [1, 3]),
        ("strides", "torch.ones(2, 3).stride()", [3, 1]),
        ("grad_fn", "torch.ones(2, requires_grad=True) ** 2", "PowBackward0"),
        ("grad_fn", "torch.ones(2, requires_grad=True)", None),
        ("grad_fn", "torch.ones(2)", None),
        ("grad_fn", "(torch.ones(2, requires_grad=True) * 2).grad_fn", "MulBackward0"),
        (
            "grad_fn",
            "(torch.ones(2, requires_grad=True) * 2).grad_fn.next_functions[0][0]",
            "AccumulateGrad",
        ),
        ("text", "'two words'", "two words"),
        ("text", "ValueError", "ValueError"),
        ("text", "None", "None"),
        ("text", "torch.float32", "torch.float32"),
        ("text", "torch.tensor([0.00123, 1.0], dtype=torch.float64)", "[0.00123, 1.0]"),
        ("text", "torch.ones(2, requires_grad=True)", "[1.0, 1.0]"),
        ("text", "torch.zeros(0, 3)", "tensor([], size=(0, 3))"),
        ("raises", "torch.ones(2).view(2)", None),
        ("raises", "x = 1", None),
        ("value", "1 + 1", {"type": "int", "data": 2, "text": "2"}),
        ("value", "True", {"type": "bool", "data": True, "text": "True"}),
        ("value", "0.1", {"type": "float", "data": 0.1, "text": "0.1"}),
        ("value", "float('nan')", {"type": "float", "data": "nan", "text": "nan"}),
        ("value", "-float('inf')", {"type": "float", "data": "-inf", "text": "-inf"}),
        ("value", "1 + 2j", {"type": "complex", "data": [1.0, 2.0], "text": "(1+2j)"}),
        ("value", "None", {"type": "none", "data": None, "text": "None"}),
        ("value", "'hé'", {"type": "str", "data": "hé", "text": "'hé'"}),
        ("value", "numpy.float32(0.5)", {"type": "float", "data": 0.5, "text": "0.5"}),
        ("value", "torch.float32", {"type": "object", "text": "torch.float32"}),
        ("value", "10**5000", {"type": "int", "data": None, "text": "<int whose repr fails>"}),
        (
            "value",
            "torch.ones(2, 1).shape",
            {
                "type": "tuple",
                "items": [
                    {"type": "int", "data": 2, "text": "2"},
                    {"type": "int", "data": 1, "text": "1"},
                ],
                "text": "torch.Size([2, 1])",
            },
        ),
        (
            "value",
            "{'a': {1}}",
            {
                "type": "dict",
                "items": [
                    [
                        {"type": "str", "data": "a", "text": "'a'"},
                        {
                            "type": "set",
                            "items": [{"type": "int", "data": 1, "text": "1"}],
                            "text": "{1}",
                        },
                    ]
                ],
                "text": "{'a': {1}}",
            },
        ),
        (
            "value",
            "torch.tensor([[1, 2]])",
            {
                "type": "tensor",
                "shape": [1, 2],
                "dtype": "int64",
                "data": [[1, 2]],
                "text": "tensor([[1, 2]])",
            },
        ),
    ],
)
def test_a_look_sees(runner: BackgroundRunner, kind: str, expression: str, data: Any) -> None:
    assert runner.look(SETUP, kind, expression) == data


@pytest.mark.parametrize(
    ("expression", "data"),
    [
        ("torch.tensor([0.1])", [0.10000000149011612]),
        ("torch.tensor([0.1], dtype=torch.float64)", [0.1]),
        ("torch.tensor([0.1], dtype=torch.bfloat16)", [0.10009765625]),
        ("torch.tensor([0.1], dtype=torch.float16)", [0.0999755859375]),
        ("torch.tensor([0.3]).to(torch.float8_e5m2)", [0.3125]),
        ("torch.tensor([1e-45])", [1.401298464324817e-45]),
        ("torch.tensor([1, 2], dtype=torch.uint64)", [1, 2]),
        ("torch.tensor([True, False])", [True, False]),
        ("torch.tensor([float('nan'), float('inf'), -float('inf')])", ["nan", "inf", "-inf"]),
        ("torch.tensor([1 + 2j])", [[1.0, 2.0]]),
        ("torch.tensor([1 + 2j]).conj()", [[1.0, -2.0]]),
        ("torch.tensor([1 + 2j]).conj().imag", [-2.0]),
        ("torch.tensor([1 + 2j], dtype=torch.complex32)", [[1.0, 2.0]]),
        ("torch.tensor(3)", 3),
        ("torch.ones(0, 3)", []),
        ("torch.ones(2, requires_grad=True) * 2", [2.0, 2.0]),
        ("nn.Parameter(torch.ones(2))", [1.0, 1.0]),
        ("torch.eye(2).to_sparse()", [[1.0, 0.0], [0.0, 1.0]]),
        ("torch.eye(2).to_sparse_csr()", [[1.0, 0.0], [0.0, 1.0]]),
        ("numpy.arange(4)[::-2]", [3, 1]),
        ("torch.ones(3, 2).expand(2, 3, 2)[0, 0]", [1.0, 1.0]),
        ("torch.empty(2, device='meta')", None),
        ("torch.zeros(4097)", None),
    ],
)
def test_the_elements_of_a_tensor_are_exact(
    runner: BackgroundRunner, expression: str, data: Any
) -> None:
    assert runner.look(SETUP, "value", expression)["data"] == data


def test_minus_zero_keeps_its_sign(runner: BackgroundRunner) -> None:
    (zero,) = runner.look(SETUP, "value", "torch.tensor([-0.0])")["data"]
    assert math.copysign(1, zero) == -1


def test_an_inference_tensor_can_be_looked_at(runner: BackgroundRunner) -> None:
    code = SETUP + "with torch.inference_mode(): x = torch.ones(2)"
    assert runner.look(code, "value")["data"] == [1.0, 1.0]


def test_a_tensor_without_a_shape_in_numbers_is_shown_as_text(runner: BackgroundRunner) -> None:
    code = SETUP + "x = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)])"
    value = runner.look(code, "value")
    assert value["type"] == "object"
    assert value["text"].startswith("nested_tensor(")


def test_a_c_plus_plus_function_has_the_name_that_torch_prints(runner: BackgroundRunner) -> None:
    code = (
        SETUP
        + "x = nn.utils.rnn.pack_padded_sequence(torch.ones(2, 1, 1, requires_grad=True), [2]).data"
    )
    name, value = runner.looks(code, [("grad_fn", "x"), ("value", "x")])
    assert name == "PackPaddedSequenceBackward0"
    assert f"grad_fn=<{name}>" in value["text"]


def test_observing_leaves_no_trace_on_what_is_observed(runner: BackgroundRunner) -> None:
    code = SETUP + "x = torch.ones(2, requires_grad=True)\ny = x * 2\nversion = y._version"
    kinds = ["value", "shape", "dtype", "device", "strides", "grad_fn", "text"]
    *_, same, grad, leaf, enabled = runner.looks(
        code,
        [(kind, "y") for kind in kinds]
        + [
            ("bool", "y._version == version"),
            ("bool", "x.grad is None"),
            ("bool", "x.is_leaf"),
            ("bool", "torch.is_grad_enabled()"),
        ],
    )
    assert (same, grad, leaf, enabled) == (True, True, True, True)


def test_looks_are_evaluated_as_the_code_left_grad_mode(runner: BackgroundRunner) -> None:
    code = SETUP + "x = torch.ones(2, requires_grad=True)\ntorch.set_grad_enabled(False)"
    assert runner.look(code, "grad_fn", "x * 2") is None


def test_reading_the_grad_of_a_non_leaf_warns_and_goes_on(runner: BackgroundRunner) -> None:
    code = SETUP + "x = torch.ones(2, requires_grad=True) * 2\ny = x.grad"
    outcome = runner.outcome(code, looks=[("value", "x.grad"), ("text", "y")])
    nothing = {"type": "none", "data": None, "text": "None"}
    assert outcome.facts == (Fact("value", nothing), Fact("text", "None"))
    assert outcome.stderr.count("not a leaf") == 1  # the code's own warning


def test_a_look_that_fails_leaves_the_others_alone(runner: BackgroundRunner) -> None:
    outcome = runner.outcome(
        SETUP + "x = torch.ones(2, 3)",
        looks=[("shape", "x"), ("shape", "nothing"), ("bool", "x"), ("dtype", "x")],
    )
    first, second, third, fourth = outcome.facts
    assert first == Fact("shape", [2, 3])
    assert isinstance(second, Raised)
    assert second.type == "NameError"
    assert isinstance(third, Raised)
    assert "neither true nor false (did you mean `x.all()`?)" in third.message
    assert fourth == Fact("dtype", "float32")


@pytest.mark.parametrize(
    ("kind", "expression", "message"),
    [
        ("shape", "3", "int has no shape"),
        ("shape", "[1, 'a']", "list has no shape"),
        ("shape", "[1, 2]", "list has no shape"),
        ("shape", "[]", "list has no shape"),
        ("strides", "[2, 1]", "list has no stride"),
        ("grad_fn", "type('Of', (), {'grad_fn': property(id)})", "the class Of has no grad_fn"),
        (
            "dtype",
            "int.conjugate",
            "`int.conjugate` calls nothing (did you mean `int.conjugate()`?)",
        ),
        ("dtype", "1.0", "float has no dtype"),
        ("device", "'cpu'", "str has no device"),
        ("grad_fn", "None", "NoneType has no grad_fn"),
        ("strides", "3", "int has no stride"),
    ],
)
def test_a_look_at_what_is_not_there_says_so(
    runner: BackgroundRunner, kind: str, expression: str, message: str
) -> None:
    raised = runner.failed_look("", kind, expression)
    assert (raised.type, raised.message) == ("TypeError", message)


def test_looks_come_in_order_and_see_what_the_ones_before_did(runner: BackgroundRunner) -> None:
    looks = [("value", "x.append(1)"), ("value", "len(x)"), ("raises", "x.clear()")]
    _, length, nothing = runner.looks("x = []", looks)
    assert length["data"] == 1
    assert nothing is None


@pytest.mark.parametrize("kind", ["fails", "raises"])
def test_a_method_that_nothing_calls_tries_nothing(kind: str, runner: BackgroundRunner) -> None:
    raised = runner.failed_look(SETUP + "x = torch.ones(2, 3)", kind, "x.view")
    assert raised.message == "`x.view` calls nothing (did you mean `x.view()`?)"
    missing, there = runner.looks(
        SETUP + "x = torch.ones(2, 3)", [(kind, "x.views"), (kind, "x.shape")]
    )
    assert missing["type"] == "AttributeError"
    assert there is None


def refusal(expression: str, runner: BackgroundRunner) -> str:
    """Why there is no truth of it."""
    outcome = runner.outcome(SETUP + "x = torch.ones(2, 3)", looks=[("bool", expression)])
    (raised,) = outcome.facts
    assert isinstance(raised, Raised)
    assert raised.type == "TypeError"
    return raised.message


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("x.is_contiguous", "(did you mean `x.is_contiguous()`?)"),
        ("not x.is_contiguous", "(did you mean `x.is_contiguous()`?)"),
        ("True and x.is_contiguous", "(did you mean `x.is_contiguous()`?)"),
        ("x.is_contiguous == True", "(did you mean `x.is_contiguous()`?)"),
        ("x.data_ptr() == x.data_ptr", "(did you mean `x.data_ptr()`?)"),
        ("x.dim > 1 or True", "'>' not supported"),
        ("1 if x.is_contiguous else 0", "(did you mean `x.is_contiguous()`?)"),
        (
            "x > 0",
            "`x > 0` is of shape (2, 3), neither true nor false (did you mean `(x > 0).all()",
        ),
        ("torch.ones(0)", "`torch.ones(0)` is of shape (0,), neither true nor false"),
        ("'False'", "`'False'` is of type str, neither true nor false"),
        ("x.grad", "`x.grad` is of type NoneType, neither true nor false"),
        ("[x]", "is of type list"),
        ("x[0, 0] * float('nan')", "`x[0, 0] * float('nan')` is nan, neither true nor false"),
        ("float('nan')", "`float('nan')` is nan, neither true nor false"),
        ("numpy.array(['no'])", "is of shape (1,), neither true nor false"),
    ],
)
def test_what_is_neither_true_nor_false_is_no_truth(
    expression: str, told: str, runner: BackgroundRunner
) -> None:
    assert told in refusal(expression, runner)


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        (
            "x.dtype == 'float32'",
            "a dtype with a text, which are never equal (did you mean `torch.float32`?)",
        ),
        (
            "not 'float32' != x.dtype",
            "a text with a dtype, which are never equal (did you mean `torch.float32`?)",
        ),
        ("x.device == 'cpu'", "(did you mean `x.device.type`?)"),
        ("x.shape == [2, 3]", "(did you mean `list(x.shape)`?)"),
        ("x.shape[0] == 2 and x.shape == '(2, 3)'", "compares a tuple with a text"),
        ("x.shape != 3", "compares a tuple with a number"),
        ("tuple(x[0].tolist()) == [1.0] * 3 or x.tolist() == (1, 2)", "a list with a tuple"),
        ("x.data_ptr() is x.data_ptr()", "(did you mean `x.data_ptr() == x.data_ptr()`?)"),
        (
            "x.dtype is not x.device or str(x.dtype) is not 'torch.float32'",
            "did you mean `str(x.dtype) != 'torch",
        ),
    ],
)
def test_what_compares_things_that_are_never_equal_is_no_truth(
    expression: str, told: str, runner: BackgroundRunner
) -> None:
    assert told in refusal(expression, runner)


def test_what_may_be_equal_or_one_may_be_compared(runner: BackgroundRunner) -> None:
    true = [
        *("x.shape == (2, 3)", "list(x.shape) == [2, 3]", "str(x.dtype) == 'torch.float32'"),
        *("x.grad == None", "x.requires_grad is False", "x.dtype is torch.float32"),
        *("x.numel() == 6.0", "x[0, 0] == 1", "x.device.type == 'cpu'", "1 == True"),
        *("numpy.float32 == 'f4' or numpy.ones(1).dtype == 'float64'", "type(x) is torch.Tensor"),
        *("drawn != 'same' and drawn[0] != 'same'", "not (x.tolist() is x.tolist())"),
        *("str(x.dtype) != x.dtype", "x.requires_grad is not drawn[0]", "x.dim() is not None"),
    ]
    code = SETUP + "x = torch.ones(2, 3)\ndrawn = (3, None)"
    seen = runner.looks(code, [("bool", one) for one in true])
    assert seen == [True] * len(true)


def test_what_is_not_come_to_or_is_no_method_may_be_named(runner: BackgroundRunner) -> None:
    looks = [
        ("bool", "torch.relu in [x.view] or x.view == x.reshape"),
        ("bool", "not hasattr(x, 'no') or x.no"),
    ]
    assert runner.looks(SETUP + "x = torch.ones(2)", looks) == [False, True]
    looks = [("bool", "not hasattr(x, 'no') or x.no"), ("bool", "x.requires_grad and x.grad_fn")]
    assert runner.looks(SETUP + "x = torch.ones(2)", looks) == [True, False]


def test_raises_tells_what_the_code_or_an_expression_raised(runner: BackgroundRunner) -> None:
    code = SETUP + "x = torch.ones(2, 3)\nx @ x"
    looks = [("raises", "code"), ("raises", "x.view(-1, 5)"), ("raises", "del nothing")]
    by_code, by_expression, by_statement = runner.looks(code, looks)
    assert by_code["type"] == "RuntimeError"
    assert by_code["bases"] == ["Exception", "BaseException"]
    assert {"NotImplementedError", "RecursionError", "OutOfMemoryError"} <= {*by_code["subclasses"]}
    assert "(2x3 and 2x3)" in by_code["message"]
    assert "invalid for input of size 6" in by_expression["message"]
    assert by_statement["type"] == "NameError"
    fails = [("fails", expression) for _, expression in looks]
    assert runner.looks(code, fails) == [by_code, by_expression, by_statement]
    assert runner.looks(SETUP, [("fails", "code"), ("fails", "1 + 1")]) == [None, None]


def test_a_slip_is_no_failure_of_whatever_kind(runner: BackgroundRunner) -> None:
    texts = ["y.smu()", "nothing", "y.view(7)", "y.no_such_thing_at_all"]
    looks = [("bool", f"raises(Exception, {text!r})") for text in texts]
    mistyped, unknown, *meant = runner.outcome(SETUP + "y = torch.ones(2)", looks=looks).facts
    assert isinstance(mistyped, Raised) and isinstance(unknown, Raised)
    assert (mistyped.type, unknown.type) == ("AttributeError", "NameError")
    assert meant == [Fact("bool", True)] * 2


def test_output_is_what_the_code_printed_wherever_it_is_asked_for(
    runner: BackgroundRunner,
) -> None:
    code = "import os\nprint('one')\nos.write(1, b'two\\n')\ndef f(): print('three')"
    looks = [("output", "stdout"), ("value", "f()"), ("output", "stdout")]
    first, _, last = runner.looks(code, looks)
    assert first == last == "one\ntwo\n"


@pytest.mark.parametrize(
    ("expression", "same"),
    [
        ("x, x", True),
        ("x, x.view(6)", True),
        ("x, x.t()[1:]", True),
        ("x, x.clone()", False),
        ("x, x.detach()", True),
        ("x, x.numpy()", True),
        ("x, x.numpy()[1:]", True),
        ("x[0], x[1]", True),
        ("torch.ones(0), torch.ones(0)", False),
        ("m, m.view(6)", True),
        ("m, torch.empty(2, 3, device='meta')", False),
    ],
)
def test_shares_tells_whether_two_tensors_have_one_storage(
    runner: BackgroundRunner, expression: str, same: bool
) -> None:
    code = SETUP + "x = torch.ones(2, 3)\nm = torch.empty(2, 3, device='meta')"
    assert runner.look(code, "bool", f"shares({expression})") is same


@pytest.mark.parametrize(
    "code",
    [
        "x = []\nx.append(x)",
        "x = {}\nx['self'] = [x]",
        "x = []\nfor _ in range(100_000): x = [x]",
        "x = list(range(1_000_000))",
        "x = [['y' * 50_000] * 100] * 10",
        "x = 'y' * 1_000_000",
        "import torch\nx = [torch.randn(4096) for _ in range(200)]",
        "import torch\nx = torch.zeros((1,) * 64)",
        "x = type('X', (), {'__repr__': lambda self: 'y' * 10_000_000})()",
    ],
)
def test_a_value_is_bounded_whatever_it_is(runner: BackgroundRunner, code: str) -> None:
    assert len(json.dumps(runner.look(code, "value"))) < 300_000


def test_an_object_whose_repr_raises_is_still_an_object(runner: BackgroundRunner) -> None:
    code = "class X:\n    def __repr__(self): raise ValueError('no')\nx = X()"
    assert runner.look(code, "value") == {"type": "object", "text": "<X whose repr fails>"}
