"""Lines made of spans, in colour; of many lines only those in sight are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from quizapp.inside.spans import Line, Role

STYLES: Mapping[Role, str] = {
    "plain": "",
    "gutter": "$text 40%",
    "source": "bold",
    "name": "$text-primary",
    "changed": "$text-accent",
    "aside": "$text 60%",
    "bad": "bold $text-error",
    "plus-1": "on $primary 15%",
    "plus-2": "on $primary 30%",
    "plus-3": "on $primary 50%",
    "minus-1": "on $warning 15%",
    "minus-2": "on $warning 30%",
    "minus-3": "on $warning 50%",
}


def coloured(line: Line) -> Content:
    """A line as content; nothing in it is read as markup."""
    return Content.assemble(*((span.text, STYLES[span.role]) for span in line))


class LinesView(Widget):
    """Lines that are laid out for the width there is."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "LinesView { height: auto; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lay_out: Callable[[int], Sequence[Line]] = lambda width: ()
        self._rows: list[Content] = []
        self._width = 0

    def show(self, lay_out: Callable[[int], Sequence[Line]]) -> None:
        """Show these lines instead: what is given lays them out for a width."""
        self._lay_out = lay_out
        self._lay_out_anew()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        self._fill(width)
        return len(self._rows)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        self._fill(width)
        [strip] = Visual.to_strips(
            self, self._row(y), width, 1, self.visual_style, apply_selection=False, pad=True
        )
        return strip

    def _row(self, y: int) -> Content:
        return self._rows[y] if y < len(self._rows) else Content()

    def _lay_out_anew(self) -> None:
        self._width = 0
        if self.display:  # else it is laid out as it comes into sight
            self.refresh(layout=True)

    def _fill(self, width: int) -> None:
        if width != self._width:
            self._rows = self._rows_for(width)
            self._width = width

    def _rows_for(self, width: int) -> list[Content]:
        return [row for line in self._lay_out(width) for row in folded(coloured(line), width)]


def folded(row: Content, width: int) -> list[Content]:
    """The row, or several where characters are wider than they are counted."""
    return [row] if row.cell_length <= width else row.wrap(max(width, 1))
