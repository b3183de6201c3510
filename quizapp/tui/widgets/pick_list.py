"""A list in which one row is picked, moved through by vim's keys too."""

from __future__ import annotations

from textual.binding import Binding
from textual.events import Click
from textual.widgets import OptionList


class PickList(OptionList):
    """A click on another row than the highlighted one only highlights it."""

    BINDINGS = [
        Binding("j", "cursor_down", "Down", show=False),
        Binding("k", "cursor_up", "Up", show=False),
    ]

    def on_resize(self) -> None:
        """The highlighted row stays in sight, also where what stands around takes its room."""
        self.scroll_to_highlight()

    def action_page_up(self) -> None:
        if self.scrollable_content_region:  # else Textual looks a row up that is not laid out
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]

    def on_click(self, event: Click) -> None:
        row = event.style.meta.get("option")
        if row is not None and row != self.highlighted:
            event.prevent_default()
            self.highlighted = row
