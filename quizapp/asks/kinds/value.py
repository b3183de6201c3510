"""The value of a tensor, number, text or container."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import Any

from quizapp.asks.kind import LONG, AskKind
from quizapp.text.language import mark, tr
from quizapp.values.compare import RIGHT, Comparison, compare_value, same_object
from quizapp.values.expression import read_expression
from quizapp.values.prediction import Prediction, Unreadable
from quizapp.values.show import show_value
from quizapp.values.truth import Opaque, Plain, read_truth
from runner.protocol.wire import Look

MOST_VALUES = 40
MOST_CHARACTERS = 200

_THOUSANDS = re.compile(r"-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")
"""A number with commas, or a list without brackets: which, the truth says."""

_DECIMAL_COMMA = re.compile(r"-?\d+,\d+")
"""A number as much of Europe writes it, or two of them."""


@dataclass(frozen=True)
class Value:
    """A predicted value, and as it was typed: the text `3` looks like a number."""

    prediction: Prediction
    typed: str


def _read(text: str) -> Value:
    text = text.strip().strip("`").strip()
    value = Value(read_expression(text), text)
    if text.endswith(","):  # a slip, of which Python makes a tuple
        raise Unreadable(tr("There is a comma at the end."))
    return value


def _compare(value: Value, data: Any, digits: int | None) -> Comparison:
    truth = read_truth(data)
    if isinstance(truth, Opaque) and same_object(value.typed, truth.text):
        return RIGHT
    if truth == Plain(value.typed) and isinstance(value.prediction, bool | None):
        return RIGHT  # the text `none`, which is a word like others where it is the truth
    compared = compare_value(value.prediction, truth, digits)
    if not compared.right and _THOUSANDS.fullmatch(value.typed):
        as_one = read_expression(value.typed.replace(",", ""))
        return max(
            compared,
            compare_value(as_one, truth, digits),
            key=lambda each: (each.right, each.coarse),
        )
    if not compared.right and _DECIMAL_COMMA.fullmatch(value.typed):
        with_point = value.typed.replace(",", ".")
        meant = compare_value(read_expression(with_point), truth, digits)
        if meant.right or meant.coarse:
            why = tr("Is that a decimal comma? Write {number}.", number=with_point)
            return Comparison(False, why, coarse=True, unread=True)
    return compared


def _show(data: Any, digits: int) -> str:
    return show_value(read_truth(data), digits)


def _too_long(data: Any) -> str | None:
    if isinstance(text := data.get("data"), str) and len(text) > MOST_CHARACTERS:
        return tr("{count:,} characters", count=len(text))
    count = _values(data)
    return tr("{count:,} values", count=count) if count > MOST_VALUES else None


def _values(node: Any) -> int:
    """The numbers and other single values in a Value, see `runner.observed.observe`."""
    match node:
        case {"items": list(items), "type": "dict"}:
            return sum(_values(part) for pair in items for part in pair)
        case {"items": list(items)} | {"data": list(items)} | list(items):
            return sum(map(_values, items))
    return 1


def _in_code(text: str) -> str:
    if text.startswith("tensor("):
        return f"torch.{text}"
    return f"float({text!r})" if text in ("nan", "inf") else repr(text)


KIND = AskKind[Value](
    meaning=("The value of a tensor, number, text or container."),
    example=mark("like 0.125 or [[0, 1], [2, 3]]"),
    hint=mark("A value looks like [1.5, 2], 1/3 or True; text goes in quotes like 'mean'."),
    label=mark("value of {expression}"),
    look=partial(Look, "value"),
    in_code=_in_code,
    read=_read,
    compare=_compare,
    show=_show,
    too_long=_too_long,
    longest=LONG,
    has_grid=True,
    is_telling=True,
)
