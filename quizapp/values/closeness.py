"""How near a typed number comes to the true one."""

from __future__ import annotations

import cmath
import math
from enum import Enum
from fractions import Fraction

from quizapp.values.prediction import Number, Precision

USUAL_DIGITS = 3
"""Significant digits that a rounded prediction must have."""

CUT_DIGITS = 2
"""And those by which one is told to be cut off: a single one is the first of many numbers."""

_FEW_DIGITS = 6
"""Significant digits that float32 holds of any number."""

_FLOAT64 = 2.0**-50
"""What a few operations on float64 leave, to a number's size."""

ROUNDING = {"float16": 2.0**-11, "bfloat16": 2.0**-8, "complex32": 2.0**-11}
"""How far a number may be from the nearest one that the dtype has, to its size."""

TOLERANCES = {
    **dict.fromkeys(("float64", "complex128"), (1e-7, 1e-7)),
    **dict.fromkeys(("float32", "complex64", *ROUNDING), (1.3e-6, 1e-5)),
    **dict.fromkeys(("qint8", "quint8", "qint32", "quint4x2", "quint2x4"), (1.3e-6, 1e-5)),
}
"""Relative and absolute, from the documentation of torch.testing.assert_close; others are exact.

But for half precision, whose own would make 1.01 of the 1.0 in which a small addend is lost.
"""

_LAST_OF_THE_WHOLE = 2**53
"""Up to here float64 holds every whole number."""


class Closeness(Enum):
    """`COARSE` is right to the digits typed, of which there are too few.

    `CUT` has digits of the truth, the last of which is not rounded.
    """

    RIGHT = "right"
    COARSE = "coarse"
    CUT = "cut"
    WRONG = "wrong"


def closeness(
    typed: Number, truth: int | float | complex, dtype: str, digits: int | None = None
) -> Closeness:
    """How near a typed number is to an element of that dtype.

    With `digits`, so many significant digits of the truth must be right, and nothing else counts.
    Otherwise it is right within the dtype's relative tolerance, or rightly rounded to at least
    USUAL_DIGITS. The absolute tolerance is there for rounding noise: it lets a typed 0 stand for
    anything as small, and forgives any other number only what USUAL_DIGITS would not show.

    No tolerance makes a whole number out of another: a truth such as `256.`, up to 2**53, is not
    `257`, however coarse the dtype. Nor does one make a short truth out of digits that say another,
    as `1.00000001` says of 1.0. What is an int is wanted to its last digit.

    Half precision rounds to fewer digits than people type, and what it rounds to is the truth.
    Whoever leaves the rounding to it by an exact `1/3` is asked for digits.
    """
    if isinstance(truth, int):
        return _of_whole(typed, truth)
    answer, expected = complex(typed.value), complex(truth)
    if not (cmath.isfinite(answer) and cmath.isfinite(expected)):
        same = _same(answer.real, expected.real) and _same(answer.imag, expected.imag)
        return Closeness.RIGHT if same else Closeness.WRONG
    error = _error(typed, expected)
    relative, absolute = TOLERANCES.get(dtype, (0.0, 0.0))
    size = _size(expected)
    noise = relative * size
    if digits is not None:
        allowed = _with_ties(_half_unit_at(expected, digits), noise)
    elif _are_whole(typed, expected):
        return Closeness.WRONG if error else Closeness.RIGHT
    elif _is_short(expected) and _has_digits(typed):
        allowed = _FLOAT64 * size
    else:
        error = _zero_for_noise(error, answer, absolute)
        allowed = noise + min(absolute, _half_unit_at(expected, USUAL_DIGITS))
    if _size(error) <= allowed:
        return Closeness.RIGHT
    # Where both parts were off by half of it or less, the whole would be within it.
    parts = (
        (error.real, typed.real, expected.real),
        (error.imag, typed.imaginary, expected.imag),
    )
    off = [part for part in parts if abs(part[0]) > allowed / 2]
    if typed.real is typed.imaginary is None and _size(error) <= ROUNDING.get(dtype, 0.0) * size:
        return Closeness.COARSE
    if digits is None and all(_is_rounding(*part[:2], noise, USUAL_DIGITS) for part in off):
        return Closeness.RIGHT
    rounded = [_is_rounding(*part[:2], noise, 1) for part in off]
    if all(rounded):
        return Closeness.COARSE
    kept = all(fine or _is_cut(*part, noise) for fine, part in zip(rounded, off, strict=True))
    return Closeness.CUT if kept else Closeness.WRONG


def _of_whole(typed: Number, truth: int) -> Closeness:
    if typed.value == truth:
        return Closeness.RIGHT
    if typed.real is None or isinstance(typed.value, complex):
        return Closeness.WRONG
    off = abs(Fraction(typed.value) - truth)  # of any size
    return Closeness.COARSE if off <= typed.real.half_unit else Closeness.WRONG


def _error(typed: Number, expected: complex) -> complex:
    real, imaginary = typed.value.real, typed.value.imag - expected.imag
    if isinstance(real, int):  # which may lie between two floats
        return complex(float(Fraction(real) - Fraction(expected.real)), imaginary)
    return complex(real - expected.real, imaginary)


def _are_whole(typed: Number, expected: complex) -> bool:
    """Whether both are whole, the typed one to its last unit: `257` and `257.`, not `2.6e2`."""
    value, precision = typed.value, typed.real
    if isinstance(value, complex) or expected.imag or abs(expected.real) > _LAST_OF_THE_WHOLE:
        return False
    to_the_unit = isinstance(value, int) or (precision is not None and precision.half_unit <= 0.5)
    return to_the_unit and value == round(value) and expected.real.is_integer()


def _is_short(expected: complex) -> bool:
    """Whether few digits say it exactly, which what a rounding leaves hardly ever does."""
    real = expected.real
    return expected.imag == 0 and float(f"{real:.{_FEW_DIGITS}g}") == real


def _has_digits(typed: Number) -> bool:
    return typed.real is not None and typed.real.digits >= USUAL_DIGITS


def _zero_for_noise(error: complex, answer: complex, absolute: float) -> complex:
    """The error without the parts where a typed 0 stands for something as small as noise."""
    real = 0.0 if answer.real == 0 and abs(error.real) <= absolute else error.real
    imaginary = 0.0 if answer.imag == 0 and abs(error.imag) <= absolute else error.imag
    return complex(real, imaginary)


def _is_rounding(
    error: float, precision: Precision | None, noise: float, least_digits: int
) -> bool:
    if precision is None or precision.digits < least_digits:
        return False
    return abs(error) <= _with_ties(precision.half_unit, noise)


def _is_cut(error: float, precision: Precision | None, expected: float, noise: float) -> bool:
    """Whether what was typed are the first digits of what is expected, such as `.666` of 2/3."""
    if precision is None or precision.digits < CUT_DIGITS:
        return False
    falls_short = error * expected < 0 and abs(error) < abs(expected)
    left_out = 2 * precision.half_unit - min(noise, precision.half_unit / 10)
    return falls_short and abs(error) < left_out


def _with_ties(half_unit: float, noise: float) -> float:
    """A little more: a tie, once stored in the dtype, rounds either way."""
    return half_unit + min(noise, half_unit / 10)


def _same(a: float, b: float) -> bool:
    return a == b or (math.isnan(a) and math.isnan(b))


def _size(number: complex) -> float:
    return math.hypot(number.real, number.imag)  # abs() raises where this overflows


def _half_unit_at(number: complex, digits: int) -> float:
    """Half a unit in the last of so many significant digits of the larger part."""
    size = max(abs(number.real), abs(number.imag))
    return 0.5 * 10.0 ** (math.floor(math.log10(size)) - digits + 1) if size else 0.0
