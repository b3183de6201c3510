import re
from collections.abc import Callable
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from quizapp.asks.show import show, show_raised
from quizapp.asks.table import KINDS
from quizapp.deck.verdict import AskVerdict
from quizapp.text.language import speak
from quizapp.values.normalise import normalise
from runner.observed.observe import FACTS, shares, truth
from runner.protocol.wire import Fact, Kind, Raised

Graded = Callable[..., AskVerdict]


def shown(kind: Kind, thing: Any, digits: int = 6) -> str:
    return show(kind, Fact(kind, FACTS[kind](thing)), digits=digits)


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (torch.tensor([[3.0, 0.0], [3.0, 3.0]]), "[[3., 0.], [3., 3.]]"),
        (torch.tensor(2.0, requires_grad=True), "2."),
        (torch.tensor([0.07056, 1 / 3, -0.5]), "[0.07056, 0.333333, -0.5]"),
        (torch.tensor([1e-5, 1e10, 1e20]), "[1e-05, 10000000000., 1e+20]"),
        (torch.tensor([float("nan"), float("-inf")]), "[nan, -inf]"),
        (torch.tensor([1.0001], dtype=torch.float64), "[1.0001]"),
        (torch.tensor([1e15 - 1, 1e15], dtype=torch.float64), "[999999999999999., 1e+15]"),
        (torch.tensor([1.00000012]), "[1.00000]"),
        (torch.tensor([True]), "[True]"),
        (torch.tensor([[1, -2]]), "[[1, -2]]"),
        (torch.tensor([1 - 2j]), "[1.-2.j]"),
        (torch.zeros(0), "[]"),
        (torch.zeros(2, 0), "tensor([], size=(2, 0))"),
        (2.0, "2.0"),
        (0.1 + 0.2, "0.3"),
        (7, "7"),
        (None, "None"),
        (True, "True"),
        ("mean", "'mean'"),
        ((1,), "(1,)"),
        ([1, (2.5, "a")], "[1, (2.5, 'a')]"),
        (set(), "set()"),
        ({"a": torch.tensor([1.0])}, "{'a': [1.]}"),
        (torch.float32, "torch.float32"),
    ],
)
def test_a_value_is_shown_as_one_would_type_it(thing: Any, text: str) -> None:
    assert shown("value", thing) == text


@pytest.mark.parametrize(
    ("kind", "fact", "text"),
    [
        ("shape", Fact("shape", [2, 3]), "(2, 3)"),
        ("shape", Fact("shape", [3]), "(3,)"),
        ("strides", Fact("strides", []), "()"),
        ("dtype", Fact("dtype", "float32"), "float32"),
        ("device", Fact("device", "cuda:0"), "cuda:0"),
        ("bool", Fact("bool", False), "False"),
        ("fails", Fact("fails", {"type": "Stop", "bases": [], "message": ""}), "yes"),
        ("fails", Fact("fails", None), "no"),
        ("warns", Fact("warns", None), "no"),
        ("hangs", Fact("hangs", True), "yes"),
        ("hangs", Fact("hangs", False), "no"),
        ("raises", Fact("raises", None), "nothing"),
        (
            "raises",
            Fact("raises", {"type": "ValueError", "bases": [], "message": "one\ntwo"}),
            "ValueError: one",
        ),
        ("raises", Fact("raises", {"type": "Stop", "bases": [], "message": ""}), "Stop"),
        ("grad_fn", Fact("grad_fn", None), "None"),
        ("grad_fn", Fact("grad_fn", "MulBackward0"), "MulBackward0"),
        ("output", Fact("output", "1\n2\n"), "1\n2"),
        ("output", Fact("output", ""), "nothing"),
        ("value", Raised("RuntimeError", (), "boom\nbang"), "raises RuntimeError: boom"),
        ("value", Raised("KeyError", (), "'x'", rank=0), "rank 0 raised KeyError: 'x'"),
    ],
)
def test_each_kind_is_shown_in_its_own_form(kind: Kind, fact: Fact | Raised, text: str) -> None:
    assert show(kind, fact) == text


def test_a_wide_tensor_is_shown_in_columns() -> None:
    wide = torch.tensor(
        [[1.5, -20.25, 1234567.0, 0.0, 12.0, 1000.5], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]]
    )
    assert shown("value", wide) == (
        "[[     1.5,   -20.25, 1234567.,       0.,      12.,   1000.5],\n"
        " [      0.,       1.,       2.,       3.,       4.,       5.]]"
    )


def test_a_large_tensor_is_summarised_as_torch_does() -> None:
    large = torch.arange(2000)
    assert shown("value", large) == str(large)


def test_more_digits_are_shown_when_asked_for_and_no_noise() -> None:
    third = torch.tensor(1 / 3)
    assert shown("value", third, digits=8) == "0.33333334"
    assert shown("value", third, digits=17) == "0.333333343"


@pytest.mark.parametrize(
    ("kind", "thing", "much"),
    [
        ("output", "1\n" * 20, None),
        ("output", "1\n" * 21, "21 lines"),
        ("value", FACTS["value"](torch.ones(5, 8)), None),
        ("value", FACTS["value"]([0, torch.ones(5, 8)]), "41 values"),
    ],
)
def test_what_is_too_much_to_be_typed_is_counted(kind: Kind, thing: Any, much: str | None) -> None:
    assert KINDS[kind].too_long(thing) == much


@pytest.mark.parametrize(
    ("kind", "fact"),
    [
        ("output", Fact("output", "\x1b]52;c;aGk=\x07")),
        ("grad_fn", Fact("grad_fn", "\x1b[31mBackward0")),
        ("raises", Fact("raises", {"type": "\x1b", "bases": [], "message": "\x1b\u202e"})),
        ("shape", Fact("shape", ["\x1b", "\u202e"])),
        ("value", Fact("value", {"type": "object", "text": "\x1b[2J\u202e"})),
        ("value", Fact("value", {"type": "str", "data": "\x1b[2J\u202e", "text": ""})),
        ("value", Raised("\x1b", (), "\x9b")),
        ("value", Fact("text", "\x1b")),
    ],
)
def test_nothing_hostile_reaches_the_terminal(kind: Kind, fact: Fact | Raised) -> None:
    assert not set(show(kind, fact)) & set("\x1b\x07\x9b\u202e")


@pytest.mark.parametrize(
    "fact",
    [
        Fact("shape", 3),
        Fact("raises", 3),
        Fact("raises", {"type": "Stop", "bases": [], "message": 3}),
        Fact("value", {"type": "int", "data": []}),
    ],
)
def test_data_that_is_not_of_its_kind_is_a_value_error(fact: Fact) -> None:
    with pytest.raises(ValueError):
        show(fact.kind, fact)


DTYPES = [
    *(torch.float16, torch.bfloat16, torch.float32, torch.float64),
    *(torch.complex64, torch.complex128, torch.int64, torch.uint8, torch.bool),
]
NUMBERS = st.floats() | st.sampled_from([0.0, -0.0, 1.0, 1 / 3, 1e-9, 123456.789])


@st.composite
def tensors(draw: st.DrawFn, smallest: int = 0) -> torch.Tensor:
    shape = draw(st.lists(st.integers(smallest, 4), max_size=3))
    dtype = draw(st.sampled_from(DTYPES))
    size = torch.Size(shape).numel()
    numbers = draw(st.lists(NUMBERS, min_size=2 * size, max_size=2 * size))
    pairs = torch.tensor(numbers, dtype=torch.float64).reshape(*shape, 2)
    if dtype.is_complex:
        return torch.view_as_complex(pairs.nan_to_num(0).clamp(-1e9, 1e9)).to(dtype)
    reals = pairs[..., 0]
    return (reals if dtype.is_floating_point else reals.nan_to_num(0).clamp(-99, 99)).to(dtype)


@given(tensors())
def test_the_truth_of_a_tensor_typed_back_is_right(graded: Graded, tensor: torch.Tensor) -> None:
    verdict = graded("value", shown("value", tensor), tensor)
    assert verdict.right, verdict


@given(tensors(smallest=1), st.integers(0))
def test_a_tensor_with_one_other_element_is_wrong_just_there(
    graded: Graded, tensor: torch.Tensor, choice: int
) -> None:
    position = choice % tensor.numel()
    typed = tensor.clone()
    elements = typed.view(-1)
    elements[position] = other_than(elements[position])
    verdict = graded("value", shown("value", typed, digits=17), tensor)
    index = [int(i) for i in torch.unravel_index(torch.tensor(position), tensor.shape)]
    assert not verdict.right
    assert verdict.why == (f"It first differs at {index}." if index else "")


def other_than(element: torch.Tensor) -> torch.Tensor:
    if element.dtype == torch.bool:
        return ~element
    if not element.isfinite():
        return torch.zeros_like(element)
    if element.dtype.is_floating_point or element.is_complex():
        return 1 + 2 * element.real.abs() + 0 * element
    return element ^ 1


TEXT = st.text(max_size=8).filter(lambda text: normalise(text) == text)
NESTED = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**200), 2**200) | NUMBERS | TEXT,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(TEXT, inner, max_size=3)
        | st.sets(st.integers(), max_size=3)
    ),
    max_leaves=12,
)


@given(NESTED | st.complex_numbers(allow_nan=False, allow_infinity=False))
def test_the_truth_of_any_value_typed_back_is_right(graded: Graded, thing: Any) -> None:
    verdict = graded("value", shown("value", thing), thing)
    assert verdict.right, verdict


@pytest.mark.parametrize(
    "refused",
    [
        lambda: truth(torch.zeros(2), "x"),
        lambda: truth(torch.tensor(torch.nan), "x"),
        lambda: truth(torch.zeros, "f"),
        lambda: truth("yes", "x"),
        lambda: shares(1, 2),
    ],
)
def test_what_the_runner_refuses_is_told_in_chinese(refused: Callable[[], object]) -> None:
    with pytest.raises(TypeError) as raised:
        refused()
    speak("zh")
    try:
        told = show_raised(Raised("TypeError", (), str(raised.value), "deck.yaml", 1))
    finally:
        speak("en")
    assert re.findall(r"[a-z]+ [a-z]+", told) == []
