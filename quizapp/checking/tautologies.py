"""Expressions that are true whatever stands in them."""

from __future__ import annotations

import ast

_ALWAYS_TRUE = {"enumerate", "filter", "iter", "map", "repr", "reversed", "str", "type", "zip"}
"""Functions that give what is true to Python, whatever it holds."""

_OF_ITSELF = {"clone", "detach", "dim", "item", "mean", "numel", "size", "stride", "sum", "tolist"}
"""Methods that say the same when they are called again."""

_SAME = {"allclose", "equal", "shares"}
"""Functions that compare two things."""


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
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[one, other]) if (
            name in _SAME
        ):
            return ast.unparse(one) == ast.unparse(other) and _is_a_name(one)
        case ast.Call(func=ast.Attribute(value=one, attr=name), args=[other]) if name in _SAME:
            return ast.unparse(one) == ast.unparse(other) and _is_a_name(one)
        case ast.Call(func=ast.Name(id=name)):
            return name in _ALWAYS_TRUE
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            if isinstance(operator, ast.GtE) and ast.unparse(right) == "0":
                return isinstance(left, ast.Call) and ast.unparse(left.func) == "len"
            is_same = ast.unparse(left) == ast.unparse(right) and _is_a_name(left)
            return is_same and isinstance(operator, ast.Eq | ast.Is | ast.LtE | ast.GtE)
        case ast.IfExp():
            return is_true(value.body) and is_true(value.orelse)
    return isinstance(value, ast.GeneratorExp | ast.Lambda)


def _is_a_name(part: ast.expr) -> bool:
    """Whether it is the same when it is read again."""
    return all(
        isinstance(node, ast.Name | ast.Attribute | ast.Constant | ast.expr_context)
        or (isinstance(node, ast.Call) and getattr(node.func, "attr", "") in _OF_ITSELF)
        for node in ast.walk(part)
    )
