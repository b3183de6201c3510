"""Assertions that ask nothing: of a method that is named, and not called."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def bare_names(tests: str) -> Iterator[tuple[int, str]]:
    """The line, from 1, and the name of each assertion that is nothing but a dotted name."""
    for node in ast.walk(ast.parse(tests)):
        match node:
            case ast.Assert(test=ast.Name() | ast.Attribute() as test):
                name = ast.unparse(test)
                if name.replace(".", "").isidentifier():
                    yield node.lineno, name


def always_true(name: str) -> str:
    """An expression that says whether Python takes what has that name for true in any case."""
    return f"callable({name}) and not (hasattr({name}, '__bool__') or hasattr({name}, '__len__'))"
