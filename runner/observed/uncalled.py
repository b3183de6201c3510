"""Methods that are only named where a truth is asked for: to Python, each of them is true."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from typing import Any

from runner.observed import observe

_ASKS = re.compile(r"\b(?:not|and|or|if|is)\b|[=!]=")


def refuse(expression: str, names: dict[str, Any]) -> None:
    """See that what an expression negates, joins, branches on or compares is no such method.

    Raises TypeError, with a guess at what is meant.
    """
    if not _ASKS.search(expression):
        return
    for name in _asked(ast.parse(expression, mode="eval")):
        try:
            thing = eval(compile(name, "<look>", "eval", dont_inherit=True), names)
        except Exception:  # it may not be come to, or is caught within
            continue
        if inspect.isroutine(thing):
            observe.truth(thing, name)


def _asked(tree: ast.AST) -> Iterator[str]:
    """Attributes whose truth is asked for."""
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        match node:
            case ast.UnaryOp(op=ast.Not()):
                parts = [node.operand]
            case ast.BoolOp():
                parts = node.values
            case ast.IfExp():
                parts = [node.test]
            case ast.Compare():
                sides = [node.left, *node.comparators]
                if any(map(_is_truth, sides)):
                    parts = sides
        written = (ast.unparse(part) for part in parts if isinstance(part, ast.Attribute))
        yield from filter(observe.is_dotted_name, written)


def _is_truth(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)
