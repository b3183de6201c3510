"""Numbers of code turned into what a card may draw."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass

_MAKING = {"zeros", "ones", "rand", "randn", "empty", "full"}
_NAMES = ("n", "m", "k", "size")


@dataclass(frozen=True)
class Varied:
    """Code in which a name stands for a number, and the numbers that it may be."""

    name: str
    values: tuple[int, ...]
    code: str


def varied(code: str) -> Varied | None:
    """The first size of a tensor that stands in the code once; None where there is none."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return None
    used = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
    name = next((one for one in _NAMES if one not in used), None)
    count = Counter(
        one.value
        for one in ast.walk(tree)
        if isinstance(one, ast.Constant) and type(one.value) is int
    )
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="torch"), attr=made), args=args):
                if made not in _MAKING or name is None:
                    continue
                for arg in args:
                    if (
                        isinstance(arg, ast.Constant)
                        and type(arg.value) is int
                        and 2 <= arg.value <= 64
                        and count[arg.value] == 1
                        and arg.lineno == arg.end_lineno
                    ):
                        values = (arg.value, arg.value + 1, arg.value + 3)
                        if not set(values[1:]) & set(count):
                            return Varied(name, values, _replaced(code, arg, name))
    return None


def _replaced(code: str, arg: ast.Constant, name: str) -> str:
    lines = code.split("\n")
    line = lines[arg.lineno - 1].encode()
    lines[arg.lineno - 1] = (
        line[: arg.col_offset] + name.encode() + line[arg.end_col_offset or 0 :]
    ).decode()
    return "\n".join(lines)
