"""Expressions that are true whatever stands in them."""

from __future__ import annotations

import ast
import itertools

_ALWAYS_TRUE = {"enumerate", "filter", "iter", "map", "repr", "reversed", "str", "type", "zip"}
"""Functions that give what is true to Python, whatever it holds."""

_OF_ITSELF = {"clone", "detach", "dim", "item", "mean", "numel", "size", "stride", "sum", "tolist"}
"""Methods that say the same when they are called again."""

_SAME = {"allclose", "equal"}
"""Functions and methods that compare what two things hold."""

_POSITIVE = {ast.NotEq: ast.Eq, ast.IsNot: ast.Is, ast.NotIn: ast.In}
"""Of comparisons that deny another."""

_READ_AGAIN = (
    *(ast.Name, ast.Attribute, ast.Constant, ast.expr_context, ast.Compare, ast.cmpop),
    *(ast.UnaryOp, ast.unaryop),
)


def always_true(expression: str) -> bool:
    """Whether an expression is true whatever its names stand for; one without any says so."""
    value = ast.parse(expression.strip(), mode="eval").body
    return any(isinstance(node, ast.Name) for node in ast.walk(value)) and is_true(value)


def is_true(value: ast.expr) -> bool:
    """Whether it is true whatever stands in it: `(x == 1, "why")`, say."""
    match value:
        case ast.BoolOp():
            if isinstance(value.op, ast.And):
                return all(map(is_true, value.values))
            pairs = itertools.combinations(value.values, 2)
            return any(map(is_true, value.values)) or any(_are_opposed(*pair) for pair in pairs)
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="any"), args=[over])):
            return _is_empty(over)
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
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, ast.Name(id="object")]):
            return True
        case ast.Call(func=ast.Name(id="all"), args=[over]):
            return _is_empty(over)
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


def _is_empty(over: ast.expr) -> bool:
    """Whether what is gone through is written as holding nothing."""
    match over:
        case ast.GeneratorExp(generators=[first, *_]) | ast.ListComp(generators=[first, *_]):
            return _is_empty(first.iter)
        case ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[]) | ast.Constant(value=""):
            return True
    return False


def _are_opposed(one: ast.expr, other: ast.expr) -> bool:
    """Whether one is the other's negation, so that one of them holds."""
    (first, is_so), (second, is_so_too) = _negated(one), _negated(other)
    return is_so != is_so_too and _are_alike(first, second)


def _negated(value: ast.expr) -> tuple[ast.expr, bool]:
    """An expression without its negation, and whether it has none: `a` and False of `not a`."""
    match value:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner, is_so = _negated(operand)
            return inner, not is_so
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            if positive := _POSITIVE.get(type(operator)):
                return ast.Compare(left, [positive()], [right]), False
    return value, True


def _are_alike(one: ast.expr, other: ast.expr) -> bool:
    """Whether they are written alike, and hold the same when they are read again."""
    return ast.unparse(one) == ast.unparse(other) and all(
        isinstance(node, _READ_AGAIN)
        or (isinstance(node, ast.Call) and getattr(node.func, "attr", "") in _OF_ITSELF)
        for node in ast.walk(one)
    )
