from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizapp.memory.study_day import study_date

BERLIN = ZoneInfo("Europe/Berlin")


def test_the_small_hours_belong_to_the_day_before() -> None:
    assert study_date(datetime(2026, 3, 2, 3, 59, 59, tzinfo=UTC)) == date(2026, 3, 1)
    assert study_date(datetime(2026, 3, 2, 4, 0, tzinfo=UTC)) == date(2026, 3, 2)


def test_from_ten_in_the_evening_to_eight_in_the_morning_is_one_day() -> None:
    evening = study_date(datetime(2026, 3, 1, 22, 0, tzinfo=BERLIN))
    morning = study_date(datetime(2026, 3, 2, 8, 0, tzinfo=BERLIN))
    assert morning - evening == timedelta(days=1)


def test_the_rollover_hour_can_be_midnight() -> None:
    assert study_date(datetime(2026, 3, 2, 0, 0, tzinfo=UTC), 0) == date(2026, 3, 2)


@pytest.mark.parametrize(
    "changing",
    [date(2026, 3, 29), date(2026, 10, 25)],
    ids=["an hour is left out", "an hour comes twice"],
)
@pytest.mark.parametrize("fold", [0, 1])
def test_the_day_begins_by_the_clock_on_the_wall_when_summer_time_changes(
    changing: date, fold: int
) -> None:
    night = datetime(changing.year, changing.month, changing.day, tzinfo=BERLIN, fold=fold)
    for hour in range(24):
        expected = changing - timedelta(days=hour < 4)
        assert study_date(night.replace(hour=hour)) == expected


def test_the_zone_is_the_one_that_the_time_comes_with() -> None:
    now = datetime(2026, 3, 2, 1, 0, tzinfo=UTC)
    assert study_date(now) == date(2026, 3, 1)
    assert study_date(now.astimezone(ZoneInfo("Asia/Shanghai"))) == date(2026, 3, 2)
    assert study_date(now.astimezone(timezone(timedelta(hours=-10)))) == date(2026, 3, 1)


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        study_date(datetime(2026, 3, 2))


@given(st.datetimes(timezones=st.timezones()), st.integers(0, 23))
def test_every_time_belongs_to_its_own_date_or_the_one_before(now: datetime, hour: int) -> None:
    if now.date() > date.min:
        assert study_date(now, hour) == now.date() - timedelta(days=now.hour < hour)
