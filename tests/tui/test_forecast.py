"""The chart of the days to come, as text."""

from __future__ import annotations

from datetime import date

from quizapp.tui.widgets.forecast import days_within, forecast_chart, forecast_width

TUESDAY = date(2026, 3, 3)


def test_a_day_is_as_high_as_its_share_of_the_fullest_and_its_number_stands_below() -> None:
    due = [128, 0, 64, 1]
    rows = forecast_chart(due, TUESDAY).plain.split("\n")
    assert rows == [
        "due in the next 4 days",
        "███",
        "███",
        "███     ███",
        "███     ███ ▁▁▁",
        "128   ·  64   1",
        "  T   W   T   F",
    ]
    assert forecast_width(due) == len(rows[-1]) + 1


def test_there_are_as_many_days_as_have_room() -> None:
    assert [days_within(width, [100] * 14) for width in (1, 10, 11, 54, 55, 99)] == [
        1,
        2,
        3,
        13,
        14,
        14,
    ]


def test_a_forecast_of_nothing_is_flat() -> None:
    assert forecast_chart([0, 0], TUESDAY).plain.split("\n")[1:6] == ["", "", "", "", " ·  ·"]
