"""Whether something is true."""

from __future__ import annotations

from functools import partial
from typing import Any

from quizapp.asks.kind import AskKind
from quizapp.asks.yes_or_no import EXAMPLE, HINT, compare_bools, read_bool
from quizapp.text.language import mark
from runner.protocol.wire import Look


def _show(data: Any, digits: int) -> str:
    return str(bool(data))


KIND = AskKind[bool](
    meaning=("Whether a bool, number or tensor of one is true, answered by yes or no."),
    example=EXAMPLE,
    hint=HINT,
    label=mark("is {expression} true?"),
    look=partial(Look, "bool"),
    read=read_bool,
    compare=compare_bools,
    show=_show,
    is_yes_or_no=True,
)
