"""What of code a card may draw: a dim, keepdim, a dtype, a number, a size."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

MOST = 3
"""Ways to vary one card that are tried."""
_MAKING = {"zeros", "ones", "rand", "randn", "empty", "full"}
_SIZES = ("n", "m", "k", "size")
_OVER_DIM = {
    *("sum", "mean", "prod", "argmax", "argmin", "cumsum", "softmax", "flip", "unsqueeze", "norm"),
    *("std", "var", "max", "min", "all", "any", "squeeze", "amax", "amin", "log_softmax", "unbind"),
    *("median", "logsumexp", "select"),
}
_DTYPES = ("torch.float64", "torch.int64", "torch.float16")


@dataclass(frozen=True)
class Varied:
    """Code in which a name stands for something, and the values that it may have, as source."""

    name: str
    values: tuple[str, ...]
    code: str
    noted: str
    """The one of the values that stands in the notes."""


def variations(code: str, kind: str) -> tuple[Varied, ...]:
    """Ways in which code may vary, what changes more than a size first.

    Whether the code still runs, and the answer changes, is for torch to say.
    """
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return ()
    if not tree.body:
        return ()
    used = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
    found = [*_arguments(tree.body[-1]), *_dtypes(tree, kind)]
    if kind == "value":
        found += _numbers(tree.body[-1], tree)
    elif kind == "shape":
        found += _sizes(tree, used)
    return tuple(
        Varied(name, values, _replaced(code, node, name), ast.unparse(node))
        for node, name, values in found
        if name not in used and node.lineno == node.end_lineno
    )[:MOST]


Found = Iterator[tuple[ast.expr, str, tuple[str, ...]]]


def _arguments(asked: ast.stmt) -> Found:
    """The dim and keepdim of what is asked about."""
    for call in ast.walk(asked):
        if not isinstance(call, ast.Call):
            continue
        named = {one.arg: one.value for one in call.keywords}
        slot = named.get("dim")
        if slot is None and isinstance(call.func, ast.Attribute) and call.func.attr in _OVER_DIM:
            of_torch = isinstance(call.func.value, ast.Name) and call.func.value.id in (
                "torch",
                "F",
            )
            slot = next(iter(call.args[of_torch : of_torch + 1]), None)
        if isinstance(slot, ast.Constant) and type(slot.value) is int and slot.value >= 0:
            yield slot, "dim", tuple(map(str, range(max(2, slot.value + 1))))
        keepdim = named.get("keepdim")
        if isinstance(keepdim, ast.Constant):
            yield keepdim, "keepdim", ("False", "True")


def _dtypes(tree: ast.Module, kind: str) -> Found:
    """The dtype that one of the inputs is made with."""
    if kind != "dtype":
        return
    for statement in tree.body[:-1]:
        for call in ast.walk(statement):
            if not isinstance(call, ast.Call):
                continue
            for one in call.keywords:
                text = ast.unparse(one.value)
                if one.arg == "dtype" and text.startswith("torch."):
                    others = [each for each in _DTYPES if each != text][:2]
                    yield one.value, "dtype", (text, *others)


def _numbers(asked: ast.stmt, tree: ast.Module) -> Found:
    """A number that the asked line calculates with."""
    count = _constants(tree)
    for node in ast.walk(asked):
        match node:
            case ast.BinOp(right=ast.Constant(value=int(value)) as one):
                pass
            case ast.Call(
                func=ast.Attribute(attr="pow" | "roll" | "tril" | "triu"),
                args=[*_, ast.Constant(value=int(value)) as one],
            ):
                pass
            case _:
                continue
        if type(value) is int and value > 0 and count[value] == 1:
            yield one, "n", tuple(map(str, (value, value + 1, value + 2)))


def _sizes(tree: ast.Module, used: set[str]) -> Found:
    """The size of a tensor that stands in the code once."""
    name = next((one for one in _SIZES if one not in used), None)
    count = _constants(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="torch"), attr=made), args=args):
                if made not in _MAKING or name is None:
                    continue
                for arg in args:
                    if not isinstance(arg, ast.Constant) or type(arg.value) is not int:
                        continue
                    values = (arg.value, arg.value + 1, arg.value + 3)
                    others = set(values[1:]) & set(count)
                    if 2 <= arg.value <= 64 and count[arg.value] == 1 and not others:
                        yield arg, name, tuple(map(str, values))


def _constants(tree: ast.AST) -> Counter[int]:
    return Counter(
        one.value
        for one in ast.walk(tree)
        if isinstance(one, ast.Constant) and type(one.value) is int
    )


def _replaced(code: str, node: ast.expr, name: str) -> str:
    lines = code.split("\n")
    line = lines[node.lineno - 1].encode()
    lines[node.lineno - 1] = (
        line[: node.col_offset] + name.encode() + line[node.end_col_offset or 0 :]
    ).decode()
    return "\n".join(lines)
