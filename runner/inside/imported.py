"""Whether code changes something that it has imported, as far as its text tells.

That is there for all that runs in the same process, and too much to be looked at each time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

_CHANGES = {
    *("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove"),
    *("reverse", "setdefault", "sort", "update"),
}
"""By what lists, sets and dicts are changed."""

Names = frozenset[str]


@dataclass(frozen=True)
class _Text:
    """What is imported by a text, what gets a further name, and of which names things change."""

    imported: Names
    named: tuple[tuple[Names, Names], ...]
    changed: tuple[Names, ...]


def is_changed_by(texts: Iterable[str]) -> bool:
    """Whether texts that are run one after the other do so."""
    all_read = [_read(text) for text in texts]
    imported = set[str]().union(*(read.imported for read in all_read))
    for further, names in (pair for read in all_read for pair in read.named):
        if names & imported:
            imported |= further
    return any(names & imported for read in all_read for names in read.changed)


@cache  # the texts of a card come again with each of its draws
def _read(text: str) -> _Text:
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError):
        return _Text(frozenset(), (), ())
    imports = (node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))
    imported = (each.asname or each.name for node in imports for each in node.names)
    named = (
        (frozenset(at.id for at in node.targets if isinstance(at, ast.Name)), _names(node.value))
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute | ast.Name)
    )
    changed = (_names(thing) for node in nodes for thing in _changed(node))
    return _Text(
        frozenset(name.partition(".")[0] for name in imported), tuple(named), tuple(changed)
    )


def _changed(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Attribute(value=thing, ctx=use) | ast.Subscript(value=thing, ctx=use):
            if not isinstance(use, ast.Load):
                yield thing
        # What has a name alone may be a module: torch.add changes nothing.
        case ast.Call(
            func=ast.Attribute(value=ast.Attribute() | ast.Subscript() as thing, attr=act)
        ):
            if act in _CHANGES:
                yield thing


def _names(thing: ast.expr) -> Names:
    return frozenset(node.id for node in ast.walk(thing) if isinstance(node, ast.Name))
