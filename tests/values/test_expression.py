import math
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from quizapp.values.expression import read_expression
from quizapp.values.prediction import (
    Items,
    Name,
    Number,
    Pairs,
    Precision,
    Prediction,
    Unordered,
    Unreadable,
    shape_of,
)


def plain(prediction: Prediction) -> Any:
    """As Python objects; lists for all sequences."""
    match prediction:
        case Number(value=value):
            return value
        case Name(text=text):
            return text
        case Items(items=items):
            return [plain(item) for item in items]
        case Unordered(items=items):
            return {plain(item) for item in items}
        case Pairs(items=items):
            return {plain(key): plain(value) for key, value in items}
    return prediction


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("[[2, 0], [-2, 2]]", [[2, 0], [-2, 2]]),
        ("(2, 0)", [2, 0]),
        ("2, 0", [2, 0]),
        ("[]", []),
        ("tensor([2., 0.])", [2.0, 0.0]),
        ("torch.tensor([2., 0.], dtype=torch.float64)", [2.0, 0.0]),
        ("tensor([2.], device='cuda:0', requires_grad=True)", [2.0]),
        ("tensor([2., 0.], grad_fn=<MulBackward0>)", [2.0, 0.0]),
        ("Parameter containing:\ntensor([1., 1.], requires_grad=True)", [1.0, 1.0]),
        ("[tensor(1), tensor([2])]", [1, [2]]),
        ("array([1, 2])", [1, 2]),
        ("torch.Size([2, 3])", [2, 3]),
        ("2 0 -2", [2, 0, -2]),
        ("2 -2", [2, -2]),
        ("2. nan -inf", [2.0, math.nan, -math.inf]),
        ("True False", [True, False]),
        ("1 2\n3 4", [[1, 2], [3, 4]]),
        ("1, 2\n3, 4\n", [[1, 2], [3, 4]]),
        ("6 1;12 3", [[6, 1], [12, 3]]),
        ("6, 1; 12, 3;", [[6, 1], [12, 3]]),
        ("[6 1; 12 3]", [[6, 1], [12, 3]]),
        ("'a;b'", "a;b"),
        ("[[1 2][3 4]]", [[1, 2], [3, 4]]),
        ("[[[1 2][3 4]][[5 6][7 8]]]", [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]),
        ("[1, 2]\n[3, 4]", [[1, 2], [3, 4]]),
        ("[[1. 2.]\n [3. 4.]]", [[1.0, 2.0], [3.0, 4.0]]),
        ("0.5", 0.5),
        (".5", 0.5),
        ("1/3", 1 / 3),
        ("2**-0.5", 2**-0.5),
        ("-1e-3", -1e-3),
        ("+3", 3),
        ("2 - 2", 0),
        ("7 // 2 + 7 % 2", 4),
        ("nan", math.nan),
        ("NaN", math.nan),
        ("float('nan')", math.nan),
        ("inf", math.inf),
        ("-Infinity", -math.inf),
        ("torch.inf", math.inf),
        ("-math.pi", -math.pi),
        ("e**2", math.e**2),
        ("sqrt(2)/2", math.sqrt(2) / 2),
        ("math.log(2)", math.log(2)),
        ("torch.exp(1)", math.e),
        ("tanh(0.5)", math.tanh(0.5)),
        ("None", None),
        ("none", None),
        ("true", True),
        ("FALSE", False),
        ("1+2j", 1 + 2j),
        ("-1.5-2.j", -1.5 - 2j),
        ("1.+nanj", complex(1, math.nan)),
        ("4*1024", 4096),
        ("4×1024", 4096),
        ("4 KiB", 4096),
        ("1.5MiB", 1.5 * 2**20),
        ("2 kB", 2000),
        ("16 bytes", 16),
        ("'mean'", "mean"),
        ('"a b"', "a b"),
        ("torch.float32", "torch.float32"),
        ("[torch.strided, 1]", ["torch.strided", 1]),
        ("[<class 'int'>, 1]", ["<class 'int'>", 1]),
        ("\"<class 'int'>\"", "<class 'int'>"),
        ("['weight', 'fc.bias']", ["weight", "fc.bias"]),
        ("{'a': 1, 'b': [2]}", {"a": 1, "b": [2]}),
        ("{}", {}),
        ("{1, 2}", {1, 2}),
        ("frozenset({1, 2})", {1, 2}),
        ("np.int64(3)", 3),
        ("np.float32(0.1)", 0.1),
        ("np.True_", True),
        ("set()", set()),
        ("['1 2', '4 KiB']", ["1 2", "4 KiB"]),
    ],
)
def test_forms_of_a_value(typed: str, meant: Any) -> None:
    assert repr(plain(read_expression(typed))) == repr(meant)


@pytest.mark.parametrize(
    "typed",
    [
        *("2x", "(2,3", "[1, 2", "1]", "...", "[1, ...]", "1 +", "'a", "2²", "½", "x + 1", "-x"),
        *("9**9**9", "2**99999999", "1e400", "9" * 200, "10**60 * 10**60", "1/0", "0**-1"),
        *("sqrt(-1)", "exp(1000)", "sqrt(1, 2)", "sqrt([1])", "float('x')", "eval('1')"),
        *("__import__('os')", "().__class__", "x[0]", "[i for i in x]", "lambda: 1", "f'{1}'"),
        *("b'1'", "1 if 1 else 2", "1 < 2", "not (1)", "(x := 1)", "{**{}}", "[*x]", "True + 1"),
        *("tensor([1], colour=2)", "tensor()", "tensor([1], size=3)", "x = 1", "1; 2"),
        *("int(2.5)", "np.int64([1])", "frozenset(1)"),
    ],
)
def test_what_is_no_value_is_refused(typed: str) -> None:
    with pytest.raises(Unreadable):
        read_expression(typed)


@pytest.mark.parametrize(
    "typed",
    [
        *("flase", "dont know", "sqrt 2", "zeros", "mean", "channels last", "cuda:0"),
        *("fc1.weight", "math.pie", "[weight, 'bias']", "{a: 1}", "{'a': ture}", "tensor(a)"),
    ],
)
def test_a_bare_word_is_a_name_that_is_known_or_nothing(typed: str) -> None:
    with pytest.raises(Unreadable):
        read_expression(typed)


@pytest.mark.parametrize(
    ("typed", "digits", "half_unit"),
    [
        ("0.0706", 3, 0.00005),
        ("0.070", 2, 0.0005),
        ("-0.0706", 3, 0.00005),
        ("7.06e-2", 3, 0.00005),
        ("2.", 1, 0.5),
        ("100", 3, 0.5),
    ],
)
def test_a_number_is_as_precise_as_it_was_typed(typed: str, digits: int, half_unit: float) -> None:
    assert read_expression(typed) == Number(eval(typed), Precision(digits, half_unit))


@pytest.mark.parametrize("typed", ["1/3", "0x1f", "0.00", "0.07 + 0.0006", "sqrt(2)", "nan"])
def test_zero_and_what_is_computed_are_exact(typed: str) -> None:
    number = read_expression(typed)
    assert isinstance(number, Number)
    assert number.real is None


def test_each_part_of_a_complex_number_has_its_own_precision() -> None:
    parts = Precision(1, 0.05), Precision(3, 0.005)
    assert read_expression("0.5-1.25j") == Number(0.5 - 1.25j, *parts)
    assert read_expression("-0.5-1.25j") == Number(-0.5 - 1.25j, *parts)
    assert read_expression("1.25j") == Number(1.25j, None, parts[1])


@pytest.mark.parametrize(
    ("typed", "shape"),
    [
        ("1", ()),
        ("[[1, 2, 3]]", (1, 3)),
        ("[]", (0,)),
        ("[[], []]", (2, 0)),
        ("tensor([], size=(2, 0, 3))", (2, 0, 3)),
        ("[[1], [1, 2]]", None),
        ("['a']", None),
    ],
)
def test_brackets_have_a_shape(typed: str, shape: tuple[int, ...] | None) -> None:
    assert shape_of(read_expression(typed)) == shape


@given(
    st.lists(st.integers(0, 3), max_size=4),
    st.sampled_from([torch.float32, torch.float64, torch.int64, torch.bool, torch.complex64]),
    st.integers(0, 1000),
)
def test_what_torch_prints_is_read_back(shape: list[int], dtype: torch.dtype, seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    tensor = torch.randint(-99, 99, shape, generator=generator).to(dtype)
    prediction = read_expression(str(tensor))
    assert shape_of(prediction) == tensor.shape
    if tensor.numel():
        assert plain(prediction) == tensor.tolist()


@given(st.lists(st.integers(1, 3), min_size=1, max_size=4), st.integers(0, 1000))
def test_what_numpy_prints_is_read_back(shape: list[int], seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    array = torch.randint(-99, 99, shape, generator=generator).double().numpy()
    assert plain(read_expression(str(array))) == array.tolist()
