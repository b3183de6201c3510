"""The dtype of a tensor, by any of the names in use."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import Any

from quizapp.asks.kind import AskKind
from quizapp.asks.spelt import show_as_it_is, unquoted
from quizapp.text.language import mark, tr
from quizapp.values.compare import RIGHT, WRONG, Comparison
from quizapp.values.dtypes import DTYPE_ALIASES, DTYPES
from quizapp.values.prediction import Unreadable
from runner.protocol.wire import Look

_SURPRISING = ("int", "float")  # in Python both are as wide as 64 bits


@dataclass(frozen=True)
class Dtype:
    """A dtype by its canonical name, and as it was typed."""

    name: str
    typed: str


_DTYPE_PREFIX = re.compile(r"\A(?:dtype\s*=\s*)?(?:(?:torch|np|numpy)\.)?(?:cuda\.)?")


def read_dtype(text: str) -> Dtype:
    """A dtype by any of the names in use. Raises Unreadable."""
    typed = unquoted(text).lower()
    short = _DTYPE_PREFIX.sub("", typed).removesuffix("tensor")
    name = DTYPE_ALIASES.get(short, short)
    if name not in DTYPES:
        raise Unreadable
    return Dtype(name, short)


def _compare(reading: Dtype, data: Any, digits: int | None) -> Comparison:
    if reading.name == data:
        return RIGHT
    if reading.typed in _SURPRISING:
        return Comparison(
            False, tr("`{typed}` means {name} in torch.", typed=reading.typed, name=reading.name)
        )
    return WRONG


KIND = AskKind[Dtype](
    meaning=("The dtype of a tensor, answered like float32."),
    example=mark("like float32"),
    hint=mark("A dtype looks like float32 or torch.int64."),
    label=mark("dtype of {expression}"),
    look=partial(Look, "dtype"),
    in_code=lambda text: f"torch.{read_dtype(text).name}",
    read=read_dtype,
    compare=_compare,
    show=show_as_it_is,
)
