"""A scrollbar that comes back shows where its widget stands."""

from __future__ import annotations

from textual.widget import Widget


class ThumbInPlace(Widget):
    """To be named behind the widget that scrolls, by which this one is styled.

    Textual moves the thumb, and what scrolling goes on from, only with a scrollbar in sight: they
    stay where they were when all has room for a while, and the widget is at its begin again.
    """

    def watch_show_vertical_scrollbar(self, is_shown: bool) -> None:
        if is_shown:
            self.vertical_scrollbar.position = self.scroll_target_y = self.scroll_y
