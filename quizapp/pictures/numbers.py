"""Elements of tensors in few characters."""

from __future__ import annotations

import math
from typing import Any, NamedTuple


class Number(NamedTuple):
    """An element as it is written, and as what it counts for its colour: None for not finite."""

    text: str
    size: float | None


def number(element: Any) -> Number:
    """An element as the runner tells of it: a number, a truth, a pair, or a word such as `nan`."""
    match element:
        case bool():
            return Number(str(element), float(element))
        case int():
            text = str(element) if abs(element) < 10**6 else f"{element:.1e}"
            return Number(_short_exponent(text), _as_float(element))
        case float():
            return Number(_float(element), element)
        case [real, imaginary]:
            one, other = number(real), number(imaginary)
            sign = "" if other.text.startswith("-") else "+"
            size = None
            if one.size is not None and other.size is not None:
                size = math.hypot(one.size, other.size)
            return Number(f"{one.text}{sign}{other.text}j", size)
    return Number(str(element), None)


def _float(value: float) -> str:
    """With three digits, and as torch prints it: `2.` for a whole number."""
    if value == round(value) and abs(value) < 10**5:
        return f"{value:.0f}."
    if 1e-3 <= abs(value) < 10**5:
        digits = 3 if abs(value) < 1000 else 5
        text = f"{value:.{digits}g}"
        return text if "." in text or "e" in text else f"{text}."
    return _short_exponent(f"{value:.1e}")


def _short_exponent(text: str) -> str:
    mantissa, e, exponent = text.partition("e")
    return f"{mantissa}e{int(exponent)}" if e else text


def _as_float(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf
