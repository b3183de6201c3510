"""The charts of the home screen, as text."""

from __future__ import annotations

from datetime import date, timedelta

from quizapp.tui.widgets.day_charts import MANY, forecast_chart, heat_map

TUESDAY = date(2026, 3, 3)


def test_the_heat_map_has_a_column_a_week_and_nothing_for_days_to_come() -> None:
    answers = {TUESDAY: MANY, TUESDAY - timedelta(days=1): 1, TUESDAY - timedelta(days=8): 3}
    rows = [row.rstrip() for row in heat_map(answers, TUESDAY, 3).plain.split("\n")]
    assert rows == [
        "last 3 weeks",
        "Mon . o o",
        "    . . O",
        "Wed . .",
        "    . .",
        "Fri . .",
        "    . .",
        "Sun . .",
    ]


def test_the_forecast_has_a_column_a_day_as_high_as_its_share_of_the_fullest() -> None:
    rows = [row.rstrip() for row in forecast_chart([12, 0, 6, 1], TUESDAY).plain.split("\n")]
    assert rows == [
        "next 4 days",
        "12 | #",
        "   | #",
        "   | #   #",
        "   | #   # #",
        "   +---------",
        "     T W T F",
    ]


def test_a_forecast_of_nothing_is_flat() -> None:
    chart = forecast_chart([0, 0], TUESDAY).plain
    assert "#" not in chart and "1 |" in chart
