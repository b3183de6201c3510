"""Code, coloured and numbered; a line too long for the pane is folded under itself."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.highlight import highlight
from textual.widget import Widget

HANG = 4
"""Cells by which what is left of a folded line is indented."""


class CodeView(Widget):
    """Python source. The line `marked`, counted from 1, carries a pointer."""

    DEFAULT_CSS = "CodeView { height: auto; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[Content] = []
        self._marked: int | None = None

    def show(self, code: str, *, marked: int | None = None) -> None:
        """Show this code instead."""
        self._lines = highlight(code.rstrip(), language="python").split("\n")
        self._marked = marked
        self.refresh(layout=True)

    @property
    def widest(self) -> int:
        """Cells that the code takes when no line is folded."""
        return self._gutter + max((line.cell_length for line in self._lines), default=0)

    @property
    def _gutter(self) -> int:
        return len(str(len(self._lines))) + 2

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.widest

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._folded(width))

    def render(self) -> Content:
        return Content("\n").join(self._folded(self.size.width))

    def _folded(self, width: int) -> list[Content]:
        room = max(width - self._gutter, 4 * HANG)
        folded = []
        for number, line in enumerate(self._lines, start=1):
            mark = ">" if number == self._marked else " "
            gutter = f"{number:>{self._gutter - 2}}{mark} "
            rows = [line] if line.cell_length <= room else line.wrap(room - HANG)
            for row, part in enumerate(rows):
                margin = gutter if row == 0 else " " * (self._gutter + HANG)
                style = "$text-accent bold" if mark == ">" else "$text 40%"
                folded.append(Content.assemble((margin, style), part))
        return folded
