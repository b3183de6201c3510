"""The key that goes back to what is answered in: its name says whether that is a field or rows."""

from __future__ import annotations

from textual.binding import Binding

TYPE_KEYS = [
    Binding("i,enter", "type", "type", key_display="i", tooltip="Go back to the field"),
    Binding(
        "i,enter",
        "type('rows')",
        "answer",
        key_display="i",
        tooltip="Go back to the options or lines",
    ),
]
"""Those of an `AskingScreen`, which offers one of the two."""
