"""The learner is away for some days, on which nothing is to fall due: of all cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, timedelta

from quizapp.memory.acts.act import Act, ActKind
from quizapp.text.language import mark, tr

AWAY = "away"

LONGEST = 366
"""Days."""

WEEK = timedelta(7)


def as_value(first: date, last: date) -> str:
    return f"{first} {last}"


def days_away(said_first: str, said_last: str, today: date) -> tuple[date, date]:
    """Raises ValueError, with a sentence, for days that are none, or too many."""
    first, last = _day(said_first), _day(said_last)
    if last < first:
        raise ValueError(
            tr("the first day, {first}, is after the last, {last}", first=first, last=last)
        )
    if (last - first).days >= LONGEST or abs((first - today).days) > LONGEST:
        raise ValueError(tr("a time away lasts, and begins within, a year at most"))
    return first, last


def _day(said: str) -> date:
    try:
        return date.fromisoformat(said)
    except ValueError:
        raise ValueError(tr("'{said}' is no date such as 2027-01-31", said=said)) from None


def _read(said: str, today: date) -> str:
    match said.split():
        case [first, last]:
            return as_value(*days_away(first, last, today))
    raise ValueError(
        tr("say the first and the last day, such as {first} {last}", first=today, last=today + WEEK)
    )


def absences(acts: Iterable[Act]) -> Iterator[tuple[Act, date, date]]:
    """The times away among acts, each with its first and its last day; damaged ones are not."""
    for act in acts:
        if act.name == AWAY:
            with suppress(ValueError):
                first, last = map(date.fromisoformat, act.value.split())
                if 0 <= (last - first).days < LONGEST:
                    yield act, first, last


KIND = ActKind(
    key="a",
    title=mark("Be away for some days"),
    done=mark("rests while you are away"),
    makes_sense=lambda standing, memory, today: False,
    asks=mark("First and last day, like 2027-01-24 2027-01-31"),
    read=_read,
    by_learner=False,
    undone_alone=False,
)
