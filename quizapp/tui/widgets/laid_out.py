"""A text that is laid out for the width there is."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

LayOut = Callable[[int], Content]
"""What makes a text for a width in cells."""


class LaidOut(Static):
    """A text that is laid out for the width there is."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._lay_out: LayOut = lambda width: Content()
        self._laid_out = 0, Content()

    def show(self, lay_out: LayOut) -> None:
        """Show this text instead: what is given lays it out for a width."""
        self._lay_out = lay_out
        self._laid_out = 0, Content()
        self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max(line.cell_length for line in self._content(container.width).split("\n"))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._content(width).get_height({}, width) if width else 0

    def render(self) -> Content:
        return self._content(self.size.width)

    def _content(self, width: int) -> Content:
        if self._laid_out[0] != width:
            self._laid_out = width, self._lay_out(width)
        return self._laid_out[1]
