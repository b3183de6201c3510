"""Puts calls of the witness into code, so that it hears of what each statement makes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

WITNESS = "__witness__"  # what the notes' code would have to be called to be in the way


class Instrument:
    """Puts calls of the witness into code, at the statements that have a number."""

    def __init__(
        self, numbers: Mapping[tuple[int, int], int], questions: Mapping[int, Sequence[str]]
    ) -> None:
        self._numbers = numbers
        self._questions = questions

    def body(self, nodes: Sequence[ast.stmt], *, inner: bool = False) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for node in nodes:
            number = self._numbers.get((node.lineno, node.col_offset))
            self._inside(node)
            if number is None:
                out.append(node)
                continue
            made = [ast.copy_location(one, node) for one in self._statement(number, node)]
            if inner:
                handler = ast.ExceptHandler(
                    type=ast.Name("BaseException", ast.Load()),
                    name="__error__",
                    body=[
                        ast.Expr(_call("caught", number, ast.Name("__error__", ast.Load()))),
                        ast.Raise(),
                    ],
                )
                made = [ast.Try(body=made, handlers=[handler], orelse=[], finalbody=[])]
            out += made
        return [ast.fix_missing_locations(one) for one in out]

    def _inside(self, node: ast.stmt) -> None:
        for field in ("body", "orelse", "finalbody"):
            if isinstance(inside := getattr(node, field, None), list):
                setattr(node, field, self.body(inside, inner=True))
        for part in [*getattr(node, "handlers", ()), *getattr(node, "cases", ())]:
            part.body = self.body(part.body, inner=True)

    def _statement(self, number: int, node: ast.stmt) -> Iterator[ast.stmt]:
        match node:
            case ast.Expr(
                value=ast.Call(func=ast.Name(id="print"), args=args, keywords=keywords)
            ) if not any(isinstance(one, ast.Starred) for one in args):
                yield ast.Expr(_call("printing", number, *args, keywords=keywords))
            case ast.Expr(value=ast.Constant(value=str())):
                yield node
            case ast.Expr(value=value):
                yield ast.Expr(_saw(number, value))
            case ast.Return(value=value) if value is not None:
                yield ast.Return(_saw(number, value))
            case ast.Assert(test=test, msg=message):
                yield ast.Assert(_saw(number, test), message)
            case ast.Assign(targets=[target, *_]) | ast.AugAssign(target=target):
                yield node
                yield ast.Expr(_saw(number, _loaded(target)))
            case ast.AnnAssign(target=target, value=value) if value is not None:
                yield node
                yield ast.Expr(_saw(number, _loaded(target)))
            case _:
                yield node
        for text in self._questions.get(number, ()):
            lazy = ast.parse(f"lambda: ({text}\n)", mode="eval").body
            yield ast.Expr(_call("ask", number, ast.Constant(text), lazy))


def _loaded(target: ast.expr) -> ast.expr:
    """What was assigned to, as an expression; of `x[0] = 1` the whole of `x`."""
    while isinstance(target, ast.Subscript):
        target = target.value
    if isinstance(target, ast.Tuple | ast.List) and any(
        isinstance(one, ast.Starred) for one in target.elts
    ):
        return ast.Constant(None)
    return ast.parse(ast.unparse(target), mode="eval").body


def _saw(number: int, value: ast.expr) -> ast.Call:
    local = ast.Call(ast.Name("__locals__", ast.Load()), [], [])
    return _call("saw", number, value, local)


def _call(
    method: str, number: int, *args: ast.expr, keywords: Sequence[ast.keyword] = ()
) -> ast.Call:
    witness = ast.Attribute(ast.Name(WITNESS, ast.Load()), method, ast.Load())
    return ast.Call(witness, [ast.Constant(number), *args], list(keywords))
