"""What a desired retention costs and gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from quizapp.memory.queue import Limits
from quizapp.memory.retention_curve import SUPPOSED, Habits, curve, habits
from quizapp.memory.review import Review
from quizapp.memory.schedule import DEFAULT_SCHEDULING


def test_more_is_remembered_for_more_minutes() -> None:
    own = habits([], {}, DEFAULT_SCHEDULING)
    aimed = replace(DEFAULT_SCHEDULING, retention=0.875)
    points = curve(200, 20.0, Limits(), aimed, own)
    assert points == curve(200, 20.0, Limits(), aimed, own), "nothing hangs on chance"
    low, high = points[0], points[-1]
    assert (low.retention, high.retention) == (0.70, 0.97)
    apart = [0.70, 0.73, 0.76, 0.79, 0.82, 0.85, 0.88, 0.91, 0.94, 0.97]
    assert [point.retention for point in points] == sorted([*apart, 0.875])
    assert low.minutes < high.minutes and low.remembered < high.remembered < 200
    assert not any(point.is_held_back for point in points)
    twice = curve(200, 40.0, Limits(), aimed, own)
    assert twice[0].minutes == pytest.approx(2 * low.minutes)
    few = curve(200, 20.0, Limits(reviews_per_day=12), aimed, own)
    assert [point.is_held_back for point in (few[0], few[-1])] == [False, True]
    assert few[-1].minutes < high.minutes, "which is why that is told"


HABITS = ((0, 4), (0, 1), (3, 2), (9, 1), (12, 2), (12, 3))
"""Days and ratings: the second answer of a day moves no memory."""


def test_habits_are_those_of_the_log_beside_what_is_usual(
    make_review: Callable[..., Review],
) -> None:
    usual = habits([], {}, DEFAULT_SCHEDULING)
    asked = [make_review(day, rating) for day, rating in HABITS]
    own = habits(asked, {}, DEFAULT_SCHEDULING)
    assert sum(own.first) == pytest.approx(1) and sum(own.recalled) == pytest.approx(1)
    assert own.first[3] == pytest.approx((SUPPOSED * usual.first[3] + 1) / (SUPPOSED + 1))
    assert own.recalled[0] == pytest.approx((SUPPOSED * usual.recalled[0] + 2) / (SUPPOSED + 2))


def test_every_answer_of_the_year_is_counted_and_no_day_is_cut_short() -> None:
    """A card that comes back each day costs an answer a day, however long that takes."""
    cards, seconds = 8, 600.0
    daily = replace(DEFAULT_SCHEDULING, max_interval=1)
    usual = habits([], {}, daily)
    for point in curve(cards, seconds, Limits(), daily, usual):
        assert point.minutes == pytest.approx(cards * seconds / 60, rel=0.02)
        assert point.remembered == pytest.approx(cards)
    [fewer, *_] = curve(cards, seconds, Limits(reviews_per_day=2), daily, usual)
    assert fewer.minutes == pytest.approx(2 * seconds / 60, rel=0.1)
    [none, *_] = curve(cards, seconds, Limits(new_per_day=0), daily, usual)
    assert (none.minutes, none.remembered) == (0, 0)


def test_what_is_remembered_is_so_at_the_end_of_the_year(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quizapp.memory.retention_curve.DAYS", 4)
    daily = replace(DEFAULT_SCHEDULING, max_interval=1)
    for point in curve(9, 20.0, Limits(new_per_day=1), daily, habits([], {}, daily)):
        assert point.remembered == pytest.approx(4)


def test_who_forgets_more_has_more_to_answer() -> None:
    poor, good = Habits((1, 0, 0, 0), (1, 0, 0)), Habits((0, 0, 0, 1), (0, 0, 1))
    mixed = (Habits(poor.first, good.recalled), Habits(good.first, poor.recalled))
    most, *between, least = (
        curve(30, 20.0, Limits(), DEFAULT_SCHEDULING, own)[0].minutes
        for own in (poor, *mixed, good)
    )
    assert most > max(between) and min(between) > least
