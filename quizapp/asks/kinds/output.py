"""What the card's code prints."""

from __future__ import annotations

import re
from functools import partial
from itertools import dropwhile, zip_longest
from operator import not_
from typing import Any

from quizapp.asks.kind import LONG, AskKind
from quizapp.asks.spelt import is_nothing
from quizapp.text.language import mark, tr
from quizapp.values.compare import RIGHT, Comparison
from quizapp.values.normalise import normalise
from runner.protocol.wire import Look

MOST_LINES = 20


def _read(text: str) -> str:
    return text


def _compare(reading: str, data: Any, digits: int | None) -> Comparison:
    typed, printed = _lines(reading), _lines(normalise(data))
    if printed[:1] != [""]:
        typed = [*dropwhile(not_, typed)]  # a row left empty above says nothing of what is printed
    if typed == printed or (not printed and is_nothing(reading)):
        return RIGHT
    if [*map(_words, typed)] == [*map(_words, printed)]:
        return Comparison(True, tr("Blanks stand elsewhere."))
    if [*map(_words, _joined(typed))] == [*map(_words, _joined(printed))]:
        return Comparison(True, tr("A tensor is broken into other lines."))
    pairs = zip_longest(typed, printed)
    number = next(number for number, (a, b) in enumerate(pairs, 1) if a != b)
    return Comparison(
        False, tr("Line {number} differs.", number=number) if len(printed) > 1 else ""
    )


def _lines(text: str) -> list[str]:
    """Lines without blanks at their ends, nor empty lines at the end; a tab as it is seen."""
    lines = text.rstrip().split("\n") if text.strip() else []
    return [line.expandtabs().rstrip() for line in lines]


def _joined(lines: list[str]) -> list[str]:
    """Lines, each tensor that is printed over several of them in one."""
    whole: list[str] = []
    depth = 0
    for line in lines:
        if depth > 0:
            whole[-1] += f" {line}"
        else:
            whole.append(line)
        if depth > 0 or "tensor(" in line:
            depth += sum((sign in "([{") - (sign in ")]}") for sign in line)
    return whole


def _words(line: str) -> list[str]:
    """What stands between blanks; those behind a comma and beside a bracket part nothing."""
    return re.sub(r"(?<=[,(\[{])\s+|\s+(?=[,)\]}])", "", line).split()


def _show(data: Any, digits: int) -> str:
    return str(data).rstrip() or "nothing"


def _too_long(data: Any) -> str | None:
    count = len(data.splitlines())
    return tr("{count:,} lines", count=count) if count > MOST_LINES else None


KIND = AskKind[str](
    meaning=("What is printed: write `stdout`."),
    example=mark("what is printed, line by line"),
    hint=mark("Type what is printed line by line, or nothing."),
    label=mark("the printed lines"),
    look=partial(Look, "output"),
    mistaken_look=partial(Look, "text"),
    read=_read,
    compare=_compare,
    show=_show,
    too_long=_too_long,
    only="stdout",
    longest=LONG,
    is_in_lines=True,
    is_telling=True,
    is_of_a_thing=False,
)
