"""The top line: where one is on the left, how things stand on the right."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static


class TitleBar(Horizontal):
    """One line with two ends."""

    DEFAULT_CSS = """
    TitleBar {
        height: 1;
        padding: 0 1;
        background: $panel;
        #left { width: 1fr; text-overflow: ellipsis; text-wrap: nowrap; }
        #right {
            width: auto; max-width: 82%; padding-left: 1;
            text-overflow: ellipsis; text-wrap: nowrap;
        }
    }
    """

    def __init__(self, left: str = "", right: str = "") -> None:
        super().__init__()
        self._ends = left, right

    def compose(self) -> ComposeResult:
        for id, text in zip(("left", "right"), self._ends, strict=True):
            yield Static(text, id=id, markup=False)

    def show(self, left: str | Content, right: str | Content) -> None:
        self.query_one("#left", Static).update(left)
        self.query_one("#right", Static).update(right)
