"""What does not stay, row by row: enter leads to the cards."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content
from textual.widgets.option_list import Option

from quizapp.inside.spans import Line, Span
from quizapp.statistics.pages.hard import card_rows, hard, idea_rows
from quizapp.statistics.pages.section import Told
from quizapp.tui.widgets.lines_view import coloured
from quizapp.tui.widgets.pick_list import PickList

MARGIN = 4
"""Columns of a row beside its text."""


class HardPage(PickList):
    """Ideas and cards; each row's id is a query that finds its cards."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._told: Told | None = None
        self._width = 0

    def show(self, of: Told) -> None:
        """Show these instead."""
        self._told = of
        self._fill()

    def on_resize(self) -> None:
        if self.size.width != self._width:
            self._fill()

    @property
    def query_of_row(self) -> str | None:
        """What finds the cards of the highlighted row."""
        row = self.highlighted_option
        return row.id if row is not None else None

    def _fill(self) -> None:
        before, self._width = self.query_of_row, self.size.width
        rows = list(self._rows(max(self.scrollable_content_region.width - MARGIN, 1)))
        self.clear_options()
        self.add_options(rows)
        if before is not None and before in [row.id for row in rows]:
            self.highlighted = self.get_option_index(before)
        else:
            self.action_first()

    def _rows(self, width: int) -> Iterator[Option]:
        of = self._told
        if of is None:
            return
        ideas, cards = hard(of)
        yield _head((Span(ideas.title, "source"),))
        found = list(idea_rows(of, width))
        for name, lines in found:
            yield Option(Content("\n").join(map(coloured, lines)), f"idea:{name}")
        if not found:
            yield from map(_head, ideas.lines(width))
        yield _head(())
        yield _head((Span(cards.title, "source"),))
        rows = card_rows(of, width)
        for card, line in rows:
            yield Option(coloured(line), f"card:{card}") if card else _head(line)
        if not rows:
            yield from map(_head, cards.lines(width))


def _head(line: Line) -> Option:
    """A row that cannot be picked."""
    return Option(coloured(line), disabled=True)
