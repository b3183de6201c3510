"""Examples in docstrings, as blocks of their own."""

from __future__ import annotations

import ast
import doctest
from collections.abc import Iterator

from quizapp.drafting.code.statements import parse
from quizapp.drafting.reading.blocks import without_magics
from quizapp.drafting.reading.notes import Block, Stored, Trouble
from quizapp.text.language import tr


def examples_of(text: str, first: int) -> tuple[list[Block], list[Trouble]]:
    """What stands behind `>>>` in the docstrings of code whose first line is given.

    They are to be run after all of the code, for they use what it defines.
    """
    try:
        tree = parse(without_magics(text))
    except SyntaxError:
        return [], []
    blocks: list[Block] = []
    troubles: list[Trouble] = []
    for docstring in _docstrings(tree):
        line = first + docstring.lineno - 1
        try:
            blocks += _session(str(docstring.value), line)
        except SyntaxError as error:
            troubles.append(_passed_over(line + (error.lineno or 1) - 1, error.msg))
        except ValueError as error:  # of prompts without a blank behind them and the like
            where, _, why = str(error).partition(" of the docstring for <string> ")
            troubles.append(_passed_over(line + int(where.removeprefix("line ")) - 1, why))
    return blocks, troubles


def _passed_over(line: int, why: str) -> Trouble:
    return Trouble(line, tr("passed over, it is not Python: {why}", why=why))


def _docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            match node.body:
                case [ast.Expr(value=ast.Constant(value=str()) as docstring), *_]:
                    yield docstring


def _session(docstring: str, first: int) -> list[Block]:
    lines = [""] * (docstring.count("\n") + 1)
    stored: list[Stored] = []
    for example in doctest.DocTestParser().get_examples(docstring):
        if example.options.get(doctest.SKIP):
            continue
        source = example.source.rstrip("\n").split("\n")
        end = example.lineno + len(source)
        lines[example.lineno : end] = source
        if example.want:
            stored.append(Stored(example.want.rstrip("\n"), first + end, first + end - 1))
    text = "\n".join(lines)
    return [Block(text=text, line=first, stored=tuple(stored))] if parse(text).body else []
