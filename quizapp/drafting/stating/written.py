"""A result as people write it down, read as a value: rounded, cut short, with names for sizes."""

from __future__ import annotations

import ast
import math
import re
import warnings
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

MOST_NODES = 20_000


@dataclass(frozen=True)
class Ellipsed:
    """`...` in a list: any number of elements."""


@dataclass(frozen=True)
class Rounded:
    """A number with a decimal point, as it was written."""

    value: float
    digits: int
    """Significant ones."""
    decimals: int
    unit: float
    """One in the last place; 0 where it was written as exact."""


@dataclass(frozen=True)
class WrittenTensor:
    """`tensor(…)` with what stands behind its elements."""

    elements: Written
    options: dict[str, str] = field(default_factory=dict, hash=False)
    name: str = "tensor"


Written = (
    None
    | bool
    | int
    | complex
    | str
    | Ellipsed
    | Rounded
    | WrittenTensor
    | list["Written"]
    | tuple["Written", ...]
    | dict[str, "Written"]
)
"""A text stands with its quotation marks; a bare name without."""

_GRAD_FN = re.compile(r"grad_fn\s*=\s*<(\w+)[^<>]*>")
_DOTS = re.compile(r"\.{3,}|…+")


def read_written(text: str) -> Written:
    """Read it. Raises ValueError for what is no value."""
    source = _GRAD_FN.sub(r"grad_fn='\1'", _DOTS.sub("...", text))
    source = re.sub(r"^Parameter containing:\s*", "", source.strip())
    if source.startswith(("array", "[", "np.array", "numpy.array")) and "," not in source:
        source = re.sub(r"(?<=[\d.\]a-z])\s+(?=[-\d.\[tfn])", ", ", source, flags=re.IGNORECASE)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source, mode="eval")
        return _Reader(source).read(tree.body)
    except (SyntaxError, RecursionError, MemoryError, OverflowError, ArithmeticError) as error:
        raise ValueError("not a value") from error


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._nodes = 0

    def read(self, node: ast.expr) -> Written:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise ValueError("too large")
        match node:
            case ast.Constant(value=bool() | None as value):
                return value
            case ast.Constant(value=value) if value is Ellipsis:
                return Ellipsed()
            case ast.Constant(value=str()):
                return ast.unparse(node)
            case ast.Constant(value=int() as value):
                return value
            case ast.Constant(value=float() as value):
                return self._rounded(node, value)
            case ast.Constant(value=complex() as value):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return _negative(self.read(operand))
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.read(operand)
            case ast.BinOp(op=ast.Div(), left=left, right=right):
                return _quotient(self.read(left), self.read(right))
            case ast.BinOp(op=ast.Add() | ast.Sub() as sign, left=left, right=right):
                return _sum(self.read(left), self.read(right), isinstance(sign, ast.Sub))
            case ast.List(elts=elements):
                return [self.read(one) for one in elements]
            case ast.Tuple(elts=elements):
                return tuple(self.read(one) for one in elements)
            case ast.Dict(keys=keys, values=values) if None not in keys:
                return {
                    ast.unparse(key): self.read(value)
                    for key, value in zip(keys, values, strict=True)
                    if key is not None
                }
            case ast.Starred(value=ast.Name()):
                return Ellipsed()
            case ast.Name(id=name):
                return _name(name)
            case ast.Attribute():
                return ast.unparse(node)
            case ast.Call(func=function, args=args, keywords=keywords):
                return self._call(ast.unparse(function), args, keywords)
        raise ValueError("not a value")

    def _rounded(self, node: ast.expr, value: float) -> Rounded:
        literal = (ast.get_source_segment(self._source, node) or "").replace("_", "")
        try:
            _, digits, exponent = Decimal(literal.lower()).as_tuple()
        except InvalidOperation as error:
            raise ValueError("not a number") from error
        assert isinstance(exponent, int)
        return Rounded(value, len(digits), max(0, -exponent), float(Decimal((0, (1,), exponent))))

    def _call(self, name: str, args: list[ast.expr], keywords: list[ast.keyword]) -> Written:
        short = name.rpartition(".")[2]
        if short == "Size" and len(args) == 1:
            sizes = self.read(args[0])
            if not isinstance(sizes, list | tuple):
                raise ValueError("no sizes")
            return tuple(sizes)
        if short in ("tensor", "Tensor", "array", "Parameter") and len(args) == 1:
            options = {str(one.arg): ast.unparse(one.value) for one in keywords}
            inner = self.read(args[0])
            if isinstance(inner, WrittenTensor):
                return inner
            return WrittenTensor(inner, options, short)
        if short == "float" and len(args) == 1 and isinstance(args[0], ast.Constant):
            return _name(str(args[0].value))
        raise ValueError("not a value")


def _name(name: str) -> Written:
    if name.lower() in ("nan", "inf"):
        return Rounded(float(name), 17, 17, 0.0)
    if name in ("true", "false"):
        return name == "true"
    return name


def _negative(value: Written) -> Written:
    match value:
        case bool():
            raise ValueError("not a number")
        case int() | complex():
            return -value
        case Rounded(number, digits, decimals, unit):
            return Rounded(-number, digits, decimals, unit)
    raise ValueError("not a number")


def as_number(value: Written) -> complex | float | int | None:
    """The number that is written, None for anything else."""
    match value:
        case bool():
            return None
        case int() | complex():
            return value
        case Rounded(number):
            return number
    return None


def _quotient(left: Written, right: Written) -> Written:
    a, b = as_number(left), as_number(right)
    if not isinstance(a, int | float) or not isinstance(b, int | float) or not b:
        raise ValueError("not a number")
    return Rounded(a / b, 17, 17, 0.0)


def _sum(left: Written, right: Written, is_difference: bool) -> Written:
    a, b = as_number(left), as_number(right)
    if a is None or not isinstance(b, complex) or (isinstance(a, float) and math.isnan(a)):
        raise ValueError("not a number")
    return complex(a) + (-b if is_difference else b)
