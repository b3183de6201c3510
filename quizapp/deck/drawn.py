"""What an expression comes to in a draw, found out without torch, and without running any code.

It may speak of what is drawn, by literals, arithmetic, comparisons and a few functions. Whoever
wrote the deck may be anybody, so nothing here can take long, or reach anything.
"""

from __future__ import annotations

import ast
import itertools
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from quizapp.deck.parts import Draw
from quizapp.text.language import tr
from quizapp.text.spelling import did_you_mean

LONGEST = 400
"""Characters of an expression."""

_MOST_BITS = 256
_LONGEST_TEXT = 1_000
_MOST_MEMBERS = 500


def combinations(values: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    """Every draw of names that each have some values, in the order written."""
    for row in itertools.product(*values.values()):
        yield dict(zip(values, row, strict=True))


class NotDrawn(Exception):
    """An expression cannot be found out from the draw; the message says why."""


@dataclass(frozen=True)
class Symbol:
    """Something drawn that only torch knows, such as `torch.float32`: its source stands for it."""

    source: str


def value_in(draw: Draw, expression: str) -> Any:
    """What the expression comes to. Raises NotDrawn."""
    return _value(expression, drawn_values(draw))


def drawn_values(draw: Draw) -> dict[str, Any]:
    """The values drawn, by name; a later one may speak of those before it."""
    names: dict[str, Any] = {}
    for name, source in draw.items():
        try:
            names[name] = _value(source, names)
        except NotDrawn:
            names[name] = Symbol(source.strip())
    return names


def _value(expression: str, names: Mapping[str, Any]) -> Any:
    if len(expression) > LONGEST:
        raise NotDrawn(tr("is longer than {longest} characters", longest=LONGEST))
    import simpleeval  # few decks need it

    functions = dict(_FUNCTIONS)
    evaluator = simpleeval.EvalWithCompoundTypes(_OPERATORS, functions, _Names(names))
    call = evaluator.nodes[ast.Call]
    evaluator.nodes = {kind: evaluator.nodes[kind] for kind in _ALLOWED}
    evaluator.nodes[ast.Attribute] = partial(_symbol, names)
    evaluator.nodes[ast.Call] = lambda node: call(_allowed(node))
    try:
        value = evaluator.eval(expression, ast.parse(expression.strip(), mode="eval").body)
        if _members(value) > _MOST_MEMBERS:  # each draw may hold those before it twice
            raise NotDrawn(tr("holds more than {most_members} values", most_members=_MOST_MEMBERS))
        return value
    except NotDrawn:
        raise
    except simpleeval.InvalidExpression as error:
        raise NotDrawn(tr("is more than a simple expression in what is drawn")) from error
    except Exception as error:  # of whatever the expression computes with
        if Symbol.__name__ in str(error):
            source = expression.strip()
            raise NotDrawn(tr("only torch could compute `{source}`", source=source)) from error
        raise NotDrawn(
            tr("raises {name}: {error}", name=type(error).__name__, error=error)
        ) from error


def _members(value: Any) -> int:
    return 1 + sum(map(_members, value)) if isinstance(value, list | tuple) else 1


class _Names(dict[str, Any]):
    """The names drawn; others are told as such."""

    def __missing__(self, name: str) -> Any:
        raise NotDrawn(
            tr(
                "`{name}` is not drawn{did_you_mean}",
                name=name,
                did_you_mean=did_you_mean(name, self),
            )
        )


def _symbol(names: Mapping[str, Any], node: ast.Attribute) -> Symbol:
    """`torch.float32` stands for itself."""
    source = ast.unparse(node)
    root, *parts = source.split(".")
    if root in names or not all(map(str.isidentifier, (root, *parts))):
        raise NotDrawn(tr("only torch could compute `{source}`", source=source))
    return Symbol(source)


def _allowed(call: ast.Call) -> ast.Call:
    name = ast.unparse(call.func)
    if name not in _FUNCTIONS:
        raise NotDrawn(tr("only torch could compute `{name}(…)`", name=name))
    return call


def _of_numbers(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Without the formatting, repeating and joining of texts, which can grow without bound."""

    def computed(one: Any, other: Any) -> Any:
        for value in (one, other):
            if not isinstance(value, int | float):
                raise NotDrawn(tr("cannot compute with {value!r}", value=value))
        value = compute(one, other)
        if isinstance(value, int) and value.bit_length() > _MOST_BITS:
            raise NotDrawn(tr("comes to too large a number"))
        return value

    return computed


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(base, int) and base.bit_length() * abs(exponent) > _MOST_BITS:
        raise NotDrawn(tr("comes to too large a number"))
    return base**exponent


def _text(value: Any) -> str:
    return str(value)[:_LONGEST_TEXT]


_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: _of_numbers(operator.add),
    ast.Sub: _of_numbers(operator.sub),
    ast.Mult: _of_numbers(operator.mul),
    ast.Div: _of_numbers(operator.truediv),
    ast.FloorDiv: _of_numbers(operator.floordiv),
    ast.Mod: _of_numbers(operator.mod),
    ast.Pow: _of_numbers(_power),
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda one, many: one in many,
    ast.NotIn: lambda one, many: one not in many,
}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "abs": abs,
    "bool": bool,
    "float": float,
    "int": int,
    "len": len,
    "max": max,
    "min": min,
    "sorted": sorted,
    "str": _text,
    "sum": sum,
    "tuple": tuple,
}
_ALLOWED = (
    *(ast.BinOp, ast.BoolOp, ast.Compare, ast.Constant, ast.IfExp, ast.List),
    *(ast.Name, ast.Slice, ast.Subscript, ast.Tuple, ast.UnaryOp),
)
