"""The terminal's own two colours in the place of a theme's: for its own contrast, or NO_COLOR."""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from quizapp.tui.legible import contrast

MARKED = 2.0
"""The contrast to the screen's background from which on one is a mark, such as a cursor."""


class OwnColours(LineFilter):
    """Tells things apart by bold, underlines and swapped colours alone.

    Of a terminal's further colours nobody knows how they contrast; these two its user reads.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if style is None else Segment(text, _own(style, background), control)
            for segment in segments
            for text, style, control in [segment]
        ]


@lru_cache(4096)
def _own(style: Style, background: Color) -> Style:
    behind = style.color if style.reverse else style.bgcolor
    is_marked = (
        behind is not None
        and behind.triplet is not None
        and contrast(Color.from_rich_color(behind), background) >= MARKED
    )
    return style.without_color + Style(dim=False, reverse=is_marked)
