"""The node of the autograd graph that made a tensor."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from quizapp.asks.kind import AskKind
from quizapp.asks.operations import operation, operations
from quizapp.asks.spelt import is_nothing, show_as_it_is, unquoted
from quizapp.text.language import mark, tr
from quizapp.values.compare import RIGHT, WRONG, Comparison
from quizapp.values.prediction import Unreadable
from runner.protocol.wire import Look

_GRAD_FN = re.compile(
    r"(?:grad_fn\s*=\s*)?<?([\w.:]+)(?:\s+object at 0x[0-9a-f]+)?>?", re.IGNORECASE
)


def read_grad_fn(text: str) -> str | None:
    """The node's name without its namespace; None where there is no grad_fn. Raises Unreadable."""
    words = unquoted(text)
    if is_nothing(words.lower().removeprefix("grad_fn=")):
        return None
    node = _GRAD_FN.fullmatch(words)
    name = re.split("[.:]", node[1])[-1] if node else ""
    if not name.isidentifier():
        raise Unreadable
    return name


def _compare(reading: str | None, data: Any, digits: int | None) -> Comparison:
    if reading is None:
        return RIGHT if data is None else WRONG
    named, number = operation(reading)
    true_named, true_number = operation(data or "")
    if named != true_named:
        if named in operations():
            return WRONG
        why = tr("Torch has no operation {name}: which one is the node named after?", name=reading)
        return Comparison(False, why, coarse=True, unread=True)
    if number and number != true_number:
        return Comparison(
            False, tr("The operation is right; the number is not: it is {data}.", data=data)
        )
    return RIGHT


def _of_a_mistake(expression: str) -> Look:
    """A tensor stands for its node there as in an ask, and a text for the node of that name."""
    return Look("text", f"(lambda it: getattr(it, 'grad_fn', it))(({expression}\n))")


def _from_words(text: str) -> str | None:
    try:
        return read_grad_fn(text)
    except Unreadable:
        return text


KIND = AskKind[str | None](
    meaning=("The node that made a tensor, answered like PowBackward0 or None."),
    example=mark("like PowBackward0, or None"),
    hint=mark("A grad_fn looks like PowBackward0, or just pow; None where there is none."),
    label=mark("grad_fn of {expression}"),
    look=partial(Look, "grad_fn"),
    mistaken_look=_of_a_mistake,
    from_words=_from_words,
    read=read_grad_fn,
    compare=_compare,
    show=show_as_it_is,
    is_telling=True,
)
