"""Whether text of a deck is Python, without running it."""

from __future__ import annotations

import ast
import re
import warnings
from typing import Literal

from quizapp.text.language import tr


class NotPython(Exception):
    """The text does not compile. The line and column are 1-based, within the text."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def assertions(text: str) -> int:
    """How many assertions stand in code that compiles."""
    return sum(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(text)))


def check_python(text: str, mode: Literal["exec", "eval"]) -> None:
    """Raise NotPython unless the text compiles."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<deck>", mode, dont_inherit=True)
    except SyntaxError as error:
        message = re.sub(r" \(detected at line \d+\)", "", error.msg)
        line = error.lineno or 1
        # Python says 0 of an expression that ends too early.
        end = len("".join(text.split("\n")[line - 1 : line])) + 1
        raise NotPython(message, line, error.offset or end) from error
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise NotPython(tr("too large or too deeply nested"), 1, 1) from error
