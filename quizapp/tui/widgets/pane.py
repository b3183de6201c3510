"""A part of a screen that is as high as what it shows, and scrolls where that is too much."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.geometry import Size

from quizapp.tui.widgets.thumb_in_place import ThumbInPlace


class Pane(VerticalScroll, ThumbInPlace, can_focus=False):
    """Its scrollbar goes once there is room for all.

    Textual measures without it what it then lays out beside it: words that take a row more there
    would keep the scrollbar that they take it for.
    """

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return super().get_content_height(container, viewport, width - self.scrollbar_size_vertical)
