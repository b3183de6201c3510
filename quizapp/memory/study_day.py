"""The learner's day, which begins in the small hours and not at midnight."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta


def study_date(now: datetime, rollover_hour: int = 4) -> date:
    """The study date at `now`, an aware datetime in the learner's own time zone.

    Goes by the clock on the wall: the day begins when that shows `rollover_hour`, also where
    a change to or from summer time makes the night an hour shorter or longer. Raises
    ValueError for a datetime without a time zone.
    """
    if now.tzinfo is None:
        raise ValueError(f"a study date needs a time with its time zone, not {now!r}")
    return (now.replace(tzinfo=None) - timedelta(hours=rollover_hour)).date()


def yet_to_come(answers: Mapping[date, int], today: date) -> int:
    """How many of the answers, by study date, are of a day that comes: a clock was wrong.

    It may be tomorrow already for who has travelled.
    """
    return sum(count for day, count in answers.items() if day > today + timedelta(1))
