"""Whatever a widget draws, in ASCII where the terminal has no other signs."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from quizapp.text.ascii import drawn


class InAscii(LineFilter):
    """Puts ASCII in the place of frames, bars and arrows, which leaves all where it is."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(drawn(text), style, control) for text, style, control in segments]
