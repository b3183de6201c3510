"""An input method shows what is being composed where it is to stand."""

from __future__ import annotations

from textual.app import App
from textual.geometry import Offset
from textual.widgets import Input


class ComposesInPlace(App[None]):
    """The terminal's own cursor is where the learner writes.

    Textual puts it there as a field gets the focus, which may have no place yet, and as it is
    written in; not as the field is moved.
    """

    @property
    def cursor_position(self) -> Offset:
        field = self.focused
        if field is None:
            return Offset()
        if isinstance(field, Input) and field.cursor_at_end:
            # Textual counts the cell of its cursor, and so says one too far behind the last sign.
            return field.cursor_screen_offset - Offset(1, 0)
        return getattr(field, "cursor_screen_offset", field.content_region.offset)

    @cursor_position.setter
    def cursor_position(self, _: Offset) -> None:
        """What Textual takes it to be."""
