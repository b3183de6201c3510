"""The table of cards: of any length, for only the rows in sight are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from quizapp.study.card_row import CardRow
from quizapp.text.language import tr
from quizapp.tui.browse.as_left import AsLeft
from quizapp.tui.browse.columns import CARD, DECIDED, OTHERS, STATE, Column, sorted_by
from quizapp.tui.keys.motions import motions
from quizapp.tui.widgets.thumb_in_place import ThumbInPlace

GAP = 2
LEAST_OF_AN_ID = 34
BAR, MARK = "▌", "●"
HEAD = " " * 3
"""Room for both, and a blank."""


class CardTable(ScrollView, ThumbInPlace, can_focus=True):
    """Rows of cards below a head; one is highlighted, any number is marked."""

    class Moved(Message):
        """Another row is highlighted, or none."""

    BINDINGS = [*motions("move(1)", "move(-1)", "page(1)", "page(-1)", "go(0)", "go(-1)")]
    DEFAULT_CSS = """
    CardTable { height: 1fr; background: $background; scrollbar-size-vertical: 1; }
    """

    def __init__(self, today: date, as_left: AsLeft) -> None:
        super().__init__()
        self._today = today
        self._found: Sequence[CardRow] = ()
        self._rows: list[CardRow] = []
        self._at = 0
        self.marked = set[str]()
        """The ids of marked cards; also of such as are not shown just now."""
        self._sort = as_left.sort
        self._backward = as_left.backward
        self._card_sought = as_left.card

    def show(self, rows: Sequence[CardRow], today: date) -> None:
        """Show these rows, in the order that they come in until one is chosen."""
        current = self.highlighted.card.id if self.highlighted else self._card_sought
        self._found, self._today, self._card_sought = rows, today, ""
        self._arrange(current)

    @property
    def rows(self) -> Sequence[CardRow]:
        return self._rows

    @property
    def highlighted(self) -> CardRow | None:
        return self._rows[self._at] if self._rows else None

    @property
    def chosen(self) -> list[CardRow]:
        """The marked rows that are shown; the highlighted one where none of them is marked."""
        marked = [row for row in self._rows if row.card.id in self.marked]
        return marked or [row for row in [self.highlighted] if row]

    @property
    def to_drill(self) -> Sequence[CardRow]:
        """The marked rows that are shown; all where none of them is marked."""
        return [row for row in self._rows if row.card.id in self.marked] or self._rows

    def as_left(self, query: str) -> AsLeft:
        """How the table stands, for the query that found its rows."""
        card = self.highlighted.card.id if self.highlighted else ""
        return AsLeft(query=query, sort=self._sort, backward=self._backward, card=card)

    def mark(self) -> None:
        """Mark the highlighted row, or mark it no more, and go on to the next."""
        if self.highlighted:
            self.marked ^= {self.highlighted.card.id}
            self.refresh()
            self.action_move(1)

    def mark_all(self) -> None:
        """Mark all rows that are shown, or none where all are."""
        shown = {row.card.id for row in self._rows}
        self.marked = self.marked - shown if shown <= self.marked else self.marked | shown
        self.refresh()

    def unmark(self) -> None:
        """Mark none any more, shown or not."""
        self.marked.clear()
        self.refresh()

    def sort(self, by: int) -> None:
        """Sort by the column so many to the right, after the last one as they come."""
        columns = [None, *self._columns]
        at = columns.index(self._sort) if self._sort in columns else 0
        self._sort_by(columns[(at + by) % len(columns)])

    def turn(self) -> None:
        """Sort the other way round."""
        self._backward = not self._backward
        self._arrange_anew()

    def _sort_by(self, column: Column | None) -> None:
        self._backward = not self._backward if column is self._sort else False
        self._sort = column
        self._arrange_anew()

    def _arrange_anew(self) -> None:
        """The cursor stays on its card; but who stands at the top wants to see what comes there."""
        self._arrange(self._rows[self._at].card.id if self._at else "")

    def _arrange(self, current: str) -> None:
        """Put the rows in order, the cursor on this card or, where it is not among them, first."""
        rows = list(self._found)
        if self._sort is not None:
            rows = sorted_by(self._sort, rows, backward=self._backward)
        elif self._backward:
            rows.reverse()
        self._rows = rows
        ids = [row.card.id for row in rows]
        self._at = ids.index(current) if current in ids else 0
        self.virtual_size = Size(0, len(rows) + 1)
        self.refresh()
        self.call_after_refresh(self._bring_into_sight)  # until then it cannot scroll so far
        self.post_message(self.Moved())

    def action_move(self, by: int) -> None:
        self.action_go(max(0, min(self._at + by, len(self._rows) - 1)))

    def action_page(self, pages: int) -> None:
        self.action_move(pages * max(self.size.height - 2, 1))

    def action_go(self, row: int) -> None:
        if self._rows:
            self._at = row % len(self._rows)
            self._bring_into_sight()
            self.refresh()
            self.post_message(self.Moved())

    def _bring_into_sight(self) -> None:
        # The head stays above the first row in sight, and takes one.
        self.scroll_to_region(
            Region(0, self._at, 1, 2), animate=False, immediate=True, x_axis=False
        )

    def on_resize(self) -> None:
        self._bring_into_sight()

    def on_click(self, event: events.Click) -> None:
        if event.y == 0:
            column = self._column_at(event.x)
            if column is not None:
                self._sort_by(column)
        elif (row := int(self.scroll_offset.y) + event.y - 1) < len(self._rows):
            self.action_go(row)

    @property
    def _columns(self) -> list[Column]:
        """The columns that there is room for."""
        room = self._room - len(HEAD) - LEAST_OF_AN_ID
        columns = [CARD]
        for column in OTHERS:
            room -= column.width + GAP
            if room < 0:
                break
            columns.append(column)
        return columns

    @property
    def _room(self) -> int:
        return self.scrollable_content_region.width

    def _width(self, column: Column) -> int:
        if column is not CARD:
            return column.width
        others = sum(GAP + other.width for other in self._columns[1:])
        return max(self._room - len(HEAD) - others, 1)

    def _column_at(self, x: int) -> Column | None:
        left = len(HEAD)
        for column in self._columns:
            left += self._width(column) + GAP
            if x < left:
                return column
        return None

    def render_line(self, y: int) -> Strip:
        row = int(self.scroll_offset.y) + y - 1
        if y == 0:
            titles = [self._title(column) for column in self._columns]
            content = self._line(titles).stylize("$text 60%")
        elif row >= len(self._rows):
            content = Content()
        else:
            content = self._row(row)
        width = self.size.width
        line = content.truncate(width, pad=True)
        return Visual.to_strips(self, line, width, 1, self.visual_style)[0]

    def _title(self, column: Column) -> str:
        sign = ("▾" if self._backward else "▴") if column is self._sort else ""
        return tr(column.title) + sign

    def _row(self, at: int) -> Content:
        row = self._rows[at]
        texts = [self._text(column, row) for column in self._columns]
        line = self._line(texts, MARK if row.card.id in self.marked else "")
        if at == self._at:
            line = Content.styled(BAR, "$accent") + line[1:].stylize("$text")
            return line.stylize("on $primary 15%" if self.has_focus else "on $boost")
        return line.stylize("$text 70%") if row.state == "new" else line

    def _text(self, column: Column, row: CardRow) -> str:
        """What stands in a column; where there is no room for another, what was decided."""
        if column is STATE and DECIDED not in self._columns:
            return DECIDED.text(row, self._today) or STATE.text(row, self._today)
        return column.text(row, self._today)

    def _line(self, texts: Sequence[str], mark: str = "") -> Content:
        cells = [
            Content(text).truncate(self._width(column), ellipsis=True, pad=True)
            for text, column in zip(texts, self._columns, strict=True)
        ]
        return Content(mark.center(len(HEAD))) + Content(" " * GAP).join(cells)
