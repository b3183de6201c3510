"""Assertions that ask nothing, and those that nothing comes to or that fail unheard."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache

from quizapp.checking.findings import Finding, Site
from quizapp.checking.tautologies import is_true
from quizapp.deck.parts import Code
from quizapp.deck.python_source import names_read
from quizapp.text.language import tr
from runner.protocol.wire import Fact, Look, Outcome, Raised, Snippet

_OF_THE_MACHINE = {
    "__version__",
    "device",
    "device_count",
    "is_available",
    "platform",
    "version",
    "version_info",
}
"""Names in a condition that holds on some machines only, and perhaps not on this."""

_OF_ASSERTIONS = {"AssertionError", "Exception", "BaseException"}

_ASKED_OF = {
    *("all", "allclose", "any", "equal", "hasattr", "isclose", "isinstance", "raises", "shares")
}
"""Functions that are called for what they say, and not for what they do."""


@dataclass(frozen=True)
class _Read:
    """What assertions of a code are worth a look, each with its line, from 1.

    `true` are values that are true whatever ran, `unheard` what fails without anyone hearing of
    it, `bare` what stands there without an `assert`,
    `names` what is only named, `unequal` what is not to be equal, `formless` messages that seem
    to lack their `f`, and `marks` the names of what `marked` notes of assertions that the code
    may not come to: it is False once one is come to, and True once it holds.
    """

    true: Sequence[tuple[int, str]]
    unheard: Sequence[tuple[int, str]]
    bare: Sequence[tuple[int, str]]
    names: Sequence[tuple[int, str]]
    unequal: Sequence[tuple[int, str]]
    formless: Sequence[tuple[int, str]]
    marks: Sequence[tuple[int, str]]
    marked: str


class Asserted:
    """The assertions of a code, of which some have to be looked at once it has run.

    `field` is the code's, see Site.
    """

    def __init__(self, code: Code, field: str) -> None:
        self._read = _read(code.text)
        self._code = code
        self._field = field

    @property
    def wants_a_look(self) -> bool:
        """Whether running the code shows more of them."""
        return bool(self._read.names or self._read.unequal or self._read.marks)

    def to_be_looked_at(self, snippet: Snippet) -> Snippet:
        """One that runs the code, its last source, and tells of this in place of its looks."""
        *before, last = snippet.sources
        looks = [Look("bool", _always_true(name)) for _, name in self._read.names]
        # It is judged as an ask is, and not evaluated: that may change what the next one sees.
        looks += [Look("bool", f"False and ({said})") for _, said in self._read.unequal]
        looks += [Look("bool", mark) for _, mark in self._read.marks]
        sources = (*before, replace(last, text=self._read.marked))
        return replace(snippet, sources=sources, looks=tuple(looks))

    def always_true(self) -> Iterator[Finding]:
        """Those that hold in any case, as they are written, or are none."""
        for line, value in self._read.bare:
            yield Finding(self._site(line), tr("it asks nothing without `assert` before it"), value)
        for line, said in self._read.formless:
            yield Finding(self._site(line), tr("a message with braces has no `f` before it"), said)
        for line, value in self._read.true:
            what = tr("an assertion always holds")
            yield Finding(self._site(line), what, tr("{value} is always true", value=value))
        for line, value in self._read.unheard:
            what = tr("where an assertion fails, the `except` after it takes that silently")
            yield Finding(self._site(line), what, value)

    def holding(self, seen: Outcome) -> Iterator[Finding]:
        """Those of a method that is named and not called, or of what can never be equal."""
        what = tr("an assertion always holds")
        for (line, name), fact in zip(self._read.names, seen.facts, strict=False):
            if fact == Fact("bool", True):
                yield Finding(self._site(line), what, tr("{name} is not called", name=name))
        for (line, _), fact in zip(
            self._read.unequal, seen.facts[len(self._read.names) :], strict=False
        ):
            if isinstance(fact, Raised) and fact.type == "TypeError":
                yield Finding(self._site(line), what, fact.message)

    def idle(self, seen: Outcome) -> Iterator[Finding]:
        """Those that did not hold once, though nothing was raised."""
        facts = seen.facts[len(self._read.names) + len(self._read.unequal) :]
        told = {line for line, _ in self._read.unheard}
        for (line, _), fact in zip(self._read.marks, facts, strict=False):
            if fact == Fact("bool", False) and line not in told:
                yield Finding(self._site(line), tr("an assertion fails, and that is caught"))
            elif fact not in (Fact("bool", True), Fact("bool", False)):
                yield Finding(self._site(line), tr("an assertion is never reached"))

    def _site(self, line: int) -> Site:
        return Site(self._field, self._code.line + line - 1)


@lru_cache(1024)  # of each code there is one for each draw
def _read(code: str) -> _Read:
    tree = ast.parse(code)
    asserted = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    parts = [part for one in asserted for part in _parts(one.test)]
    straight = {*tree.body, *_of_some_machines(tree)}
    dead = set(_never_called(tree, code))
    nested = [
        one for one in asserted if one not in straight and (one in dead or not _is_false(one.test))
    ]
    knows_nan = "nan" in code.lower()  # which is not equal to itself
    known = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return _Read(
        true=[
            (one.lineno, ast.unparse(one.test))
            for one in asserted
            if is_true(one.test) and not (knows_nan and isinstance(one.test, ast.Compare))
        ],
        unheard=[(one.lineno, ast.unparse(one)) for one in _unheard(tree)],
        bare=[(one.lineno, ast.unparse(one)) for one in _said(tree.body) if _asks(one.value)],
        names=[
            (part.lineno, ast.unparse(part))
            for part in parts
            if isinstance(part, ast.Name | ast.Attribute)
        ],
        unequal=[(part.lineno, ast.unparse(part)) for part in parts if _is_negative(part)],
        formless=[(one.lineno, text) for one in asserted for text in _without_form(one.msg, known)],
        marks=[(one.lineno, _mark(number)) for number, one in enumerate(nested)],
        marked=_marked(code, nested),
    )


def _never_called(tree: ast.Module, code: str) -> Iterator[ast.AST]:
    """What stands in functions that nothing else names, be it in a text that is run."""
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef) or node.decorator_list:
            continue
        if len(re.findall(rf"\b{node.name}\b", code)) == 1:
            yield from ast.walk(node)


def _unheard(tree: ast.Module) -> Iterator[ast.Assert]:
    """Assertions within a `try` that passes over their failure."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Try) or node.orelse:
            continue
        took = next(filter(_takes, node.handlers), None)
        if took and all(isinstance(one, ast.Pass | ast.Continue) for one in took.body):
            yield from (one for one in node.body if isinstance(one, ast.Assert))


def _takes(handler: ast.ExceptHandler) -> bool:
    """Whether it takes what an assertion raises that fails."""
    if handler.type is None:
        return True
    names = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(ast.unparse(name) in _OF_ASSERTIONS for name in names)


def _said(body: Sequence[ast.stmt]) -> Iterator[ast.Expr]:
    """Expressions that stand alone; within `try` and `with` they may be there to raise or warn."""
    for one in body:
        if isinstance(one, ast.Expr):
            yield one
        elif isinstance(one, ast.For | ast.If):
            yield from _said([*one.body, *one.orelse])


def _asks(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return (getattr(value.func, "attr", "") or getattr(value.func, "id", "")) in _ASKED_OF
    negated = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    return negated or isinstance(value, ast.Compare)


def _of_some_machines(tree: ast.Module) -> Iterator[ast.AST]:
    """What stands below a question about the version of torch, say, or about a GPU."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If):
            asked = ast.walk(node.test)
            words = {getattr(one, "attr", None) or getattr(one, "id", None) for one in asked}
            if words & _OF_THE_MACHINE:
                yield from ast.walk(node)


def _parts(test: ast.expr) -> Iterator[ast.expr]:
    """What is joined by `and` and `or`."""
    if isinstance(test, ast.BoolOp):
        for value in test.values:
            yield from _parts(value)
    else:
        yield test


def _without_form(message: ast.expr | None, known: Set[str]) -> Iterator[str]:
    """The message, where it seems to lack the `f` before it: a name of the code is in braces."""
    text = message.value if isinstance(message, ast.Constant) else None
    if isinstance(text, str):
        inside = [re.split(r"[!:=]", found)[0] for found in re.findall(r"\{([^{}]+)\}", text)]
        named = set().union(*map(names_read, inside))
        yield from [text] * (not known.isdisjoint(named))


def _is_negative(part: ast.expr) -> bool:
    """Whether what can never be equal makes it hold."""
    if isinstance(part, ast.Compare):
        return any(isinstance(operator, ast.NotEq | ast.IsNot) for operator in part.ops)
    return isinstance(part, ast.UnaryOp) and isinstance(part.operand, ast.Compare)


def _is_false(test: ast.expr) -> bool:
    """Whether it says that nothing may come to it."""
    return isinstance(test, ast.Constant) and not test.value


def _marked(code: str, nested: Sequence[ast.Assert]) -> str:
    """The code, line for line, noting by the marks' names what becomes of these assertions."""
    lines = [line.encode() for line in code.split("\n")]
    ends = [
        (place, note)
        for number, one in enumerate(nested)
        for place, note in (
            ((one.lineno, one.col_offset), f"global {_mark(number)}; {_mark(number)} = False; "),
            ((one.end_lineno or 0, one.end_col_offset or 0), f"; {_mark(number)} = True"),
        )
    ]
    for (line, column), note in sorted(ends, reverse=True):
        text = lines[line - 1]
        lines[line - 1] = text[:column] + note.encode() + text[column:]
    return b"\n".join(lines).decode()


def _mark(number: int) -> str:
    return f"__asserted_{number}__"


def _always_true(name: str) -> str:
    """An expression that says whether Python takes what has that name for true in any case."""
    own = "hasattr(it, '__bool__') or hasattr(it, '__len__')"
    return f"(lambda it: callable(it) and not ({own}))({name})"
