"""The imports that the cards of a deck need, for its setup."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator


def one_each(imports: Iterable[str]) -> list[str]:
    """The lines that import the same, each thing once, whatever other lines import it too."""
    known: set[tuple[str, str]] = set()
    return [
        ast.unparse(line)
        for text in imports
        for node in ast.parse(text).body
        for line in _lines(node, known)
    ]


def _lines(node: ast.stmt, known: set[tuple[str, str]]) -> Iterator[ast.stmt]:
    """What a statement imports that is not known; that is known then."""
    match node:
        case ast.Import(names=names):
            for alias in names:
                # `import torch.nn` binds `torch`, and is no less needed where that is bound.
                if _is_new((alias.asname or alias.name, alias.name), known):
                    yield ast.Import([alias])
        case ast.ImportFrom(module=module, names=names, level=level):
            new = [
                alias
                for alias in names
                if _is_new((alias.asname or alias.name, f"{module}.{alias.name}"), known)
            ]
            if new:
                yield ast.ImportFrom(module, new, level)
        case _:
            yield node


def _is_new(one: tuple[str, str], known: set[tuple[str, str]]) -> bool:
    if one in known:
        return False
    known.add(one)
    return True
