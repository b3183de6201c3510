"""Code, coloured and numbered; a line too long for the pane is folded under itself."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content
from textual.geometry import Size
from textual.highlight import highlight
from textual.widget import Widget

from quizapp.deck.gap import GAP
from quizapp.inside.places import Part, Place
from quizapp.text.language import mark, tr

HANG = 4
"""Cells by which what is left of a folded line stands behind where it begins."""

FOLDED = "⋮"
"""What stands in the place of the number where a line goes on."""

TITLES: Mapping[Part, str] = {"setup": "", "code": "", "attempt": mark("─ yours ─")}
"""What stands above a part that is not the first."""

LIT = "on $primary 25%"
"""The look of a line that is pointed at, here and where it is told of."""


class CodeView(Widget):
    """Python source, below setup code or above an attempt, which have numbers of their own.

    The line that is lit carries a pointer, the one that failed an exclamation mark.
    """

    DEFAULT_CSS = "CodeView { height: auto; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[tuple[Place | None, Content]] = []
        self._shown = "", "", ""
        self._gutter = 0  # cells, of line numbers and signs
        self._lit: Place | None = None
        self._failed: Place | None = None

    def show(self, code: str, *, setup: str = "", attempt: str = "") -> None:
        """Show this code instead, a gap in it lit up; what is lit or has failed stays so."""
        if self._shown == (setup, code, attempt):
            return
        self._shown = setup, code, attempt
        parts: list[tuple[Part, str]] = [("setup", setup), ("code", code), ("attempt", attempt)]
        self._lines = []
        for part, text in parts:
            if text and self._lines:
                self._lines.append((None, Content.styled(tr(TITLES[part]), "italic $text 60%")))
            self._lines += _numbered(text, part) if text else []
        largest = max((place.line for place, _ in self._lines if place), default=0)
        self._gutter = len(str(largest)) + 2
        self.refresh(layout=True)

    def mark(self, *, lit: Place | None, failed: Place | None) -> None:
        """Mark these lines, where they are in sight, and no others."""
        if (lit, failed) != (self._lit, self._failed):
            self._lit, self._failed = lit, failed
            self.refresh()

    def rows_of(self, place: Place, width: int) -> range:
        """The rows on which a line stands in that width; none where it is not shown."""
        top = 0
        for other, rows in self._folded(width):
            if other == place:
                return range(top, top + len(rows))
            top += len(rows)
        return range(0)

    @property
    def gap(self) -> Place | None:
        """The line of the code with a gap in it, the first."""
        return next(
            (place for place, line in self._lines if place and GAP.search(line.plain)), None
        )

    @property
    def widest(self) -> int:
        """Cells that the code takes when no line is folded."""
        return self._gutter + max((line.cell_length for _, line in self._lines), default=0)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.widest

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return sum(len(rows) for _, rows in self._folded(width))

    def render(self) -> Content:
        width = self.size.width
        shown = []
        for place, rows in self._folded(width):
            for index, row in enumerate(rows):
                line = Content.assemble(self._margin(place, first=index == 0), row)
                if place is not None and place == self._lit:
                    line = line.pad_right(max(width - line.cell_length, 0)).stylize(LIT)
                shown.append(line)
        return Content("\n").join(shown)

    def _margin(self, place: Place | None, *, first: bool) -> tuple[str, str]:
        if not first:
            return f"{FOLDED:>{self._gutter - 2}}  ", "$text 40%"
        if place is None:
            return " " * self._gutter, ""
        sign, style = " ", "$text 40%"
        if place == self._failed:
            sign, style = "!", "$text-error bold"
        elif place == self._lit:
            sign, style = ">", "$text-accent bold"
        return f"{place.line:>{self._gutter - 2}}{sign} ", style

    def _folded(self, width: int) -> list[tuple[Place | None, list[Content]]]:
        room = max(width - self._gutter, 4 * HANG)
        return [
            (place, [line] if line.cell_length <= room else _fold(line, room))
            for place, line in self._lines
        ]


def _fold(line: Content, room: int) -> list[Content]:
    code = line.plain
    indent = min(len(code) - len(code.lstrip()), room // 2)
    first, *further = line[indent:].wrap(room - indent - HANG)
    behind = " " * (indent + HANG)
    return [Content(" " * indent) + first, *(Content(behind) + row for row in further)]


def _numbered(code: str, part: Part) -> list[tuple[Place | None, Content]]:
    source = highlight(code.rstrip(), language="python")
    if part == "code":
        for gap in GAP.finditer(source.plain):
            source = source.stylize("bold $text-accent on $accent 20%", *gap.span())
    lines = source.split("\n")
    return [(Place(number, part), line) for number, line in enumerate(lines, start=1)]
