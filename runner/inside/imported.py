"""Whether code changes something that it has imported, as far as its text tells.

That is there for all that runs in the same process, and too much to be looked at each time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

_CHANGES = {
    *("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove"),
    *("reverse", "setdefault", "sort", "update"),
}
"""By what lists, sets and dicts are changed."""

_Function = ast.FunctionDef | ast.AsyncFunctionDef

Names = frozenset[str]


@dataclass(frozen=True)
class _Text:
    """What is imported by a text, what gets a further name, and of which names things change."""

    imported: Names
    named: tuple[tuple[Names, Names], ...]
    changed: tuple[Names, ...]


def is_changed_by(texts: Iterable[str]) -> bool:
    """Whether texts that are run one after the other do so."""
    texts = list(texts)
    if any("exec(" in text for text in texts):
        texts += [string for text in texts for string in _strings_in(text)]
    all_read = [_read(text) for text in texts]
    imported = set[str]().union(*(read.imported for read in all_read))
    for further, names in (pair for read in all_read for pair in read.named):
        if names & imported:
            imported |= further
    return any(names & imported for read in all_read for names in read.changed)


@cache  # the texts of a card come again with each of its draws
def _read(text: str) -> _Text:
    nodes = list(ast.walk(_parsed(text) or ast.Pass()))
    imports = (node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))
    imported = (each.asname or each.name for node in imports for each in node.names)
    functions = {node.name: node.args for node in nodes if isinstance(node, _Function)}
    named = (
        (_bound(place), _handed_on(value))
        for node in nodes
        for place, value in _bindings(node, functions)
    )
    changed = (_names(thing) for node in nodes for thing in _changed(node))
    return _Text(
        frozenset(name.partition(".")[0] for name in imported), tuple(named), tuple(changed)
    )


@cache
def _strings_in(text: str) -> tuple[str, ...]:
    """Of which one may be what is executed."""
    nodes = ast.walk(_parsed(text) or ast.Pass())
    return tuple(
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _bindings(
    node: ast.AST, functions: Mapping[str, ast.arguments]
) -> Iterator[tuple[ast.AST, ast.expr]]:
    """What gets names, and what is named by them."""
    match node:
        case ast.Assign(targets=places, value=value):
            yield from ((place, value) for place in places)
        case (
            ast.NamedExpr(target=place, value=value)
            | ast.AnnAssign(target=place, value=ast.expr() as value)
        ):
            yield place, value
        case ast.For(target=place, iter=value) | ast.comprehension(target=place, iter=value):
            yield place, value
        case ast.withitem(context_expr=value, optional_vars=ast.expr() as place):
            yield place, value
        case ast.Call(func=ast.Name(id=name), args=given, keywords=by_name) if name in functions:
            takes = functions[name]
            in_order = [*takes.posonlyargs, *takes.args]
            yield from zip(in_order, given, strict=False)
            by = {one.arg: one for one in [*in_order, *takes.kwonlyargs]}
            yield from ((by[one.arg], one.value) for one in by_name if one.arg in by)


def _bound(place: ast.AST) -> Names:
    nodes = ast.walk(place)
    return frozenset(
        node.arg if isinstance(node, ast.arg) else node.id
        for node in nodes
        if isinstance(node, ast.arg) or (isinstance(node, ast.Name) and not _is_read(node))
    )


def _is_read(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def _handed_on(value: ast.expr) -> Names:
    """The names by which something goes on as it is, alone or among others; a call makes anew."""
    match value:
        case ast.Attribute() | ast.Name():
            return _names(value)
        case ast.Tuple(elts=those) | ast.List(elts=those) | ast.Set(elts=those):
            return frozenset[str]().union(*map(_handed_on, those))
        case ast.Dict(values=those):
            return frozenset[str]().union(*map(_handed_on, those))
        case ast.IfExp(body=one, orelse=other):
            return _handed_on(one) | _handed_on(other)
    return frozenset()


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
