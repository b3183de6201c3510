"""Methods that are only named where a truth or a value is asked for: to Python, each is true."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from typing import Any, TypeGuard

from runner.observed import observe

_ASKS = re.compile(r"\b(?:not|and|or|if)\b|[=!]=|[<>]")

_OF_VALUES = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def refuse(expression: str, names: dict[str, Any]) -> None:
    """See that what an expression negates, joins, branches on or compares is no such method.

    Raises TypeError, with a guess at what is meant.
    """
    if not _ASKS.search(expression):
        return
    for asked in _asked(ast.parse(expression, mode="eval")):
        uncalled = [name for name in asked if _is_routine(name, names)]
        if len(uncalled) == len(asked) > 1:
            continue  # two methods may be compared
        for name in uncalled:
            observe.truth(eval(name, names), name)


def refuse_itself(expression: str, thing: Any) -> None:
    """See that what an expression gives is no such method. Raises TypeError, with that guess."""
    if inspect.isroutine(thing) and observe.is_dotted_name(expression):
        raise TypeError(f"`{expression}` calls nothing (did you mean `{expression}()`?)")


def _is_routine(name: str | None, names: dict[str, Any]) -> TypeGuard[str]:
    try:
        return name is not None and inspect.isroutine(
            eval(compile(name, "<look>", "eval", dont_inherit=True), names)
        )
    except Exception:  # it may not be come to, or is caught within
        return False


def _asked(tree: ast.AST) -> Iterator[list[str | None]]:
    """Names whose truth is asked for, and the sides of a comparison; None for what is no name."""
    for node in ast.walk(tree):
        match node:
            case ast.UnaryOp(op=ast.Not()):
                yield [_name(node.operand)]
            case ast.BoolOp():
                yield from ([_name(value)] for value in node.values)
            case ast.IfExp():
                yield [_name(node.test)]
            case ast.Compare() if isinstance(node.ops[0], _OF_VALUES):
                yield [_name(side) for side in (node.left, *node.comparators)]


def _name(part: ast.expr) -> str | None:
    written = ast.unparse(part) if isinstance(part, ast.Attribute | ast.Name) else ""
    return written if observe.is_dotted_name(written) else None
