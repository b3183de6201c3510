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

BROAD_COLUMN = 114
"""That a year takes whose days are as wide as they are high."""


class Page(VerticalScroll):
    """Sections, scrolled by keys."""

    def __init__(self, *, id: str, column: int = COLUMN) -> None:
        """Its sections take so many columns of the screen at least."""
        super().__init__(id=id)
        self._column = column

    async def show(self, sections: Iterable[Section]) -> None:
        """Show these instead."""
        views: list[LinesView] = []
        for section in sections:
            views.append(LinesView(id=f"section-{len(views)}"))
            views[-1].show(partial(_titled, section))
        await self.remove_children()
        await self.mount(ItemGrid(*views, min_column_width=self._column))


def _titled(section: Section, width: int) -> list[Line]:
    return [(Span(section.title, "source"),), *section.lines(width)]
