"""The learner is away for some days, on which nothing is to fall due: of all cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date

from quizapp.memory.acts.act import Act, ActKind
from quizapp.text.language import mark

AWAY = "away"

LONGEST = 366
"""Days."""


def as_value(first: date, last: date) -> str:
    return f"{first} {last}"


def absences(acts: Iterable[Act]) -> Iterator[tuple[Act, date, date]]:
    """The times away among acts, each with its first and its last day; damaged ones are not."""
    for act in acts:
        if act.name == AWAY:
            with suppress(ValueError):
                first, last = map(date.fromisoformat, act.value.split())
                if 0 <= (last - first).days < LONGEST:
                    yield act, first, last


KIND = ActKind(
    key="",
    title=mark("Away"),
    done=mark("rests while you are away"),
    makes_sense=lambda standing, memory, today: False,
    by_learner=False,
    undone_alone=False,
)
