"""The charts of the home screen, as text."""

from __future__ import annotations

from datetime import date, timedelta

from quizapp.tui.widgets.day_charts import MANY, heat_map

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
