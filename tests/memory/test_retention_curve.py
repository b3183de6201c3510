"""What a desired retention costs and gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from quizapp.memory.queue import Limits
from quizapp.memory.retention_curve import SUPPOSED, curve, habits
from quizapp.memory.review import Review
from quizapp.memory.schedule import DEFAULT_SCHEDULING


def test_more_is_remembered_for_more_minutes() -> None:
    own = habits([], {}, DEFAULT_SCHEDULING)
    aimed = replace(DEFAULT_SCHEDULING, retention=0.875)
    points = curve(200, 20.0, Limits(), aimed, own)
    assert points == curve(200, 20.0, Limits(), aimed, own), "nothing hangs on chance"
    low, high = points[0], points[-1]
    assert (low.retention, high.retention) == (0.70, 0.97)
    assert [point.retention for point in points].count(0.875) == 1
    assert low.minutes < high.minutes and low.remembered < high.remembered < 200
    assert not any(point.is_held_back for point in points)
    twice = curve(200, 40.0, Limits(), aimed, own)
    assert twice[0].minutes == pytest.approx(2 * low.minutes)
    few = curve(200, 20.0, Limits(reviews_per_day=12), aimed, own)
    assert [point.is_held_back for point in (few[0], few[-1])] == [False, True]
    assert few[-1].minutes < high.minutes, "which is why that is told"


def test_habits_are_those_of_the_log_beside_what_is_usual(
    make_review: Callable[..., Review],
) -> None:
    usual = habits([], {}, DEFAULT_SCHEDULING)
    asked = [make_review(day, rating) for day, rating in ((0, 4), (0, 1), (3, 2), (9, 1), (12, 2))]
    own = habits(asked, {}, DEFAULT_SCHEDULING)
    assert sum(own.first) == pytest.approx(1) and sum(own.recalled) == pytest.approx(1)
    assert own.first[3] == pytest.approx((SUPPOSED * usual.first[3] + 1) / (SUPPOSED + 1))
    assert own.recalled[0] == pytest.approx((SUPPOSED * usual.recalled[0] + 2) / (SUPPOSED + 2))
