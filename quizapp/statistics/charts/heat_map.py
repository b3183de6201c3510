"""The heat map: how much was answered on each day, a column a week, the present one last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise

from quizapp.inside.spans import Line, Span
from quizapp.statistics.charts.runs import runs
from quizapp.text.cells import cells, padded
from quizapp.text.language import tr
from quizapp.text.words import SHORT_WEEKDAYS, short_weekday

LEVELS = "·░▒▓█"
"""Nothing, and four levels of something."""

WEEKS = 53
"""That a year is spread over."""

FULL_DAYS = 0.9
"""Of the days with answers so many have no more than what counts as a full day."""


def heat_map(
    answers: Mapping[date, int], today: date, width: int, weeks: int = WEEKS
) -> list[Line]:
    """Months, the seven days of so many weeks, and a legend, in so many columns.

    A day takes two columns where there is room for them, else one; where there is none for all
    weeks, the latest are shown.
    """
    label = label_width()
    room = max(width - label, 1)
    cell = 2 if 2 * weeks <= room else 1
    weeks = min(weeks, room // cell)
    monday = today - timedelta(today.weekday() + 7 * (weeks - 1))
    shown = {day: count for day, count in answers.items() if monday <= day <= today and count > 0}
    bounds = level_bounds(shown.values())
    months = _months([monday + timedelta(7 * at) for at in range(weeks)], cell)
    lines: list[Line] = [(Span(" " * label + months, "aside"),)]
    for weekday in range(7):
        days = [monday + timedelta(7 * week + weekday) for week in range(weeks)]
        name = padded(short_weekday(days[0]) if weekday % 2 == 0 else "", label)
        signs = (_level(shown.get(day, 0), bounds) if day <= today else " " for day in days)
        drawn = runs(
            (sign.ljust(cell), "gutter" if sign == LEVELS[0] else "changed") for sign in signs
        )
        lines.append((Span(name, "aside"), *drawn))
    return [*lines, _legend(bounds, width)]


def label_width() -> int:
    """Columns of the days' names, with a blank."""
    return 1 + max(cells(tr(name)) for name in SHORT_WEEKDAYS)


def level_bounds(counts: Iterable[int]) -> tuple[int, ...]:
    """From how many answers a day has which level, the lowest of one, by the days' counts."""
    ordered = sorted(counts)
    full = ordered[int(FULL_DAYS * (len(ordered) - 1))] if ordered else 0
    bounds = [1]
    for quarter in (1, 2, 3):
        bounds.append(max(bounds[-1] + 1, round(full * quarter / 4)))
    return tuple(bounds)


def _level(count: int, bounds: Sequence[int]) -> str:
    return LEVELS[sum(count >= bound for bound in bounds)]


def _months(mondays: Sequence[date], cell: int) -> str:
    """Each month's name above the week of its first day; its number where it touches the next."""
    sundays = [monday + timedelta(6) for monday in mondays]
    begun = [(at * cell, sunday) for at, sunday in enumerate(sundays) if sunday.day <= 7]
    end = len(mondays) * cell
    text = ""
    for (column, day), (following, _) in pairwise([*begun, (end + 1, date.max)]):
        name = tr("{day:%b}", day=day)
        if following <= end and column + cells(name) >= following:  # 10月11月, four weeks apart
            name = f"{day.month}"
        if column + cells(name) <= end:
            text = padded(text, column) + name
    return text


def _legend(bounds: Sequence[int], width: int) -> Line:
    """What the levels are, in answers a day; in few columns only which are more."""
    levels = "  ".join(f"{sign} {bound}" for sign, bound in zip(LEVELS, (0, *bounds), strict=True))
    told = tr("answers a day:  {levels} and more", levels=levels)
    if cells(told) + label_width() > width:
        told = tr("less {levels} more", levels=" ".join(LEVELS))
    return (Span(" " * label_width() + told, "aside"),)
