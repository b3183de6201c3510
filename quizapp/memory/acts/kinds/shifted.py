"""A card that falls due while the learner is away comes back on a later day.

The value has the first and the last day away, and that later day. Where the card has been
answered meanwhile, say on another machine, and falls due at another time, it stays so.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from quizapp.memory.acts.act import Act, ActKind
from quizapp.text.language import mark

if TYPE_CHECKING:
    from quizapp.memory.schedule import Memory

SHIFTED = "shifted"


def as_value(first: date, last: date, to: date) -> str:
    return f"{first} {last} {to}"


def of_value(value: str) -> tuple[date, date, date]:
    """Raises ValueError for what is none."""
    first, last, to = map(date.fromisoformat, value.split())
    return first, last, to


def _remember(memory: Memory | None, act: Act) -> Memory | None:
    first, last, to = of_value(act.value)
    return replace(memory, due=to) if memory is not None and first <= memory.due <= last else memory


KIND = ActKind(
    key="",
    title=mark("Shifted, since you are away"),
    done=mark("comes back after you were away"),
    remember=_remember,
    makes_sense=lambda standing, memory, today: False,
    by_learner=False,
    undone_alone=False,
)
