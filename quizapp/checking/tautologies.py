"""Expressions that are true whatever stands in them."""

from __future__ import annotations

import ast

_ALWAYS_TRUE = {"enumerate", "filter", "iter", "map", "repr", "reversed", "str", "type", "zip"}
"""Functions that give what is true to Python, whatever it holds."""

_OF_ITSELF = {"clone", "detach", "dim", "item", "mean", "numel", "size", "stride", "sum", "tolist"}
"""Methods that say the same when they are called again."""

_SAME = {"allclose", "equal"}
"""Functions and methods that compare what two things hold."""


def always_true(expression: str) -> bool:
    """Whether an expression is true whatever its names stand for; one without any says so."""
    value = ast.parse(expression.strip(), mode="eval").body
    return any(isinstance(node, ast.Name) for node in ast.walk(value)) and is_true(value)


def is_true(value: ast.expr) -> bool:
    """Whether it is true whatever stands in it: `(x == 1, "why")`, say."""
    match value:
        case ast.BoolOp():
            which = all if isinstance(value.op, ast.And) else any
            return which(map(is_true, value.values))
        case ast.Constant():
            return bool(value.value)
        case ast.Tuple() | ast.List() | ast.Set():
            return not all(isinstance(one, ast.Starred) for one in value.elts)
        case ast.Dict():
            return any(value.keys)
        case ast.JoinedStr():
            return bool(value.values)
        case ast.Call(func=ast.Name(id="shares"), args=[ast.Name(id=one), ast.Name(id=other)]):
            return one == other
        case (
            ast.Call(func=ast.Attribute(attr=name), args=[one, other])
            | ast.Call(func=ast.Attribute(value=one, attr=name), args=[other])
        ) if name in _SAME:
            return _are_alike(one, other)
        case ast.Call(func=ast.Name(id=name)):
            return name in _ALWAYS_TRUE
        case ast.Compare(left=left, ops=[ast.Is()], comparators=[right]):
            return isinstance(left, ast.Name) and _are_alike(left, right)
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            if isinstance(operator, ast.GtE) and ast.unparse(right) == "0":
                return isinstance(left, ast.Call) and ast.unparse(left.func) == "len"
            return isinstance(operator, ast.Eq | ast.LtE | ast.GtE) and _are_alike(left, right)
        case ast.IfExp():
            return is_true(value.body) and is_true(value.orelse)
    return isinstance(value, ast.GeneratorExp | ast.Lambda)


def _are_alike(one: ast.expr, other: ast.expr) -> bool:
    """Whether they are written alike, and hold the same when they are read again."""
    return ast.unparse(one) == ast.unparse(other) and all(
        isinstance(node, ast.Name | ast.Attribute | ast.Constant | ast.expr_context)
        or (isinstance(node, ast.Call) and getattr(node.func, "attr", "") in _OF_ITSELF)
        for node in ast.walk(one)
    )
