"""Plausible wrong rules, as expressions: what one would answer who believes in them."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from quizapp.drafting.running.seen import Facts

REDUCTIONS = {"sum", "mean", "max", "min", "prod", "std", "var", "amax", "amin", "argmax", "argmin"}
REDUCTIONS |= {"all", "any", "norm", "logsumexp", "median", "nansum"}


@dataclass(frozen=True)
class Wrong:
    """A wrong answer as an expression, and what to say to it in English and Chinese."""

    expression: str
    en: str
    zh: str


def wrong_shapes(node: ast.expr, facts: Facts, inputs: Mapping[str, Facts]) -> Iterator[Wrong]:
    """Shapes that one may expect of an expression, and that it has not."""
    yield from _other_reductions(node)
    yield from _swapped(node, {"cat": "stack", "stack": "cat"}, _joined)
    yield from _other_place(node)
    for name in _read(node):
        held = inputs.get(name)
        if held is not None and held.shape != facts.shape:
            yield Wrong(
                f"{name}.shape",
                f"That is the shape of `{name}`.",
                f"那是 `{name}` 的形状。",
            )


def wrong_dtypes(node: ast.expr, facts: Facts, inputs: Mapping[str, Facts]) -> Iterator[Wrong]:
    """Dtypes that one may expect."""
    for name in _read(node):
        held = inputs.get(name)
        if held is not None and held.dtype != facts.dtype:
            yield Wrong(
                f"torch.{held.dtype}",
                f"That is the dtype of `{name}`; the result has another.",
                f"那是 `{name}` 的 dtype，结果的 dtype 不同。",
            )
    has_float = any(
        isinstance(one, ast.Constant) and isinstance(one.value, float) for one in ast.walk(node)
    )
    if has_float and facts.dtype == "float32":
        yield Wrong(
            "torch.float64",
            "A Python float is a double, but its width does not count.",
            "Python 的 float 虽是双精度，但它的宽度不起作用。",
        )
    elif facts.dtype not in ("float32", "int64"):
        yield Wrong(
            "torch.float32",
            "That is the default of floats, which is not what comes of this.",
            "那是浮点数的默认类型，这里得到的不是它。",
        )


def wrong_values(
    node: ast.expr, facts: Facts | None, inputs: Mapping[str, Facts]
) -> Iterator[Wrong]:
    """Values that one may expect."""
    yield from _other_reductions(node, keepdims=False)
    if facts is None:
        return
    for name in _read(node):
        held = inputs.get(name)
        if held is not None and held.shape == facts.shape and held.dtype == facts.dtype:
            yield Wrong(
                name,
                f"That is `{name}` itself; the result is another.",
                f"那是 `{name}` 本身，结果与它不同。",
            )


def _read(node: ast.expr) -> list[str]:
    names = [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
    return list(dict.fromkeys(names))[:2]


def _call(node: ast.expr) -> tuple[ast.Call, str] | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node, node.func.attr
    return None


def _is_function(call: ast.Call) -> bool:
    """`torch.sum(x, …)`, and not `x.sum(…)`."""
    assert isinstance(call.func, ast.Attribute)
    return isinstance(call.func.value, ast.Name) and call.func.value.id in ("torch", "F")


def _other_reductions(node: ast.expr, *, keepdims: bool = True) -> Iterator[Wrong]:
    found = _call(node)
    if found is None or found[1] not in REDUCTIONS:
        return
    call, name = found
    place = 1 if _is_function(call) else 0
    named = [one.arg for one in call.keywords]
    if "dim" not in named and len(call.args) <= place:
        return
    changed = copy.deepcopy(call)
    if keepdims and "keepdim" not in named:
        changed.keywords.append(ast.keyword("keepdim", ast.Constant(True)))
        yield Wrong(
            _values(changed, name),
            "That would be with `keepdim=True`; without it the dimension is gone.",
            "那是加了 `keepdim=True` 的结果；不加时这一维会消失。",
        )
    elif keepdims:
        changed.keywords = [one for one in changed.keywords if one.arg != "keepdim"]
        yield Wrong(
            _values(changed, name),
            "`keepdim=True` keeps the dimension, with size 1.",
            "`keepdim=True` 会保留这一维，大小为 1。",
        )
    other = copy.deepcopy(call)
    slot: ast.expr | None = None
    for one in other.keywords:
        slot = one.value if one.arg == "dim" else slot
    if slot is None and len(other.args) > place:
        slot = other.args[place]
    if isinstance(slot, ast.Constant) and slot.value in (0, 1) and not isinstance(slot.value, bool):
        was = slot.value
        slot.value = 1 - was
        yield Wrong(
            _values(other, name),
            f"That goes over dimension {1 - was}; here it is dimension {was}.",
            f"那是沿第 {1 - was} 维；这里是第 {was} 维。",
        )


def _values(call: ast.Call, name: str) -> str:
    """Of those that give indices as well, the values."""
    text = ast.unparse(call)
    return f"{text}.values" if name in ("max", "min", "median") else text


def _joined(was: str, other: str) -> tuple[str, str]:
    if was == "cat":
        return (
            "That is `stack`, which adds a dimension; `cat` lengthens one that is there.",
            "那是 `stack`，它会新增一维；`cat` 只加长已有的一维。",
        )
    return (
        "That is `cat`, which lengthens a dimension; `stack` adds one.",
        "那是 `cat`，它加长已有的一维；`stack` 会新增一维。",
    )


def _swapped(
    node: ast.expr, pairs: Mapping[str, str], words: Callable[[str, str], tuple[str, str]]
) -> Iterator[Wrong]:
    found = _call(node)
    if found is None or found[1] not in pairs:
        return
    changed = copy.deepcopy(found[0])
    assert isinstance(changed.func, ast.Attribute)
    changed.func.attr = pairs[found[1]]
    yield Wrong(ast.unparse(changed), *words(found[1], pairs[found[1]]))


def _other_place(node: ast.expr) -> Iterator[Wrong]:
    found = _call(node)
    if found is None or found[1] != "unsqueeze" or not found[0].args:
        return
    changed = copy.deepcopy(found[0])
    where = changed.args[-1]
    if isinstance(where, ast.Constant) and where.value in (0, 1):
        where.value = 1 - where.value
        yield Wrong(
            ast.unparse(changed),
            f"The new dimension stands at index {1 - where.value} of the result.",
            f"新的一维在结果的第 {1 - where.value} 个位置。",
        )
