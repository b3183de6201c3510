"""What is to come: cards falling due on each of the next days."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from textual.content import Content

from quizapp.statistics.charts.columns import filling
from quizapp.text.cells import cells
from quizapp.text.language import tr
from quizapp.text.words import short_weekday

FAINT = "$text 60%"
ROWS = 4


def forecast_width(due: Sequence[int]) -> int:
    """Columns that the chart takes."""
    return len(due) * (_bar(due) + 1)


def days_within(width: int, due: Sequence[int]) -> int:
    """So many of these days have room in so many columns, one at least."""
    return max(1, min((width + 1) * len(due) // forecast_width(due), len(due)))


def forecast_chart(due: Sequence[int], today: date) -> Content:
    """A column a day, today first, as high as its share of the fullest, with its cards below."""
    bar = _bar(due)
    days = [today + timedelta(days=ahead) for ahead in range(len(due))]
    rows = [Content.styled(tr("due in the next {days} days", days=len(due)), FAINT)]
    most = max(*due, 1)
    for row in range(ROWS - 1, -1, -1):
        signs = (filling(count / most * ROWS, row) * bar for count in due)
        rows.append(Content.styled(" ".join(signs).rstrip(), "$text-accent"))
    rows.append(Content(" ".join(f"{count or '·':>{bar}}" for count in due)))
    rows.append(Content.styled(" ".join(_initial(day, bar) for day in days), FAINT))
    return Content("\n").join(rows)


def _bar(due: Sequence[int]) -> int:
    return max(2, *(len(str(count)) for count in due))


def _initial(day: date, width: int) -> str:
    """The day of the week in a letter."""
    name = short_weekday(day)
    sign = name[:1] if name.isascii() else name[-1:]
    return " " * (width - cells(sign)) + sign
