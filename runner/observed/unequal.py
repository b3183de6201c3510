"""Comparisons that say nothing of the values: of things that Python never takes for equal."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

import torch

_COMPARES = re.compile(r"[=!]=|\bis\b")

_ASKED_AGAIN = {
    *("data_ptr", "dim", "element_size", "get_device", "id", "item", "len", "list", "numel"),
    *("size", "storage_offset", "stride", "str", "tolist", "tuple", "type"),
}
"""Functions and methods that may be called once more, since they change nothing."""

_NAMES: dict[type, str] = {
    **dict.fromkeys((int, float, complex, bool), "a number"),
    **dict.fromkeys((tuple, torch.Size), "a tuple"),
    str: "a text",
    list: "a list",
    torch.dtype: "a dtype",
    torch.device: "a device",
}
"""What never equals what has another name here."""


def refuse(expression: str, names: dict[str, Any]) -> None:
    """See that an expression does not hold `x.dtype` against a text, say, or numbers by `is`.

    Raises TypeError, with a guess at what is meant. In code such a comparison may be the lesson,
    and a name may stand for now this, now that; in what is asked of the code it is a slip, whose
    truth would say something else.
    """
    if not _COMPARES.search(expression):
        return
    for compared, left, operator, right in _comparisons(ast.parse(expression, mode="eval")):
        try:
            one, other = both = [eval(ast.unparse(side), names) for side in (left, right)]
        except Exception:  # it may not be come to, or is caught within
            continue
        what, against = (_NAMES.get(type(thing)) for thing in (one, other))
        if what is None or against is None:
            continue
        if isinstance(operator, ast.Eq | ast.NotEq) and what != against:
            raise TypeError(
                f"`{compared}` compares {what} with {against}, which are never equal"
                + (_meant(left, one, other) or _meant(right, other, one))
            )
        of_values = what == against and what in ("a number", "a text")
        if isinstance(operator, ast.Is | ast.IsNot) and of_values and bool not in map(type, both):
            equal = "==" if isinstance(operator, ast.Is) else "!="
            raise TypeError(
                f"`{compared}` asks whether they are one object, not whether they are equal"
                f" (did you mean `{ast.unparse(left)} {equal} {ast.unparse(right)}`?)"
            )


def _comparisons(
    tree: ast.AST,
) -> Iterator[tuple[str, ast.expr, ast.cmpop, ast.expr]]:
    """Each with its text and sides, where both can be asked for once more."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for left, operator, right in zip(sides, node.ops, sides[1:], strict=False):
                of_objects = isinstance(operator, ast.Is | ast.IsNot)
                if (
                    all(map(_can_be_asked_again, (left, right)))
                    and any(map(_is_of_something, (left, right)))
                    and (of_objects or any(map(_is_written, (left, right))))
                ):
                    yield ast.unparse(node), left, operator, right


def _is_of_something(side: ast.expr) -> bool:
    """Whether it is seen of a thing, as `x.shape[0]` is, and no name of which that is not known."""
    while isinstance(side, ast.Subscript):
        side = side.value
    return isinstance(side, ast.Attribute | ast.Call)


def _is_written(side: ast.expr) -> bool:
    """Whether it is the same whatever the code does."""
    try:
        ast.literal_eval(side)
    except (ValueError, TypeError):
        return False
    return True


def _can_be_asked_again(part: ast.expr) -> bool:
    match part:
        case ast.Constant() | ast.Name():
            return True
        case ast.Attribute() | ast.Subscript() | ast.Starred() | ast.UnaryOp():
            return all(map(_can_be_asked_again, _within(part)))
        case ast.Tuple() | ast.List():
            return all(map(_can_be_asked_again, part.elts))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in _ASKED_AGAIN and all(map(_can_be_asked_again, _within(part)))
    return False


def _within(part: ast.expr) -> Iterator[ast.expr]:
    return (one for one in ast.iter_child_nodes(part) if isinstance(one, ast.expr))


def _meant(written: ast.expr, one: Any, other: Any) -> str:
    """A guess at what was to be compared, of the side that Python is strict about."""
    if isinstance(one, str) and isinstance(other, torch.dtype):
        name = one.removeprefix("torch.")
        meant = f"torch.{name}" if isinstance(getattr(torch, name, None), torch.dtype) else ""
    elif isinstance(one, torch.device) and isinstance(other, str):
        meant = f"{ast.unparse(written)}.type"
    elif isinstance(one, tuple) and isinstance(other, list):
        meant = f"list({ast.unparse(written)})"
    else:
        meant = ""
    return f" (did you mean `{meant}`?)" if meant else ""
