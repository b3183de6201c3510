"""A text area that comes and goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.binding import Binding
from textual.dom import DOMNode
from textual.geometry import Offset
from textual.widgets import TextArea
from textual.widgets.text_area import Location


class PassingTextArea(TextArea):
    """Nothing holds on to it once it is gone.

    Textual's own is held for good by the app, whose theme it watches, and by the screen, which
    tells it of selections; and with it all that it ever showed. Undo is readline's key, for
    ctrl+z suspends the app.
    """

    BINDINGS = [
        Binding("ctrl+underscore,ctrl+minus", "undo", "Undo", show=False),
        Binding("ctrl+home", "to_start", "To the start", show=False),
        Binding("ctrl+end", "to_end", "To the end", show=False),
    ]

    def watch(
        self,
        obj: DOMNode,
        attribute_name: str,
        callback: Callable[..., Any],
        init: bool = True,
    ) -> None:
        """Watch the theme by its signal, which can be left."""
        if obj is not self.app or attribute_name != "theme":
            super().watch(obj, attribute_name, callback, init)
            return
        self.app.theme_changed_signal.subscribe(self, lambda theme: callback())
        if init:
            callback()

    def action_to_start(self) -> None:
        self.move_cursor(self.document.start)

    def action_to_end(self) -> None:
        self.move_cursor(self.document.end)

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Undo takes lines away, and has this called, before it takes the cursor off them."""
        if self.cursor_location[0] >= self.document.line_count:
            return Offset()
        return super().scroll_cursor_visible(center, animate)

    def get_cursor_line_start_location(self, smart_home: bool = False) -> Location:
        """Of the whole line, for ctrl+u and home; Textual's is of the row, where a line has more.

        A smart home is the first place that is not blank, unless the cursor is there.
        """
        row, column = self.cursor_location
        line = self.document[row]
        first = len(line) - len(line.lstrip())
        return row, first if smart_home and column != first else 0

    def get_cursor_line_end_location(self) -> Location:
        """Of the whole line, as its start."""
        row, _ = self.cursor_location
        return row, len(self.document[row])

    def on_unmount(self) -> None:
        self.app.theme_changed_signal.unsubscribe(self)
        self.screen.text_selection_started_signal.unsubscribe(self)

    def watch_has_focus(self, has_focus: bool) -> None:
        """How a field looks that a verdict has taken the place of can wait until that is drawn."""
        if self.display:
            super().watch_has_focus(has_focus)
        else:
            self.call_after_refresh(self.update_node_styles)
