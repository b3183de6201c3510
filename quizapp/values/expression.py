"""Reads a typed value: Python literals and simple arithmetic, walked and never evaluated."""

from __future__ import annotations

import ast
import cmath
import math
import operator
import re
import warnings
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

from quizapp.text.language import tr
from quizapp.values.dtypes import DTYPES
from quizapp.values.kinds import is_dtype
from quizapp.values.prediction import (
    Items,
    Name,
    Number,
    Pairs,
    Precision,
    Prediction,
    Unordered,
    Unreadable,
)
from quizapp.values.printed import as_python

_MOST_NODES = 20_000
_DEEPEST = 40
_MOST_BITS = 256

_CONSTANTS: dict[str, Prediction] = {
    "true": True,
    "false": False,
    "true_": True,  # numpy's
    "false_": False,
    "none": None,
    "真": True,
    "假": False,
    "无": None,
    "nan": Number(math.nan),
    "inf": Number(math.inf),
    "infinity": Number(math.inf),
    "nanj": Number(complex(0, math.nan)),
    "infj": Number(complex(0, math.inf)),
    "pi": Number(math.pi),
    "π": Number(math.pi),
    "e": Number(math.e),
}
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    function.__name__: function
    for function in (
        *(math.sqrt, math.exp, math.log, math.log2, math.log10),
        *(math.sin, math.cos, math.tan, math.tanh),
    )
}
_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_TENSORS = ("tensor", "array", "Tensor", "Parameter", "Size", "list", "tuple")
_TENSOR_OPTIONS = ("dtype", "device", "requires_grad", "grad_fn", "size")
_NUMBER_TYPES = DTYPES - {"bool"} | {"int", "float"}
_SETS = ("set", "frozenset")
_MODULE = re.compile(r"\A(?:torch|math|np|numpy)\.(?:nn\.)?")


def read_expression(text: str) -> Prediction:
    """What the text says as a value. Raises Unreadable.

    A bare word is one of the names known here, a dtype's, or torch's name of an object: text needs
    quotes, for a slip such as `flase` would be text as well.
    """
    source = as_python(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            warnings.simplefilter("ignore", DeprecationWarning)
            tree = ast.parse(source, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise Unreadable from error
    return _Walker(source).read(tree.body)


class _Walker:
    """Goes through a syntax tree, refusing whatever is not on its list."""

    def __init__(self, source: str) -> None:
        self._lines = source.encode().splitlines()
        self._nodes = 0
        self._depth = 0

    def read(self, node: ast.expr) -> Prediction:
        self._nodes += 1
        self._depth += 1
        if self._nodes > _MOST_NODES or self._depth > _DEEPEST:
            raise Unreadable
        prediction = self._read(node)
        self._depth -= 1
        return prediction

    def _read(self, node: ast.expr) -> Prediction:
        match node:
            case ast.Constant(value=None | bool() | str() as value):
                return value
            case ast.Constant(value=int() | float() | complex() as value):
                return self._literal(node, value)
            case ast.List(elts=elements) | ast.Tuple(elts=elements):
                return Items(self._all(elements))
            case ast.Set(elts=elements):
                return Unordered(self._all(elements))
            case ast.Dict(keys=keys, values=values) if None not in keys:
                named = [key for key in keys if key is not None]
                return Pairs(tuple(zip(self._all(named), self._all(values), strict=True)))
            case ast.UnaryOp(operand=ast.UnaryOp()):  # a slip, of which Python makes a number
                raise Unreadable(tr("Two signs stand one after the other."))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._number(operand)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self._number(operand)
            case ast.BinOp(left=left, op=operation, right=right):
                return _arithmetic(operation, self._number(left), self._number(right))
            case ast.Name() | ast.Attribute():
                return _named(_dotted(node))
            case ast.Call(func=function, args=arguments, keywords=keywords):
                return self._call(_dotted(function), arguments, keywords)
        raise Unreadable

    def _all(self, nodes: list[ast.expr]) -> tuple[Prediction, ...]:
        return tuple(self.read(node) for node in nodes)

    def _number(self, node: ast.expr) -> Number:
        number = self.read(node)
        if not isinstance(number, Number):
            raise Unreadable
        return number

    def _literal(self, node: ast.Constant, value: complex) -> Number:
        _refuse_giants(value)
        if cmath.isinf(value):  # an overflow: infinity itself is a name
            raise Unreadable
        precision = _precision(self._source(node))
        if isinstance(value, complex):
            return Number(value, imaginary=precision)
        return Number(value, precision)

    def _source(self, node: ast.Constant) -> str:
        line = self._lines[node.lineno - 1]
        return line[node.col_offset : node.end_col_offset].decode()

    def _call(
        self, name: str, arguments: list[ast.expr], keywords: list[ast.keyword]
    ) -> Prediction:
        name = _MODULE.sub("", name)
        read = self._all(arguments)
        if name in _FUNCTIONS and len(read) == 1 and not keywords:
            return _applied(_FUNCTIONS[name], read[0])
        if name == "float" and len(read) == 1 and isinstance(read[0], str):
            return _float(read[0])
        if name in _NUMBER_TYPES and len(read) == 1 and not keywords:
            return _of_type(name, read[0])
        if name in _SETS and len(read) <= 1 and not keywords:
            return _as_set(read[0]) if read else Unordered(())
        if name in _TENSORS and len(read) == 1:
            return self._tensor(read[0], keywords)
        raise Unreadable

    def _tensor(self, content: Prediction, keywords: list[ast.keyword]) -> Prediction:
        options = {keyword.arg: keyword.value for keyword in keywords}
        if not set(options) <= set(_TENSOR_OPTIONS):
            raise Unreadable
        if "size" not in options:
            return content
        return Items(_items_of(content), size=_size(self.read(options["size"])))


def _named(name: str) -> Prediction:
    short = _MODULE.sub("", name)
    if short.lower() in _CONSTANTS:
        return _CONSTANTS[short.lower()]
    if not (name.startswith("torch.") or is_dtype(name)):
        raise Unreadable
    return Name(name)


def _dotted(node: ast.expr) -> str:
    """`torch.nn.Parameter` from its syntax tree."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        raise Unreadable
    return ".".join([node.id, *reversed(parts)])


def _of_type(name: str, content: Prediction) -> Number:
    """A number as numpy prints it, `np.int64(3)`; nothing is converted."""
    if not isinstance(content, Number) or ("int" in name and not isinstance(content.value, int)):
        raise Unreadable
    return content


def _as_set(content: Prediction) -> Unordered:
    return content if isinstance(content, Unordered) else Unordered(_items_of(content))


def _float(text: str) -> Number:
    """Python's way to write what has no literal: `float('nan')`."""
    try:
        return Number(float(text))
    except ValueError as error:
        raise Unreadable from error


def _items_of(prediction: Prediction) -> tuple[Prediction, ...]:
    if not isinstance(prediction, Items):
        raise Unreadable
    return prediction.items


def _size(prediction: Prediction) -> tuple[int, ...]:
    sizes = [item.value for item in _items_of(prediction) if isinstance(item, Number)]
    return tuple(size for size in sizes if isinstance(size, int))


def _arithmetic(operation: ast.operator, left: Number, right: Number) -> Number:
    a, b = left.value, right.value
    if isinstance(operation, ast.Pow):
        _refuse_giant_powers(a, b)
    try:
        value = _OPERATIONS[type(operation)](a, b)
    except (LookupError, ArithmeticError, TypeError, ValueError) as error:
        raise Unreadable from error
    _refuse_giants(value)
    complex_literal = isinstance(b, complex) and not isinstance(a, complex)
    if complex_literal and isinstance(operation, ast.Add | ast.Sub):
        return Number(value, left.real, right.imaginary)
    return Number(value)


def _applied(function: Callable[[float], float], argument: Prediction) -> Number:
    if not isinstance(argument, Number) or isinstance(argument.value, complex):
        raise Unreadable
    try:
        return Number(function(argument.value))
    except (ArithmeticError, ValueError) as error:
        raise Unreadable from error


def _refuse_giant_powers(base: complex, exponent: complex) -> None:
    if not (isinstance(base, int) and isinstance(exponent, int)):
        return
    if base.bit_length() * exponent > _MOST_BITS:
        raise Unreadable


def _refuse_giants(value: complex) -> None:
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise Unreadable


def _precision(literal: str) -> Precision | None:
    """What a literal's digits say of its precision; zero is exact."""
    try:
        _, digits, exponent = Decimal(literal.lower().rstrip("j")).as_tuple()
    except InvalidOperation:  # hexadecimal and the like
        return None
    if digits == (0,) or not isinstance(exponent, int):
        return None
    return Precision(len(digits), float(Decimal((0, (5,), exponent - 1))))
