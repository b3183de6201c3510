"""Answers that are what the machine is: its torch, its GPUs, its system, its settings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from quizapp.checking.findings import Finding, Site
from quizapp.deck.answered import TruthCard
from quizapp.deck.model import Card, Deck
from quizapp.deck.needs import runs_anywhere
from quizapp.deck.python_source import parsed
from quizapp.text.language import tr

_OF_THE_MACHINE = re.compile(
    r"torch\.cuda\.(?:is_available|device_count|get_device_name|get_device_capability)"
    r"|torch\.(?:backends\.mps|xpu|mps)\.is_available|torch\.__version__"
    r"|torch\.version\.(?:cuda|hip|git_version|__version__)"
    r"|platform\.(?:system|machine|node|platform|processor|release|version|uname|architecture"
    r"|python_version)"
    r"|os\.(?:environ|getenv|uname|getlogin|name)|socket\.gethostname"
    r"|sys\.(?:platform|executable)"
    r"|locale\.(?:getlocale|getdefaultlocale|getpreferredencoding|getencoding|localeconv)"
)
_AS_IT_IS = {"int", "str", "bool", "float", "repr", "tuple", "list", "dict"}
"""Functions that say as much as what they are given."""
_METHODS = {"get", "lower", "upper", "title", "strip", "replace"}
_KINDS = {"value", "bool"}
_ASKED = {"ask", "choices"}


def of_the_machine(deck: Deck, card: Card) -> Iterator[Finding]:
    """What a card that any machine runs asks, and each machine answers otherwise."""
    if not isinstance(card, TruthCard) or not runs_anywhere(card):
        return
    setup = deck.setup.text if deck.setup else ""
    said = _Said(f"{setup}\n{card.code.text}")
    for look, spot in card.looks_at():
        if spot.field not in _ASKED:
            continue
        printed = _printed(card.code.text) if look.kind == "output" else []
        for expression in [look.expression] if look.kind in _KINDS else printed:
            if told := said.machine_in(expression):
                site = Site(spot.field, spot.number)
                yield Finding(site, tr("another machine gives another answer"), told)
                break


def _printed(code: str) -> Iterator[str]:
    """What code prints outside of blocks."""
    tree = parsed(code)
    for line in tree.body if tree else ():
        match line:
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=args)):
                yield from map(ast.unparse, args)


class _Said:
    """What names stand for in code, as far as it is the machine that gives them a value."""

    def __init__(self, code: str) -> None:
        self._modules: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._set: set[str] = set()
        tree = parsed(code)
        for node in ast.walk(tree) if tree else ():
            self._note(node)
        for line in tree.body if tree else ():
            match line:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self._names[name] = self._of(value)
                case _:
                    for node in ast.walk(line):
                        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                            self._names.pop(node.id, None)

    def machine_in(self, expression: str) -> str:
        """What of the machine an expression comes to; nothing where it is more than that."""
        tree = parsed(expression.strip())
        match tree:
            case ast.Module(body=[ast.Expr(value=value)]):
                return self._of(value)
        return ""

    def _note(self, node: ast.AST) -> None:
        """What is imported, and what is set by the code, so that no machine has a say in it."""
        match node:
            case ast.Import(names=names):
                self._modules |= {one.asname: one.name for one in names if one.asname}
            case ast.ImportFrom(module=str(module), names=names):
                self._modules |= {one.asname or one.name: f"{module}.{one.name}" for one in names}
            case (
                ast.Attribute(ctx=ast.Store() | ast.Del())
                | ast.Subscript(value=ast.Attribute(), ctx=ast.Store() | ast.Del())
            ):
                self._set.add(self._dotted(node))
            case ast.Call(func=ast.Attribute(value=of, attr="update" | "setdefault" | "pop")):
                self._set.add(self._dotted(of))
            case ast.Call(func=func) if self._dotted(func) == "locale.setlocale":
                self._set.add("locale")
            case ast.Constant(value=str(text)) if "." in text:  # it may be patched
                self._set.add(text)

    def _dotted(self, node: ast.AST) -> str:
        match node:
            case ast.Name(id=name):
                return self._modules.get(name, name)
            case ast.Attribute(value=of, attr=name):
                return f"{self._dotted(of)}.{name}"
            case ast.Subscript(value=of):
                return self._dotted(of)
        return ""

    def _of(self, value: ast.expr) -> str:
        if isinstance(value, ast.Name | ast.Attribute):
            dotted = self._dotted(value)
            if _OF_THE_MACHINE.fullmatch(dotted):
                parts = dotted.split(".")
                starts = {".".join(parts[:end]) for end in range(1, len(parts) + 1)}
                return "" if starts & self._set else dotted
        match value:
            case ast.Name(id=name):
                return self._names.get(name, "")
            case ast.Call(func=ast.Name(id=name), args=[only]) if name in _AS_IT_IS:
                return self._of(only)
            case ast.Call(func=ast.Attribute(value=of, attr=name)) if name in _METHODS:
                return self._of(of)
            case ast.Call(func=ast.Name() | ast.Attribute() as func):
                return self._of(func) if _OF_THE_MACHINE.fullmatch(self._dotted(func)) else ""
            case ast.Attribute(value=of) | ast.Subscript(value=of):
                return self._of(of)
            case ast.UnaryOp(op=ast.Not(), operand=of) | ast.FormattedValue(value=of):
                return self._of(of)
            case ast.IfExp(test=of):
                return self._of(of)
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                return self._of(left) if isinstance(right, ast.Constant) else ""
            case ast.Compare(left=ast.Constant(), ops=[ast.In() | ast.NotIn()], comparators=[of]):
                return self._of(of)
            case (
                ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.JoinedStr(values=elements)
            ):
                return next(filter(None, map(self._of, elements)), "")
        return ""
