"""What the log tells of a learner's days."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from quizapp.memory.schedule import Memory
from quizapp.memory.spread import EVERY_DAY, Days
from quizapp.memory.stats import forecast, streak

TODAY = date(2026, 3, 2)


def days(*ago: int) -> set[date]:
    return {TODAY - timedelta(days=number) for number in ago}


@pytest.mark.parametrize(
    ("studied", "length"),
    [
        (days(), 0),
        (days(0), 1),
        (days(1), 1),
        (days(0, 1, 2), 3),
        (days(1, 2, 4), 2),
        (days(2, 3), 0),
    ],
)
def test_a_streak_lasts_until_a_whole_day_was_missed(studied: set[date], length: int) -> None:
    assert streak(studied, TODAY, EVERY_DAY) == length


def test_days_away_neither_end_a_streak_nor_count() -> None:
    away = Days(away=((TODAY - timedelta(4), TODAY - timedelta(2)), (TODAY, TODAY)))
    assert streak(days(1, 3, 5, 6), TODAY, away) == 4
    assert streak(days(1, 3, 6), TODAY, away) == 2


def test_a_forecast_counts_what_is_overdue_today_and_nothing_beyond_its_days() -> None:
    def due_in(number: int) -> Memory:
        return Memory(
            stability=1.0,
            difficulty=5.0,
            last_study_date=TODAY,
            due=TODAY + timedelta(days=number),
            reps=1,
            lapses=0,
        )

    memories = {str(number): due_in(number) for number in (-9, 0, 1, 2, 6, 7)}
    assert forecast(memories, TODAY, 7) == [2, 1, 1, 0, 0, 0, 1]
    once_more = {"0", "1", "7", "of a card that is gone"}
    assert forecast(memories, TODAY, 7, once_more) == [4, 1, 1, 0, 0, 0, 1]
