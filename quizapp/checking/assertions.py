"""Assertions that ask nothing: of a method that is named, and not called."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from quizapp.checking.findings import Finding, Site
from quizapp.deck.parts import Code
from quizapp.text.language import tr
from runner.protocol.wire import Fact, Look, Outcome, Snippet


class Asserted:
    """What the assertions of a code only name, to be looked at once it has run.

    `field` is the code's, see Site.
    """

    def __init__(self, code: Code, field: str) -> None:
        self._sites = [Site(field, code.line + line - 1) for line, _ in _bare_names(code.text)]
        self._names = [name for _, name in _bare_names(code.text)]

    def __bool__(self) -> bool:
        return bool(self._names)

    def to_be_looked_at(self, snippet: Snippet) -> Snippet:
        """A snippet that runs the code, and tells of the names in place of its own looks."""
        return replace(snippet, looks=tuple(Look("bool", _always_true(n)) for n in self._names))

    def findings(self, seen: Outcome) -> Iterator[Finding]:
        """Those that hold in any case."""
        for site, name, fact in zip(self._sites, self._names, seen.facts, strict=True):
            if fact == Fact("bool", True):
                what = tr("an assertion always holds")
                yield Finding(site, what, tr("{name} is not called", name=name))


@lru_cache(1024)  # of each code there is one for each draw
def _bare_names(code: str) -> Sequence[tuple[int, str]]:
    """The line, from 1, and what is named in assertions, or in a part of one, and not called."""
    asserted = (node.test for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Assert))
    parts = (part for test in asserted for part in _parts(test))
    return [
        (part.lineno, ast.unparse(part))
        for part in parts
        if isinstance(part, ast.Name | ast.Attribute)
    ]


def _parts(test: ast.expr) -> Iterator[ast.expr]:
    """What is joined by `and` and `or`."""
    if isinstance(test, ast.BoolOp):
        for value in test.values:
            yield from _parts(value)
    else:
        yield test


def _always_true(name: str) -> str:
    """An expression that says whether Python takes what has that name for true in any case."""
    own = "hasattr(it, '__bool__') or hasattr(it, '__len__')"
    return f"(lambda it: callable(it) and not ({own}))({name})"
