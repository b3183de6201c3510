"""A value as text for people: like torch prints it, without what was not asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass

from quizapp.values.closeness import Closeness, closeness
from quizapp.values.prediction import Number
from quizapp.values.truth import Data, Listing, Mapped, Opaque, Plain, Scalar, Tensor, Truth

_MEANINGFUL_DIGITS = {"float64": 17, "complex128": 17}  # beyond these is noise of the binary form
_WIDEST = 60
_MOST_ELEMENTS = 400


def show_value(truth: Truth, digits: int) -> str:
    """A value as a learner would type it; floats to so many significant digits."""
    return _Shower(digits).show(truth)


@dataclass(frozen=True)
class _Shower:
    digits: int

    def show(self, truth: Truth) -> str:
        match truth:
            case Tensor():
                return self._tensor(truth)
            case Plain(value=complex() as number):
                return self._number(number, "complex128")
            case Plain(value=float() as number):
                text = self._real(number, "float64")
                return text + "0" if text.endswith(".") and number.is_integer() else text
            case Plain(value=value):
                return repr(value)
            case Listing(type=name, items=items):
                return _in_brackets(name, [self.show(item) for item in items])
            case Mapped(items=items):
                shown = (f"{self.show(key)}: {self.show(value)}" for key, value in items)
                return "{" + ", ".join(shown) + "}"
            case Opaque(text=text):
                return text

    def _tensor(self, tensor: Tensor) -> str:
        if tensor.data is None or math.prod(tensor.shape) > _MOST_ELEMENTS:
            return tensor.text
        if 0 in tensor.shape and len(tensor.shape) > 1:
            return f"tensor([], size={tensor.shape})"
        cells = self._cells(tensor.data, tensor.dtype)
        line = _one_line(cells)
        if len(line) <= _WIDEST:
            return line
        return _aligned(cells, _widest(cells) if len(tensor.shape) > 1 else 0, indent=0)

    def _cells(self, data: Data, dtype: str) -> Cells:
        if isinstance(data, list):
            return [self._cells(row, dtype) for row in data]
        return self._number(data, dtype)

    def _number(self, number: Scalar, dtype: str) -> str:
        match number:
            case complex():
                real, imaginary = self._real(number.real, dtype), self._real(number.imag, dtype)
                return f"{real}{'' if imaginary.startswith('-') else '+'}{imaginary}j"
            case float():
                return self._real(number, dtype)
        return str(number)

    def _real(self, number: float, dtype: str) -> str:
        """Few digits where they say it all, else `digits` of them with their zeros."""
        if not math.isfinite(number):
            return str(number)
        if number.is_integer() and abs(number) < 1e15:
            return f"{number:.0f}."
        digits = min(self.digits, _MEANINGFUL_DIGITS.get(dtype, 9))
        rounded = f"{number:#.{digits}g}"
        short = f"{number:.{digits}g}"
        exact = closeness(Number(float(short)), number, dtype) is Closeness.RIGHT
        return short if exact and ("." in short or "e" in short) else rounded


Cells = str | list["Cells"]


def _one_line(cells: Cells) -> str:
    return cells if isinstance(cells, str) else f"[{', '.join(map(_one_line, cells))}]"


def _widest(cells: Cells) -> int:
    return len(cells) if isinstance(cells, str) else max(map(_widest, cells), default=0)


def _aligned(cells: Cells, width: int, indent: int) -> str:
    """Nested lists in columns, as torch prints them."""
    if isinstance(cells, str):
        return cells.rjust(width)
    rows = [_aligned(row, width, indent + 1) for row in cells]
    of_numbers = all(isinstance(row, str) for row in cells)
    separator = ", " if of_numbers else ",\n" + " " * (indent + 1)
    return f"[{separator.join(rows)}]"


def _in_brackets(name: str, items: list[str]) -> str:
    inside = ", ".join(items)
    match name:
        case "tuple":
            return f"({inside},)" if len(items) == 1 else f"({inside})"
        case "set":
            return f"{{{inside}}}" if items else "set()"
    return f"[{inside}]"
