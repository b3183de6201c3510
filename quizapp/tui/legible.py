"""No text fainter than 4.5 : 1 on its background, whatever theme, blend or highlight made it so."""

from __future__ import annotations

import re
from functools import lru_cache

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter, dim_color

LEAST_CONTRAST = 4.5
"""What WCAG 2.2 asks of text (1.4.3, level AA)."""

STEPS = 16

DRAWN = re.compile("[\\s\u2500-\u259f]*")
"""Frames, bars and blanks, which nobody reads."""


class Legible(LineFilter):
    """Moves faint text towards black or white until it can be read.

    That is what terminals call a minimum contrast. Terminals that show 256 colours or fewer
    round what they get. Colours of the terminal's own are not known and stay as they are.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment
            if style is None or DRAWN.fullmatch(text)
            else Segment(text, legible(style, background), control)
            for segment in segments
            for text, style, control in [segment]
        ]


@lru_cache(4096)
def legible(style: Style, background: Color) -> Style:
    """The style, its text moved away from its background as far as it takes."""
    text, behind = style.color, style.bgcolor or background.rich_color
    if style.reverse:
        text, behind = behind, text
    if text is None or behind is None or text.triplet is None or behind.triplet is None:
        return style
    faint = dim_color(behind, text) if style.dim else text
    clear = _moved_away(faint, behind)
    if clear == text:
        return style
    changed = Style(bgcolor=clear) if style.reverse else Style(color=clear)
    return style + changed + Style(dim=False)


def _moved_away(text: RichColor, behind: RichColor) -> RichColor:
    fg, bg = Color.from_rich_color(text), Color.from_rich_color(behind)
    end = max(Color(0, 0, 0), Color(255, 255, 255), key=lambda one: contrast(one, bg))
    steps = (fg.blend(end, step / STEPS) for step in range(STEPS + 1))
    enough = (color for color in steps if contrast(color, bg) >= LEAST_CONTRAST)
    return next(enough, end).rich_color


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of WCAG 2.2, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in color.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
