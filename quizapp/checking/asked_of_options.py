"""Options that are code, where the prompt itself asks of them what a test can tell."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from quizapp.checking.properties import asked_to_be
from quizapp.checking.sharing import asked_to_share
from quizapp.deck.parts import Option, Text
from quizapp.deck.python_source import parsed
from quizapp.deck.translation import whole_code

_CHANGES = re.compile(r"_\(|:=|\b(?:exec|eval|pop|append)\(")


def tests_asked(prompt: Text, options: Sequence[Option]) -> Iterator[tuple[int, str]]:
    """The number of each option that is code, and the test that the prompt asks of it.

    Not of one that changes something.
    """
    test_of = asked_to_share(prompt) or asked_to_be(prompt)
    for number, option in enumerate(options if test_of else ()):
        code = whole_code(option.text.en.strip().rstrip(".。")).strip()
        is_one = _is_expression(code) and not _CHANGES.search(code)
        if test_of and is_one and (test := test_of(code)):
            yield number, test


def _is_expression(code: str) -> bool:
    match parsed(code):
        case ast.Module(body=[ast.Expr(value=value)]):
            return not isinstance(value, ast.Constant)
    return False
