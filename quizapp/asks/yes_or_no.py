"""Answers by yes or no."""

from __future__ import annotations

import re
from typing import Any

from quizapp.asks.spelt import unquoted
from quizapp.text.language import mark
from quizapp.values.compare import RIGHT, WRONG, Comparison
from quizapp.values.normalise import normalise
from quizapp.values.prediction import Unreadable

EXAMPLE = mark("yes or no")
HINT = mark("Answer yes or no.")

_TENSOR = re.compile(r"\A(?:torch\.)?tensor\((true|false)\)\Z")
"""As torch prints a truth value."""
YES_IN_CHINESE = ("是", "是的", "对", "会", "真")
NO_IN_CHINESE = ("否", "不", "不是", "不会", "不对", "错", "假")
_YES = ("yes", "y", "true", "t", "1", *YES_IN_CHINESE)
_NO = ("no", "n", "false", "f", "0", *NO_IN_CHINESE)


def read_bool(text: str) -> bool:
    """Yes or no. Raises Unreadable."""
    word = _TENSOR.sub(r"\1", unquoted(normalise(text)).lower().rstrip(".!。"))
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise Unreadable


def compare_bools(reading: bool, data: Any, digits: int | None) -> Comparison:
    """Whatever is there is a yes, such as an exception."""
    return RIGHT if reading is bool(data) else WRONG


def show_yes_or_no(data: Any, digits: int) -> str:
    """`yes` or `no`."""
    return mark("yes") if data else mark("no")
