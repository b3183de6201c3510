"""To set the day on which a card comes back, whatever kept it aside."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from quizapp.memory.acts.act import NOT_SCHEDULED, Act, ActKind
from quizapp.text.language import mark, tr

if TYPE_CHECKING:
    from quizapp.memory.schedule import Memory

LONGEST = 3650
"""Days."""


def _read(said: str, today: date) -> str:
    said = said.strip()
    try:
        ahead = int(said) if said.removeprefix("+").isdecimal() else None
        day = date.fromisoformat(said) if ahead is None else today + timedelta(ahead)
    except (ValueError, OverflowError):
        day = date.max
    if not today <= day <= today + timedelta(LONGEST):
        raise ValueError(
            tr(
                "say in how many days, such as 3, or a date from today on, such as {date}",
                date=today + timedelta(3),
            )
        )
    return day.isoformat()


def _remember(memory: Memory | None, act: Act) -> Memory | None:
    """An answer by a clock that was ahead is taken as of the day before: one today counts then."""
    if memory is None:
        return None
    last, yesterday = memory.last_study_date, act.study_date - timedelta(1)
    last = yesterday if memory.is_ahead(act.study_date) else last
    return replace(memory, due=date.fromisoformat(act.value), last_study_date=last)


KIND = ActKind(
    key="d",
    title=mark("Set the day on which it comes back"),
    done=mark("comes back on {value}"),
    stand=lambda standing, act: replace(standing, aside={}),
    remember=_remember,
    makes_sense=lambda standing, memory, today: memory is not None,
    idle=NOT_SCHEDULED,
    asks=mark("In how many days, or on which date"),
    read=_read,
    leaves=True,
)
