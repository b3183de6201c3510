"""A page of the statistics: its sections beside each other where there is room."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from textual.containers import ItemGrid, VerticalScroll

from quizapp.inside.spans import Line, Span
from quizapp.statistics.pages.section import Section
from quizapp.tui.widgets.lines_view import LinesView

COLUMN = 58
"""Columns of the screen that a section takes at least; a year of weeks is as wide."""


class Page(VerticalScroll):
    """Sections, scrolled by keys."""

    async def show(self, sections: Iterable[Section]) -> None:
        """Show these instead."""
        views: list[LinesView] = []
        for section in sections:
            views.append(LinesView(id=f"section-{len(views)}"))
            views[-1].show(partial(_titled, section))
        await self.remove_children()
        await self.mount(ItemGrid(*views, min_column_width=COLUMN))


def _titled(section: Section, width: int) -> list[Line]:
    return [(Span(section.title, "source"),), *section.lines(width)]
