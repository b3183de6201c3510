"""Whether text of a deck is Python, without running it."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Collection, Iterator
from typing import Literal

from quizapp.text.language import tr
from quizapp.values.normalise import normalise

_WIDE = re.compile(r"invalid (?:non-printable )?character ('.' \()?U\+([0-9A-F]+)")


class NotPython(Exception):
    """The text does not compile. The line and column are 1-based, within the text."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def assertions(text: str) -> int:
    """How many assertions stand in code that compiles, calls such as `assert_close(x, y)` too."""
    return sum(_asserts(node) for node in ast.walk(ast.parse(text)))


def _asserts(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        called = getattr(node.func, "attr", None) or getattr(node.func, "id", None) or ""
        return called.startswith("assert_")
    return isinstance(node, ast.Assert)


def messages(text: str) -> Iterator[tuple[int, str]]:
    """What assertions say where they fail, as far as that is written, each with its line from 1."""
    tree = parsed(text)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Assert) and node.msg is not None:
            for part in ast.walk(node.msg):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.lineno, part.value


def names_set(text: str) -> set[str]:
    """The names that code gives a value, in functions of its own as well."""
    return {one.id for one in _names(text) if isinstance(one.ctx, ast.Store)}


def names_defined(text: str) -> set[str]:
    """The names that code gives a value, a function or a class, outside of any."""
    tree = parsed(text)
    lines = tree.body if tree else []
    made = {one.name for one in lines if isinstance(one, ast.FunctionDef | ast.ClassDef)}
    inside = [node for one in lines if isinstance(one, ast.Assign) for node in ast.walk(one)]
    return made | {
        one.id for one in inside if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }


def names_read(text: str) -> set[str]:
    """The names that code reads."""
    return {one.id for one in _names(text) if isinstance(one.ctx, ast.Load)}


def _names(text: str) -> Iterator[ast.Name]:
    if tree := parsed(text.strip()):  # else it has a gap, say
        yield from (node for node in ast.walk(tree) if isinstance(node, ast.Name))


def parsed(text: str) -> ast.Module | None:
    """What a text is as code; None where it is none, or none that Python can read."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def names_made_from(names: Collection[str], text: str) -> set[str] | None:
    """These names, and those that code gives a value made from them.

    None where the code does more than give names values: a call may change what has another name.
    """
    tree = parsed(text)
    if tree is None:
        return None
    found = {*names}
    for line in tree.body:
        if not isinstance(line, ast.Assign):
            return None
        targets = [target.id for target in line.targets if isinstance(target, ast.Name)]
        if len(targets) < len(line.targets):
            return None
        if found & {node.id for node in ast.walk(line.value) if isinstance(node, ast.Name)}:
            found.update(targets)
    return found


def check_python(text: str, mode: Literal["exec", "eval"]) -> None:
    """Raise NotPython unless the text compiles."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<deck>", mode, dont_inherit=True)
    except SyntaxError as error:
        message = _told(re.sub(r" \(detected at line \d+\)", "", error.msg))
        line = error.lineno or 1
        # Python says 0 of an expression that ends too early.
        end = len("".join(text.split("\n")[line - 1 : line])) + 1
        raise NotPython(message, line, error.offset or end) from error
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise NotPython(tr("too large or too deeply nested"), 1, 1) from error


def _told(message: str) -> str:
    """What Python says; of a mark as Chinese keyboards write it, what stands for it in code."""
    found = _WIDE.match(message)
    typed = chr(int(found[2], 16)) if found else ""
    meant = "." if typed == "。" else normalise(typed)
    if meant == " ":
        return tr("a space is not a plain one")
    if found and found[1] and meant.isascii():
        return tr("{typed} is to be written as {meant}", typed=typed, meant=meant)
    return message
