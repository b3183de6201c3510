"""How near a typed number comes to the true one."""

from __future__ import annotations

import cmath
import math
from enum import Enum

from quizapp.grading.prediction import Number, Precision

USUAL_DIGITS = 3
"""Significant digits that a rounded prediction must have."""

TOLERANCES = {
    "float16": (1e-3, 1e-5),
    "bfloat16": (1.6e-2, 1e-5),
    "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7),
    "complex32": (1e-3, 1e-5),
    "complex64": (1.3e-6, 1e-5),
    "complex128": (1e-7, 1e-7),
    **dict.fromkeys(("qint8", "quint8", "qint32", "quint4x2", "quint2x4"), (1.3e-6, 1e-5)),
}
"""Relative and absolute, from the documentation of torch.testing.assert_close; others are exact."""


class Closeness(Enum):
    """`COARSE` is right to the digits typed, of which there are too few."""

    RIGHT = "right"
    COARSE = "coarse"
    WRONG = "wrong"


def closeness(
    typed: Number, truth: int | float | complex, dtype: str, digits: int | None = None
) -> Closeness:
    """How near a typed number is to an element of that dtype.

    It is right within the dtype's tolerance, or rightly rounded to at least USUAL_DIGITS. With
    `digits`, it is right if so many significant digits of the truth are.
    """
    if isinstance(truth, int):
        return Closeness.RIGHT if typed.value == truth else Closeness.WRONG
    answer, expected = complex(typed.value), complex(truth)
    if not (cmath.isfinite(answer) and cmath.isfinite(expected)):
        same = _same(answer.real, expected.real) and _same(answer.imag, expected.imag)
        return Closeness.RIGHT if same else Closeness.WRONG
    relative, absolute = TOLERANCES.get(dtype, (0.0, 0.0))
    tolerance = absolute + relative * _size(expected)
    error = answer - expected
    if _size(error) <= tolerance:
        return Closeness.RIGHT
    noise = relative * _size(expected)  # a tie, once stored in the dtype, rounds either way
    # Where both parts were off by half the tolerance or less, the whole would be within it.
    parts = ((abs(error.real), typed.real), (abs(error.imag), typed.imaginary))
    off = [(part, precision, noise) for part, precision in parts if part > tolerance / 2]
    if digits is not None:
        precise = _size(error) <= _half_unit_at(expected, digits) + noise
    else:
        precise = all(_is_rounding(*part, USUAL_DIGITS) for part in off)
    if precise:
        return Closeness.RIGHT
    rounded = all(_is_rounding(*part, 1) for part in off)
    return Closeness.COARSE if rounded else Closeness.WRONG


def _is_rounding(
    error: float, precision: Precision | None, noise: float, least_digits: int
) -> bool:
    if precision is None or precision.digits < least_digits:
        return False
    return error <= precision.half_unit + noise


def _same(a: float, b: float) -> bool:
    return a == b or (math.isnan(a) and math.isnan(b))


def _size(number: complex) -> float:
    return math.hypot(number.real, number.imag)  # abs() raises where this overflows


def _half_unit_at(number: complex, digits: int) -> float:
    """Half a unit in the last of so many significant digits."""
    size = _size(number)
    return 0.5 * 10.0 ** (math.floor(math.log10(size)) - digits + 1) if size else 0.0
