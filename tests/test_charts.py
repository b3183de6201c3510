"""The charts, as text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from quizapp.inside.spans import Line, plain
from quizapp.statistics.charts.bars import Bar, bars
from quizapp.statistics.charts.columns import columns
from quizapp.statistics.charts.curve import curve
from quizapp.statistics.charts.heat_map import heat_map, level_bounds
from quizapp.text.cells import cells
from quizapp.text.language import speak

TUESDAY = date(2026, 3, 3)


def text(lines: Sequence[Line]) -> list[str]:
    return [plain(line).rstrip() for line in lines]


def test_the_heat_map_has_a_column_a_week_and_nothing_for_days_to_come() -> None:
    answers = {TUESDAY - timedelta(days=away): count for away, count in enumerate([40, 1, 0, 11])}
    answers |= {TUESDAY - timedelta(days=9): 21, TUESDAY + timedelta(days=1): 99}
    assert text(heat_map(answers, TUESDAY, 60, weeks=4)) == [
        "        Mar",
        "Mon · · · ░",
        "    · · · █",
        "Wed · · ·",
        "    · · ·",
        "Fri · · ·",
        "    · · ▓",
        "Sun · █ ·",
        "    answers a day:  · 0  ░ 1  ▒ 5  ▓ 10  █ 16 and more",
    ]


def test_a_year_fits_by_one_column_a_week_and_is_cut_where_it_does_not() -> None:
    for width in (120, 80, 60, 40, 5):
        lines = heat_map({TUESDAY: 1}, TUESDAY, width)
        assert max(cells(line) for line in text(lines[:-1])) <= width
        assert plain(lines[2]).endswith(("█ ", "░", "░ "))  # today


def test_no_month_of_a_year_is_left_out_in_chinese_and_none_touches_the_next() -> None:
    speak("zh")
    try:
        months = text(heat_map({TUESDAY: 1}, date(2026, 12, 31), 80))[0]
    finally:
        speak("en")
    assert [int(month.removesuffix("月")) for month in months.split()] == list(range(1, 13))


def test_levels_rise_with_what_a_full_day_is() -> None:
    assert level_bounds([]) == (1, 2, 3, 4)
    assert level_bounds([1, 1, 2]) == (1, 2, 3, 4)
    assert level_bounds([40] * 9 + [4000]) == (1, 10, 20, 30)


def test_columns_are_as_high_as_their_share_of_the_highest_to_the_eighth() -> None:
    assert text(columns([12, 0, 6, 0.1], {0: "one", 1: "two", 2: "three"}, width=12, rows=2)) == [
        "12│█",
        " 0│█   █ ▁",
        "   one",
    ]
    assert text(columns([0, 0], {}, width=20, rows=1)) == ["0│", ""]


def test_a_bar_shows_its_share_and_a_mark_and_gives_way_to_words() -> None:
    rows = [Bar("a", 0.5, ["50%", "4"], 0.75), Bar("long", 1.0, ["100%", "12"])]
    assert text(bars(rows, 31, ["right", "n"])) == [
        "                      right   n",
        "a     ━━━━━━━╌╌╌│╌╌╌    50%   4",
        "long  ━━━━━━━━━━━━━━   100%  12",
    ]
    assert text(bars(rows, 14)) == ["a      50%   4", "long  100%  12"]
    assert text(bars(rows, 13, ["right", "n"])) == ["      right", "a       50%", "long   100%"]


def test_a_curve_goes_through_its_points_from_corner_to_corner() -> None:
    lines = curve(
        [(0.0, 0.0), (1.0, 1.0)],
        [(0.0, 1.0), (1.0, 0.0)],
        low=(0, 0),
        high=(1, 1),
        x_ticks={0.0: "0", 1.0: "1"},
        y_ticks={0.0: "0", 1.0: "1"},
        width=12,
        rows=3,
    )
    top, _, bottom, below = text(lines)
    assert (top[:2], top[-1], bottom[:3]) == ("1│", "●", "0│●")
    assert below == "  0        1"
    assert (lines[0][1].role, lines[0][-1].role) == ("aside", "changed")
