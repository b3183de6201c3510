"""Notices in wide glyphs, none of which is lost where something beneath begins or ends.

Textual parts the lines of all widgets at the edges of each, those of a notice at what lies beneath
it as well, and a glyph of two cells that is parted is two blanks from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import _toast


class WholeStrip(Strip):
    """A line that stays in one piece, since nothing lies over it."""

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """All of it, then for each further part nothing, in which nothing else may stand."""
        within = [cut for cut in cuts if cut <= self.cell_length]
        return [self, *(Strip([], 0) for _ in within[1:])]

    def crop(self, start: int, end: int | None = None) -> Strip:
        return self


class WholeToast(_toast.Toast):
    def render_lines(self, crop: Region) -> list[Strip]:
        return [WholeStrip(line, line.cell_length) for line in super().render_lines(crop)]


_toast.Toast = WholeToast  # type: ignore[misc]
