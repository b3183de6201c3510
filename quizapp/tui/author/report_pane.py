"""What is told of the card under the eye, in little room: it scrolls."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from quizapp.text.language import tr
from quizapp.tui.widgets.thumb_in_place import ThumbInPlace


class ReportPane(VerticalScroll, ThumbInPlace, can_focus=False):
    """Stays where it was scrolled to, until it is told that another card is present."""

    def __init__(self) -> None:
        super().__init__(id="report-pane")

    def compose(self) -> ComposeResult:
        yield Static(id="report", markup=False)

    def on_mount(self) -> None:
        self.border_title = tr("problems and truths")

    def show(self, told: Content) -> None:
        self.query_one(Static).update(told)

    def begin_anew(self) -> None:
        """What is told from now on is of another card."""
        self.scroll_home(animate=False, immediate=True)

    def scroll_half_pages(self, by: int) -> None:
        rows = by * max(self.size.height // 2, 1)
        self.scroll_relative(y=rows, animate=False, immediate=True)
