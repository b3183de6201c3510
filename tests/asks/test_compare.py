from collections.abc import Callable
from typing import Any

import pytest
import torch

from quizapp.asks.compare import compare
from quizapp.asks.operations import operation, operations
from quizapp.asks.read import read_answer
from quizapp.deck.verdict import AskVerdict
from quizapp.values.prediction import NotUnderstood
from runner.protocol.wire import Fact, Kind

Graded = Callable[..., AskVerdict]


def raised(name: str, *bases: str) -> Fact:
    bases = (*bases, "Exception", "BaseException")
    return Fact(
        "raises", {"type": name, "bases": bases, "subclasses": ["_LinAlgError"], "message": "boom"}
    )


TRACEBACK = """Traceback (most recent call last):
  File "<stdin>", line 1, in <module>
    x[4]
"""
RUNTIME_ERROR = raised("RuntimeError")
OUT_OF_MEMORY = raised("OutOfMemoryError", "RuntimeError")
LEAF = torch.ones(2, requires_grad=True)
SQUARE = LEAF**2


@pytest.mark.parametrize(
    ("kind", "typed", "thing"),
    [
        ("shape", "2x2", torch.ones(2, 2)),
        ("shape", "scalar", torch.tensor(1)),
        ("shape", "(0, 3)", torch.ones(0, 3)),
        ("strides", "2 1", torch.ones(2, 2)),
        ("dtype", "long", torch.int64),
        ("dtype", "float", torch.ones(1)),
        ("dtype", "i8", torch.int8),
        ("dtype", "u8", torch.uint8),
        ("dtype", "torch.cuda.HalfTensor", torch.float16),
        ("device", "cpu", torch.ones(1)),
        ("device", "cuda:0", torch.device("cuda")),
        ("device", "cuda", torch.device("cuda:0")),
        ("bool", "y", True),
        ("bool", "0", False),
        ("bool", "不是", False),
        ("fails", "yes", Fact("fails", RUNTIME_ERROR.data)),
        ("fails", "n", Fact("fails", None)),
        ("warns", "yes", Fact("warns", RUNTIME_ERROR.data)),
        ("warns", "n", Fact("warns", None)),
        ("hangs", "yes", Fact("hangs", True)),
        ("bool", "tensor(True)", Fact("bool", True)),
        ("bool", "torch.tensor(False)", Fact("bool", False)),
        ("hangs", "n", Fact("hangs", False)),
        ("raises", "RuntimeError", RUNTIME_ERROR),
        ("raises", "runtime error", RUNTIME_ERROR),
        ("raises", "raise RuntimeError('boom')", RUNTIME_ERROR),
        ("raises", "RuntimeError.", RUNTIME_ERROR),
        ("raises", "<class 'RuntimeError'>", RUNTIME_ERROR),
        (
            "raises",
            f"{TRACEBACK}KeyError: 1\n\nDuring …\n\n{TRACEBACK}RuntimeError: b",
            RUNTIME_ERROR,
        ),
        ("raises", "Runtime", RUNTIME_ERROR),
        ("raises", "keyboard interrupt", raised("KeyboardInterrupt")),
        ("raises", "torch.OutOfMemoryError", OUT_OF_MEMORY),
        ("raises", "IOError", raised("OSError")),
        ("raises", "MyTypeError", raised("MyTypeError", "TypeError")),
        ("raises", "torch.linalg.LinAlgError", raised("_LinAlgError", "RuntimeError")),
        ("raises", "torch._C._LinAlgError", raised("_LinAlgError", "RuntimeError")),
        ("raises", "nothing", Fact("raises", None)),
        ("raises", "Exception", raised("Exception")),
        ("output", "3\n4", Fact("output", "3\n4\n")),
        ("output", "3 \n4\n\n", Fact("output", "3\n4  \n")),
        ("output", "\n\n3\n4", Fact("output", "3\n4\n")),
        ("output", "\n3", Fact("output", "\n3\n")),
        ("output", "nothing", Fact("output", "")),
        ("output", "没有", Fact("output", "")),
        ("output", "nothing", Fact("output", "nothing\n")),
        ("grad_fn", "PowBackward0", SQUARE),
        ("grad_fn", "PowBackward", SQUARE),
        ("grad_fn", "pow", SQUARE),
        ("grad_fn", "pow_backward_0", SQUARE),
        ("grad_fn", "log2", Fact("grad_fn", "Log2Backward0")),
        ("grad_fn", "square", Fact("grad_fn", "SquareBackward")),
        ("grad_fn", "MyBackwardPass", Fact("grad_fn", "MyBackwardPassBackward")),
        ("grad_fn", "None", LEAF),
        ("grad_fn", "accumulate_grad", torch.autograd.graph.get_gradient_edge(LEAF).node),
    ],
)
def test_right(graded: Graded, kind: Kind, typed: str, thing: Any) -> None:
    verdict = graded(kind, typed, thing)
    assert (verdict.right, verdict.why) == (True, "")


@pytest.mark.parametrize(
    ("kind", "typed", "thing", "why"),
    [
        ("shape", "(2, 1)", torch.ones(1, 2), ""),
        ("shape", "()", torch.ones(1), ""),
        ("dtype", "int", torch.int64, "`int` means int32 in torch."),
        ("dtype", "float", torch.float64, "`float` means float32 in torch."),
        ("dtype", "int32", torch.int64, ""),
        ("device", "cuda:1", torch.device("cuda"), ""),
        ("device", "cpu", torch.device("vulkan"), ""),
        ("bool", "no", True, ""),
        ("fails", "no", Fact("fails", RUNTIME_ERROR.data), ""),
        ("fails", "yes", Fact("fails", None), ""),
        ("hangs", "no", Fact("hangs", True), ""),
        ("raises", "ValueError", RUNTIME_ERROR, "It does raise, but another type."),
        ("raises", "nothing", RUNTIME_ERROR, ""),
        ("raises", "RuntimeError", Fact("raises", None), ""),
        ("raises", "OutOfMemoryError", RUNTIME_ERROR, "It does raise, but another type."),
        (
            "raises",
            "Exception",
            RUNTIME_ERROR,
            "RuntimeError is a kind of Exception, as almost every error is.",
        ),
        (
            "raises",
            "BaseException",
            RUNTIME_ERROR,
            "RuntimeError is a kind of BaseException, as almost every error is.",
        ),
        (
            "raises",
            "torch.linalg.LinAlgError",
            RUNTIME_ERROR,
            "_LinAlgError is a kind of RuntimeError, but not what is raised.",
        ),
        ("output", "3\n5", Fact("output", "3\n4"), "Line 2 differs."),
        ("output", "3", Fact("output", "3\n4"), "Line 2 differs."),
        ("output", "3", Fact("output", "\n3"), "Line 1 differs."),
        ("output", "3\n\n4", Fact("output", "3\n4"), "Line 2 differs."),
        ("output", "nothing", Fact("output", "3"), ""),
        ("grad_fn", "mul", SQUARE, ""),
        ("grad_fn", "none", SQUARE, ""),
        ("grad_fn", "log", Fact("grad_fn", "Log2Backward0"), ""),
        ("grad_fn", "backward", SQUARE, ""),
        ("grad_fn", "pow", LEAF, ""),
        (
            "grad_fn",
            "PowBackward1",
            SQUARE,
            "The operation is right; the number is not: it is PowBackward0.",
        ),
    ],
)
def test_wrong_and_why(graded: Graded, kind: Kind, typed: str, thing: Any, why: str) -> None:
    verdict = graded(kind, typed, thing)
    assert (verdict.right, verdict.why) == (False, why)


@pytest.mark.parametrize("truth", [SQUARE, LEAF])
@pytest.mark.parametrize("typed", ["AB", "LogBackward0uAddBackward0", "PowBakward0", "uuuNone"])
def test_a_node_after_no_operation_of_torch_is_asked_again(
    graded: Graded, typed: str, truth: torch.Tensor
) -> None:
    verdict = graded("grad_fn", typed, truth)
    assert (verdict.right, verdict.coarse) == (False, True)
    assert verdict.why.startswith(f"Torch has no operation {typed}: ")


@pytest.mark.parametrize("module", [torch.Tensor, torch.nn.functional, torch._C._functions])
def test_whatever_torch_has_may_be_what_a_node_is_called_after(module: object) -> None:
    missing = {name for name in dir(module) if operation(name)[0] not in operations()}
    assert not missing, "run .github/operations.py"


@pytest.mark.parametrize("typed", ["StandardError", "torch.DimensionError", "NullPointerException"])
@pytest.mark.parametrize("truth", [RUNTIME_ERROR, Fact("raises", None)])
def test_an_exception_that_nothing_has_is_asked_again(
    graded: Graded, typed: str, truth: Fact
) -> None:
    verdict = graded("raises", typed, truth)
    assert (verdict.right, verdict.coarse) == (False, True)
    name = typed.rpartition(".")[2]
    assert verdict.why == f"Neither Python nor torch has a {name}: which exception is it?"


@pytest.mark.parametrize(
    "raised_here",
    [raised("StandardError", "Exception"), raised("MyError", "StandardError", "Exception")],
)
def test_an_exception_that_the_code_defines_is_an_answer_like_others(
    graded: Graded, raised_here: Fact
) -> None:
    assert graded("raises", "StandardError", raised_here).right


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        (" 3", "3"),
        ("x  3", "x 3"),
        ("tensor([[0., 1.],\n[2.,3. ]])", "tensor([[0., 1.],\n        [2., 3.]])\n"),
    ],
)
def test_blanks_of_what_is_printed_are_nothing_to_know(
    graded: Graded, typed: str, printed: str
) -> None:
    verdict = graded("output", typed, Fact("output", printed))
    assert (verdict.right, verdict.why) == (True, "Blanks stand elsewhere.")


def test_a_printed_tensor_may_be_broken_into_other_lines(graded: Graded) -> None:
    printed = Fact("output", "tensor([[0., 1.],\n        [2., 3.]])\nNone\n")
    one = graded("output", "tensor([[0., 1.], [2., 3.]])\nNone", printed)
    assert (one.right, one.why) == (True, "A tensor is broken into other lines.")
    assert not graded("output", "tensor([[0., 1.], [2., 3.]]) None", printed).right
    assert not graded("output", "tensor([[0., 1., 2., 3.]])\nNone", printed).right
    assert not graded("output", "(1,\n2)", Fact("output", "(1, 2)\n")).right


def test_an_ancestor_of_the_exception_is_right_if_it_says_something(graded: Graded) -> None:
    verdict = graded("raises", "RuntimeError", OUT_OF_MEMORY)
    assert (verdict.right, verdict.why) == (
        True,
        "More exactly, it is OutOfMemoryError, which is a kind of RuntimeError.",
    )


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("shape", 3),
        ("raises", "RuntimeError"),
        ("raises", {}),
        ("grad_fn", 3),
        ("output", None),
        ("value", {"type": "int", "data": "x"}),
        ("device", 3),
    ],
)
def test_data_that_is_not_of_its_kind_is_a_value_error(kind: Kind, data: Any) -> None:
    typed = {"raises": "RuntimeError", "value": "1", "grad_fn": "pow", "device": "cpu"}
    reading = read_answer(kind, typed.get(kind, "2"))
    assert not isinstance(reading, NotUnderstood)
    with pytest.raises(ValueError):
        compare(kind, reading, Fact(kind, data))
