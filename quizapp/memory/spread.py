"""The day on which a card comes back: of those that do as well, the one with the least to do."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate

FUZZ = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.1), (20.0, math.inf, 0.05))
"""Of the part of an interval between two lengths, in days, how much it may be shorter or longer:
FSRS's own figures, as in github.com/open-spaced-repetition/py-fsrs."""

SHORTEST = 3
"""Days of an interval that may be another one."""

AROUND = 7
"""Days before and after one that tell how much would be usual then: fewer cards are due the later
it is, so that without that the later days of a band would always have the least to do."""

DAY = timedelta(1)


@dataclass(frozen=True)
class Days:
    """What the learner would have of the days to come."""

    ease: tuple[float, ...] = (1.0,) * 7
    """How much of what a usual day has, from 0 to 1, by weekday from Monday on."""
    away: tuple[tuple[date, date], ...] = ()
    """The first and the last day of each time away."""

    def is_away(self, day: date) -> bool:
        return any(first <= day <= last for first, last in self.away)

    def first_from(self, day: date) -> date:
        """The first day from this one on that is not away."""
        while self.is_away(day):
            day += DAY
        return day


EVERY_DAY = Days()


def band(interval: int, max_interval: int) -> range:
    """The intervals that do as well as one in whole days."""
    if interval < SHORTEST:
        return range(interval, interval + 1)
    width = 1 + sum(share * max(min(interval, end) - begin, 0.0) for begin, end, share in FUZZ)
    last = min(round(interval + width), max_interval)
    return range(min(max(2, round(interval - width)), last), last + 1)


def position(card: str, reps: int) -> float:
    """Where in its band a card would be due, from 0 to 1: by itself and its repetition."""
    return random.Random(f"{card} {reps}").random()


def spread(
    intervals: range, at: float, study_date: date, load: Mapping[date, int], days: Days
) -> date:
    """The day, of those after some intervals, that has the least to do, in view of how much is
    usual then; of equals the nearest to a position, from 0 to 1, among them.

    Never one that is away, and one that is to have none only where there is no other. A band of
    longer intervals never gives an earlier day.
    """
    wanted = intervals[int(at * len(intervals))]
    there = [after for after in intervals if not days.is_away(study_date + timedelta(after))]
    if not there:
        return days.first_from(study_date + timedelta(intervals[-1]))
    burdens = _burdens(range(there[0], there[-1] + 1), study_date, load, days.ease)
    after = min(there, key=lambda after: (burdens[after - there[0]], abs(after - wanted)))
    return study_date + timedelta(after)


def _burdens(
    intervals: range, study_date: date, load: Mapping[date, int], ease: Sequence[float]
) -> list[float]:
    """How much more is to be done after each interval than on the days around it, as far as these
    are to come.
    """
    first = max(1, intervals[0] - AROUND)
    nearby = [study_date + timedelta(after) for after in range(first, intervals[-1] + AROUND + 1)]
    share = [ease[day.weekday()] for day in nearby]
    full = [load.get(day, 0) / of for day, of in zip(nearby, share, strict=True) if of]
    before = [0, *accumulate(bool(of) for of in share)]  # how many days are to have something
    found = []
    for after in intervals:
        at, reach = after - first, min(AROUND, after - 1)
        around = full[before[at - reach] : before[at + reach + 1]]
        usual = sum(around) / max(len(around), 1)
        found.append(full[before[at]] - usual if share[at] else math.inf)
    return found
