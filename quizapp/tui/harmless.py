"""The last check before the terminal: no text of any widget acts on it."""

from __future__ import annotations

import re

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

ACTIVE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""Control characters, overrides of the writing direction, and what nobody sees."""


class Harmless(LineFilter):
    """Drops characters that act on a terminal, which takes no room from the line.

    Widgets spell them out where they are to be expected. Textual itself lets escape sequences
    through.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(ACTIVE.sub("", text), style, control) if ACTIVE.search(text) else segment
            for segment in segments
            for text, style, control in [segment]
        ]
