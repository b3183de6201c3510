"""What was done in the last weeks, and what comes in the next days."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Static

from quizapp.statistics.charts.heat_map import heat_map, label_width
from quizapp.study.overview import Overview
from quizapp.tui.widgets.forecast import forecast_chart, forecast_width
from quizapp.tui.widgets.lines_view import coloured

FEWEST_WEEKS, MOST_WEEKS = 18, 52
AROUND, BETWEEN = 10, 4
"""Columns around and before the weeks, and between the charts."""
WIDEST = AROUND + 2 * MOST_WEEKS
"""Columns that it takes at most, one chart above the other."""


class Days(Container):
    """Two charts, one above or beside the other; nothing before the first answer."""

    def compose(self) -> ComposeResult:
        yield Static(id="heat-map", markup=False)
        yield Static(id="forecast", markup=False)

    def show(self, overview: Overview, width: int, *, stacked: bool) -> None:
        """Show as many weeks and days as fit into so many columns of the screen."""
        self.set_class(not overview.answers, "empty")
        if not overview.answers:
            return
        today, due = overview.study_date, overview.forecast
        weeks, days = _that_fit(due, width - AROUND, stacked=stacked)
        lines = heat_map(overview.answers, today, label_width() + 2 * weeks, weeks)
        self.query_one("#heat-map", Static).update(Content("\n").join(map(coloured, lines)))
        self.query_one("#forecast", Static).update(forecast_chart(due[:days], today))


def _that_fit(due: Sequence[int], room: int, *, stacked: bool) -> tuple[int, int]:
    """Weeks of the past and days to come."""
    days = len(due)
    if not stacked:
        day = forecast_width(due) // days
        room -= BETWEEN
        days = max(1, min((room - 2 * FEWEST_WEEKS) // day, days))
        room -= days * day
    return min(max(room // 2, FEWEST_WEEKS), MOST_WEEKS), days
