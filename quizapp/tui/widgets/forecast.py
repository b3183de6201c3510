"""What is to come: cards falling due on each of the next days."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from textual.content import Content

from quizapp.text.cells import cells
from quizapp.text.language import tr
from quizapp.text.words import short_weekday

FAINT = "$text 60%"
ROWS = 4
EIGHTHS = " ▁▂▃▄▅▆▇█"


def forecast_width(due: Sequence[int]) -> int:
    """Columns that the chart takes."""
    return len(due) * (_bar(due) + 1)


def forecast_chart(due: Sequence[int], today: date) -> Content:
    """A column a day, today first, as high as its share of the fullest, with its cards below."""
    bar = _bar(due)
    days = [today + timedelta(days=ahead) for ahead in range(len(due))]
    rows = [Content.styled(tr("due in the next {days} days", days=len(due)), FAINT)]
    for row in range(ROWS, 0, -1):
        signs = (_filling(count, max(due), row) * bar for count in due)
        rows.append(Content.styled(" ".join(signs).rstrip(), "$text-accent"))
    rows.append(Content(" ".join(f"{count or '·':>{bar}}" for count in due)))
    rows.append(Content.styled(" ".join(_initial(day, bar) for day in days), FAINT))
    return Content("\n").join(rows)


def _bar(due: Sequence[int]) -> int:
    return max(2, *(len(str(count)) for count in due))


def _filling(count: int, most: int, row: int) -> str:
    """How much of a row a day's column fills, the lowest being row 1; any card is seen."""
    eighths = max(round(count / most * ROWS * 8), 1) if count else 0
    return EIGHTHS[min(max(eighths - (row - 1) * 8, 0), 8)]


def _initial(day: date, width: int) -> str:
    """The day of the week in a letter."""
    name = short_weekday(day)
    sign = name[:1] if name.isascii() else name[-1:]
    return " " * (width - cells(sign)) + sign
