"""How much was remembered, and how much FSRS expected: in all, by groups, by what was expected."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from quizapp.statistics.columns import Columns
from quizapp.text.language import mark

if TYPE_CHECKING:
    from quizapp.statistics.columns import Column

BINS = 20
"""Spans of expected recall for which the calibration is told."""

PERIODS = {
    mark("today"): 1,
    mark("the last 7 days"): 7,
    mark("the last 30 days"): 30,
    mark("the last 365 days"): 365,
}
"""Days up to today."""

EVER = mark("all")
YOUNG, MATURE = mark("young"), mark("mature")
"""What had an interval under MATURE_DAYS, and the others."""

LEAST = 1e-6
"""A chance that is nearer to 0 or 1 counts as this for the log loss."""


@dataclass(frozen=True, slots=True)
class Share:
    """How much was remembered, and how much FSRS expected."""

    answers: int
    recalled: float
    """From 0 to 1; 0 where there is no answer."""
    expected: float


def share(of: Columns) -> Share:
    count = len(of)
    if not count:
        return Share(0, 0.0, 0.0)
    return Share(count, float(of.recalled.mean()), float(of.expected.mean(dtype=float)))


def shares(of: Columns, group: Column) -> dict[int, Share]:
    """The share of each group that has answers; the groups are numbers from 0."""
    import numpy as np

    counts = np.bincount(group)
    there = np.flatnonzero(counts)
    recalled = np.bincount(group, of.recalled)
    expected = np.bincount(group, of.expected)
    return {
        int(at): Share(
            int(counts[at]), float(recalled[at] / counts[at]), float(expected[at] / counts[at])
        )
        for at in there
    }


def by_name(of: Columns, names: Sequence[str], group: Column) -> dict[str, Share]:
    """The share of each group by its name, the largest first."""
    named = {names[at]: one for at, one in shares(of, group).items()}
    return dict(sorted(named.items(), key=lambda item: (-item[1].answers, item[0])))


def by_period(of: Columns, today: date) -> dict[str, dict[str, Share]]:
    """What was remembered of late and in all, of young cards, of mature ones and of both."""
    found = {}
    for name, days in {**PERIODS, EVER: None}.items():
        within = of
        if days is not None:
            since = today - timedelta(days - 1)
            within = of.where((of.day >= since.toordinal()) & (of.day <= today.toordinal()))
        ages = {YOUNG: within.where(~within.mature), MATURE: within.where(within.mature)}
        found[name] = {age: share(part) for age, part in {**ages, EVER: within}.items()}
    return found


def by_month(of: Columns) -> dict[str, Share]:
    """The share of each month that has answers, such as `2026-03`."""
    if not len(of):
        return {}
    month = of.month
    first = int(month.min())
    return {
        f"{(first + at) // 12 + 1970}-{(first + at) % 12 + 1:02}": one
        for at, one in shares(of, month - first).items()
    }


def calibration(of: Columns) -> list[tuple[float, Share]]:
    """For each span of expected recall that has answers, where it begins and its share.

    Where memories are as FSRS has them, what was recalled is what was expected.
    """
    import numpy as np

    group = np.minimum((of.expected * BINS).astype(np.int32), BINS - 1)
    return [(at / BINS, one) for at, one in shares(of, group).items()]


def off_by(calibrated: Sequence[tuple[float, Share]]) -> float | None:
    """How far what was recalled lies from what was expected, as a root mean square over the
    spans, each by its answers; None without any.
    """
    count = sum(one.answers for _, one in calibrated)
    if not count:
        return None
    squares = sum(one.answers * (one.recalled - one.expected) ** 2 for _, one in calibrated)
    return math.sqrt(squares / count)


def log_loss(of: Columns) -> float | None:
    """The mean surprise of the answers, in nats; 0 where each was foreseen, None without any."""
    import numpy as np

    if not len(of):
        return None
    chance = np.clip(of.expected, LEAST, 1 - LEAST)
    return float(-np.log(np.where(of.recalled, chance, 1 - chance)).mean(dtype=float))
