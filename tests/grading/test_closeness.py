import math

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from quizapp.grading.closeness import TOLERANCES, Closeness, closeness
from quizapp.grading.expression import read_expression
from quizapp.grading.prediction import Number


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
        ("0.0705", "wrong"),
        ("7.06e-2", "right"),
        ("0.07", "coarse"),
        ("0.071", "coarse"),
        ("0.08", "wrong"),
        ("0.070", "wrong"),
        ("0", "wrong"),
        ("0.28**2*0.9", "right"),
        ("0.07056 + 0.00002", "wrong"),  # arithmetic is exact
    ],
)
def test_fewer_digits_are_right_when_rounded_to_at_least_three(typed: str, verdict: str) -> None:
    assert near(typed, TRUTH) == verdict


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
    [("1.41+2.35j", "right"), ("1.41+2.34j", "wrong"), ("1.4+2.3j", "coarse")],
)
def test_each_part_of_a_complex_number_is_rounded_by_itself(typed: str, verdict: str) -> None:
    assert near(typed, complex(1.4142, 2.3452), "complex64") == verdict


DTYPES = [getattr(torch, name) for name in TOLERANCES if not name.startswith("q")]


@given(
    dtype=st.sampled_from([dtype for dtype in DTYPES if dtype != torch.complex32]),
    truth=st.floats(-100, 100),
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
    try:
        torch.testing.assert_close(torch.tensor(typed, dtype=dtype), expected)
        close = True
    except AssertionError:
        close = False
    verdict = closeness(Number(typed), seen, name)
    assert (verdict is Closeness.RIGHT) == close
