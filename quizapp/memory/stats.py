"""What the log tells of a learner's days. Pure: the day is passed in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, timedelta

from quizapp.memory.schedule import Memory
from quizapp.memory.spread import Days

DAY = timedelta(days=1)


def streak(studied: Collection[date], today: date, days: Days) -> int:
    """Study days in a row, up to today; up to yesterday while nothing was done today. Days away
    do not end it.
    """
    day = today if today in studied else today - DAY
    length = 0
    while day in studied or days.is_away(day):
        length += day in studied
        day -= DAY
    return length


def forecast(
    memories: Mapping[str, Memory], today: date, days: int, once_more: Collection[str] = ()
) -> list[int]:
    """How many cards fall due on each of the next days, today first; today has what is overdue,
    and what is to be asked `once_more`, although it comes back on a later day as well.
    """
    due = [0] * days
    for card, memory in memories.items():
        ahead = max((memory.due - today).days, 0)
        if ahead < days:
            due[ahead] += 1
        due[0] += ahead > 0 and card in once_more
    return due
