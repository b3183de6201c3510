import math

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from quizapp.values.closeness import TOLERANCES, Closeness, closeness
from quizapp.values.expression import read_expression
from quizapp.values.prediction import Number


def near(typed: str, truth: complex, dtype: str = "float32", digits: int | None = None) -> str:
    number = read_expression(typed)
    assert isinstance(number, Number)
    return closeness(number, truth, dtype, digits).value


TRUTH = 0.07056000083684921


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [
        ("0.07056000083684921", "right"),
        ("0.0706", "right"),
        ("0.07060", "wrong"),  # the zero says that the digit is known
        ("0.0705", "cut"),
        ("7.06e-2", "right"),
        ("0.07", "coarse"),
        ("0.071", "coarse"),
        ("0.08", "wrong"),
        ("0.070", "cut"),
        ("0.0704", "wrong"),
        ("0", "wrong"),
        ("0.28**2*0.9", "right"),
        ("0.07056 + 0.00002", "wrong"),  # arithmetic is exact
    ],
)
def test_fewer_digits_are_right_when_rounded_to_at_least_three(typed: str, verdict: str) -> None:
    assert near(typed, TRUTH) == verdict


@pytest.mark.parametrize(
    ("typed", "truth", "verdict"),
    [
        (".666", 2 / 3, "cut"),
        ("-.66", -2 / 3, "cut"),
        (".665", 2 / 3, "wrong"),
        (".668", 2 / 3, "wrong"),
        ("-.666", 2 / 3, "wrong"),
        (".6", 2 / 3, "wrong"),  # three fifths as likely
        ("0.00", 0.004, "wrong"),
        ("1.99", 2.0, "wrong"),
        ("0.33+0.66j", 1 / 3 + 2j / 3, "cut"),
        ("0.33+0.65j", 1 / 3 + 2j / 3, "wrong"),
    ],
)
def test_digits_of_the_truth_that_are_cut_off_are_told_from_wrong_ones(
    typed: str, truth: complex, verdict: str
) -> None:
    assert near(typed, truth) == verdict
    assert near(typed, truth, digits=3) == verdict


@pytest.mark.parametrize(
    ("typed", "truth"),
    [("0.5", 0.5), ("2", 2.0), ("-0.0", 0.0), ("0", -0.0), ("1e10", 1e10), ("314", 314.16)],
)
def test_a_short_number_is_right_where_it_is_exact(typed: str, truth: float) -> None:
    assert near(typed, truth) == "right"


@pytest.mark.parametrize("typed", ["0.123", "0.124"])
def test_a_tie_may_be_rounded_either_way(typed: str) -> None:
    assert near(typed, torch.tensor(0.1235).item()) == "right"


@pytest.mark.parametrize(
    ("typed", "digits", "verdict"),
    [
        ("0.0706", 5, "coarse"),
        ("0.070560", 5, "right"),
        ("0.071", 2, "right"),
        ("0.07056123", 3, "right"),
        ("0.07", 1, "right"),
        ("0.07", 2, "coarse"),
        ("0.08", 1, "wrong"),
    ],
)
def test_a_card_may_ask_for_more_digits_or_fewer(typed: str, digits: int, verdict: str) -> None:
    assert near(typed, TRUTH, digits=digits) == verdict


EPS32, EPS64 = 2.0**-23, 2.0**-52


@pytest.mark.parametrize(
    ("typed", "truth", "dtype", "digits", "verdict"),
    [
        ("257", 256.0, "bfloat16", 3, "wrong"),
        ("259", 256.0, "bfloat16", 3, "wrong"),
        ("260", 256.0, "bfloat16", 2, "right"),
        ("16777217", 2.0**24, "float32", 8, "wrong"),
        ("1.6777e7", 2.0**24, "float32", 5, "right"),
        ("2**53 + 1", 2.0**53, "float64", 16, "wrong"),
        ("2e-7", EPS32, "float32", 3, "wrong"),
        ("1.9e-7", EPS32, "float32", 3, "wrong"),
        ("1.19e-7", EPS32, "float32", 3, "right"),
        ("0", EPS64, "float64", 1, "wrong"),
        ("2e-16", EPS64, "float64", 1, "right"),
        ("1e-9", 0.0, "float32", 1, "wrong"),
        ("0.9999", 1.0, "float32", 5, "wrong"),
        ("1", 0.999995, "float32", 6, "coarse"),
        ("0.13", 0.125, "float32", 2, "right"),
        ("0.12", 0.125, "float32", 2, "right"),
        ("0.124", torch.tensor(0.1235).item(), "float32", 3, "right"),
    ],
)
def test_with_digits_no_tolerance_of_the_dtype_counts(
    typed: str, truth: float, dtype: str, digits: int, verdict: str
) -> None:
    assert near(typed, truth, dtype, digits) == verdict


@pytest.mark.parametrize(
    ("typed", "truth", "dtype", "verdict"),
    [
        ("0", 1e-9, "float32", "right"),
        ("0", -9e-6, "float32", "right"),
        ("0", 1.1e-5, "float32", "wrong"),
        ("0", EPS64, "float64", "right"),
        ("0", 1e-6, "float64", "wrong"),
        ("9e-6", 1e-9, "float32", "wrong"),
        ("-5e-6", 3e-6, "float32", "wrong"),
        ("2e-7", EPS32, "float32", "wrong"),
        ("1.19e-7", EPS32, "float32", "right"),
        ("1e-9", 0.0, "float32", "wrong"),
        ("1", 0.999995, "float32", "right"),  # a layer norm's, whose eps shows
        ("0.1", 0.1000004, "float32", "right"),
        ("0+1j", 1e-9 + 1j, "complex64", "right"),
        ("1e-6j", 1e-9 + 1e-6j, "complex64", "right"),
        ("1e-6+0j", 1.0001e-6 - 9e-6j, "complex64", "right"),
        ("1e-6-1e-9j", 1e-6 - 9e-6j, "complex64", "wrong"),
    ],
)
def test_what_is_as_small_as_noise_may_be_called_zero_and_nothing_else(
    typed: str, truth: complex, dtype: str, verdict: str
) -> None:
    assert near(typed, truth, dtype) == verdict


@pytest.mark.parametrize(
    ("typed", "truth", "dtype", "verdict"),
    [
        ("256", 256.0, "bfloat16", "right"),
        ("256.0", 256.0, "bfloat16", "right"),
        ("257", 256.0, "bfloat16", "wrong"),
        ("257.", 256.0, "bfloat16", "wrong"),
        ("2**8 + 1", 256.0, "bfloat16", "wrong"),
        ("-257", -256.0, "bfloat16", "wrong"),
        ("2.6e2", 256.0, "bfloat16", "coarse"),  # which is no whole number
        ("256.5", 256.0, "bfloat16", "wrong"),
        ("2049", 2048.0, "float16", "wrong"),
        ("16777217", 2.0**24, "float32", "wrong"),
        ("1.68e7", 2.0**24, "float32", "right"),
        ("2**53 + 1", 2.0**53, "float64", "wrong"),
        ("10**23", 1e23, "float64", "right"),
    ],
)
def test_a_whole_number_is_not_another(typed: str, truth: float, dtype: str, verdict: str) -> None:
    assert near(typed, truth, dtype) == verdict


def stored(number: float, dtype: str) -> float:
    value: float = torch.tensor(number, dtype=getattr(torch, dtype)).item()
    return value


@pytest.mark.parametrize(
    ("typed", "number", "dtype", "verdict"),
    [
        ("1", 1.001, "bfloat16", "right"),
        ("1.00", 1.001, "bfloat16", "right"),
        ("1.001", 1.001, "bfloat16", "wrong"),
        ("1.01", 1.001, "bfloat16", "wrong"),
        ("1 + 0.001", 1.001, "bfloat16", "coarse"),
        ("1.0001", 1.0001, "float16", "wrong"),
        ("1.51", 1.5, "bfloat16", "wrong"),
        ("100.7", 100.7, "bfloat16", "wrong"),  # which is 100.5
        ("1.0078", 1.01, "bfloat16", "right"),
        ("1.01", 1.01, "bfloat16", "right"),  # to its three digits
        ("1", 1.01, "bfloat16", "coarse"),
        ("1.02", 1.01, "bfloat16", "wrong"),
        ("0.1", 0.1, "float16", "coarse"),
        ("0.100", 0.1, "float16", "right"),
        ("0.1000", 0.1, "float16", "right"),  # as torch prints it
        ("1/3", 1 / 3, "bfloat16", "coarse"),
        ("-1/3", -1 / 3, "float16", "coarse"),
        ("0.3340", 1 / 3, "bfloat16", "right"),
        ("0.3333", 1 / 3, "bfloat16", "wrong"),
        ("2/3", 1 / 3, "bfloat16", "wrong"),
        ("2**-3 + 1", 1.125, "bfloat16", "right"),
    ],
)
def test_half_precision_is_as_exact_as_any_other(
    typed: str, number: float, dtype: str, verdict: str
) -> None:
    assert near(typed, stored(number, dtype), dtype) == verdict


@pytest.mark.parametrize(
    ("typed", "truth", "dtype", "verdict"),
    [
        ("1.00000001", stored(1 + 1e-8, "float32"), "float32", "wrong"),
        ("0.99999999", 1.0, "float32", "wrong"),
        ("0.500000001", 0.5, "float32", "wrong"),
        ("0.300000001", 0.3, "float64", "wrong"),
        ("0.30000000000000004", 0.3, "float64", "right"),  # as Python has 0.1 + 0.2
        ("0.9999999999999999", 1.0, "float32", "right"),
        ("0.3333333333", stored(1 / 3, "float32"), "float32", "right"),
        ("1.4142135623", stored(2**0.5, "float32"), "float32", "right"),
        ("sqrt(2)**2", 2.0, "float32", "right"),
    ],
)
def test_no_tolerance_adds_to_a_number_of_few_digits(
    typed: str, truth: float, dtype: str, verdict: str
) -> None:
    assert near(typed, truth, dtype) == verdict


@pytest.mark.parametrize(
    ("typed", "truth", "verdict"),
    [
        ("nan", math.nan, "right"),
        ("nan", 1.0, "wrong"),
        ("1", math.nan, "wrong"),
        ("inf", math.inf, "right"),
        ("-inf", math.inf, "wrong"),
        ("1e300", math.inf, "wrong"),
        ("1+nanj", complex(1, math.nan), "right"),
        ("nan", complex(math.nan, 1), "wrong"),
    ],
)
def test_nan_equals_nan_and_infinities_their_like(typed: str, truth: complex, verdict: str) -> None:
    assert near(typed, truth) == verdict


@pytest.mark.parametrize(
    ("typed", "truth", "verdict"),
    [
        ("2", 2, "right"),
        ("2.0", 2, "right"),
        ("2.5", 2, "wrong"),
        ("1000001", 1000000, "wrong"),
        ("2**60", 2**60, "right"),
        ("2**60 + 1", 2**60, "wrong"),
        ("100", 100.4, "right"),
        ("100", 101, "wrong"),
    ],
)
def test_integers_are_exact(typed: str, truth: float, verdict: str) -> None:
    assert near(typed, truth, "int64") == verdict


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [
        ("1.41+2.35j", "right"),
        ("1.41+2.36j", "wrong"),
        ("1.41+2.34j", "cut"),
        ("1.4+2.3j", "coarse"),
    ],
)
def test_each_part_of_a_complex_number_is_rounded_by_itself(typed: str, verdict: str) -> None:
    assert near(typed, complex(1.4142, 2.3452), "complex64") == verdict


def test_a_complex_number_is_not_right_for_parts_that_would_be_so_alone() -> None:
    assert near("1+1j + 1.1e-5", 1 + 1j, "complex64") == "right"
    assert near("1+1j + (1.1e-5 + 1.1e-5j)", 1 + 1j, "complex64") == "wrong"


DTYPES = [getattr(torch, name) for name in TOLERANCES if not name.startswith("q")]


REAL_DTYPES = [dtype for dtype in DTYPES if dtype != torch.complex32]
FULL_DTYPES = [dtype for dtype in REAL_DTYPES if dtype not in (torch.float16, torch.bfloat16)]


def is_close(typed: float, expected: torch.Tensor) -> bool:
    try:
        torch.testing.assert_close(torch.tensor(typed, dtype=expected.dtype), expected)
    except AssertionError:
        return False
    return True


@given(
    dtype=st.sampled_from(FULL_DTYPES),
    truth=st.floats(0.02, 100) | st.floats(-100, -0.02),
    factor=st.floats(-3, 3),
)
def test_full_precision_is_judged_as_assert_close_judges_it(
    dtype: torch.dtype, truth: float, factor: float
) -> None:
    name = str(dtype).removeprefix("torch.")
    expected = torch.tensor(truth, dtype=dtype)
    relative, absolute = TOLERANCES[name]
    seen = expected.item()
    typed = seen + factor * (absolute + relative * abs(seen))
    assume(not 0.6 < abs(factor) < 1.6)  # the dtype's own rounding decides there
    right = closeness(Number(typed), seen, name) is Closeness.RIGHT
    assert right == is_close(typed, expected)


@given(
    dtype=st.sampled_from(REAL_DTYPES), truth=st.floats(-3e-5, 3e-5), typed=st.floats(-3e-5, 3e-5)
)
def test_near_zero_nothing_is_right_that_assert_close_refuses(
    dtype: torch.dtype, truth: float, typed: float
) -> None:
    name = str(dtype).removeprefix("torch.")
    expected = torch.tensor(truth, dtype=dtype)
    right = closeness(Number(typed), expected.item(), name) is Closeness.RIGHT
    assert is_close(typed, expected) or not right


@given(dtype=st.sampled_from(FULL_DTYPES), truth=st.floats(-3e-5, 3e-5))
def test_a_typed_zero_is_judged_as_assert_close_judges_it(dtype: torch.dtype, truth: float) -> None:
    name = str(dtype).removeprefix("torch.")
    expected = torch.tensor(truth, dtype=dtype)
    relative, absolute = TOLERANCES[name]
    assume(abs(abs(expected.item()) / absolute - 1) > 2 * relative)  # at the very edge
    right = closeness(Number(0), expected.item(), name) is Closeness.RIGHT
    assert right == is_close(0.0, expected)
