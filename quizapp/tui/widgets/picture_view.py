"""Pictures of tensors, one at a time; keys go to the next kind, and from line to line."""

from __future__ import annotations

from collections.abc import Sequence

from quizapp.inside.places import Place
from quizapp.inside.spans import Line, Span
from quizapp.pictures.album import Album, Kind, tabs
from quizapp.text.language import tr
from quizapp.tui.widgets.lines_view import LinesView


class PictureView(LinesView):
    """One picture of an album, as it is after one line of the code."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._album: Album | None = None
        self._kind: Kind | None = None
        self._at = 0
        self._box = 0
        self._rows_of_box = range(0)

    def say(self, words: Span) -> None:
        """Show a sentence, and no picture."""
        self._album = None
        self.show(lambda width: [(words,)])

    def show_album(self, album: Album) -> None:
        """Show the picture that suits best, at the end or where the code failed."""
        self._album, self._kind = album, album.first
        self._at = album.start(self._kind)
        self._box = album.first_box if album.boxes else 0
        self.show(self._lines)

    @property
    def has_album(self) -> bool:
        return self._album is not None

    @property
    def has_others(self) -> bool:
        """There is another kind of picture."""
        return self._album is not None and len(self._album.kinds) > 1

    @property
    def can_step(self) -> bool:
        """There are lines to go through, or boxes."""
        return self.can_walk or bool(self._stops)

    @property
    def can_walk(self) -> bool:
        """The graph is open, which has boxes beside each other."""
        return self._album is not None and self._kind == "graph"

    @property
    def _stops(self) -> Sequence[int]:
        return self._album.stops(self._kind) if self._album and self._kind else ()

    @property
    def lit(self) -> Place | None:
        """The line of the code after which the picture is."""
        return self._album.place(self._kind, self._at) if self._album and self._stops else None

    @property
    def place(self) -> str:
        """Which of the lines that is, and how to go on."""
        if self.can_walk:
            return tr("the arrows go from box to box")
        stops = self._stops
        if self._kind != "ranks":
            number, count = stops.index(self._at) + 1, len(stops)
        elif self._at == stops[-1]:
            return tr("at the end of every rank, up and down move")
        else:
            number, count = self._at + 1, len(stops) - 1
        return tr("after step {number} of {count}, up and down move", number=number, count=count)

    @property
    def rows_in_sight(self) -> range:
        """The rows that are to be seen in any case: of the box that one is at."""
        self._fill(self.size.width)
        return self._rows_of_box if self.can_walk else range(0)

    def move(self, by: int) -> None:
        """Go so many lines on, or back; in the graph to what gets gradients from the box."""
        if self.can_walk:
            self.walk(0, by)
        elif stops := self._stops:
            self._at = stops[min(max(stops.index(self._at) + by, 0), len(stops) - 1)]
            self.show(self._lines)

    def walk(self, across: int, down: int) -> None:
        """Go from the present box of the graph to another."""
        if self._album and self._album.boxes:
            self._box = self._album.boxes.beyond(self._box, across, down)
            self.show(self._lines)

    def turn(self, by: int) -> None:
        """Show the next kind of picture, at the same line if it has one of that."""
        if self._album and self._kind:
            kinds = self._album.kinds
            kind = kinds[(kinds.index(self._kind) + by) % len(kinds)]
            self._at = self._album.turned(self._at, self._kind, kind)
            self._kind = kind
            self.show(self._lines)

    def _lines(self, width: int) -> Sequence[Line]:
        assert self._album is not None
        lines = self._drawn(self._album, width)
        if self._kind is None or len(self._album.kinds) < 2:
            return lines
        rows = self._rows_of_box
        self._rows_of_box = range(rows.start + 2, rows.stop + 2)
        return [tabs(self._album.kinds, self._kind), (), *lines]

    def _drawn(self, album: Album, width: int) -> Sequence[Line]:
        if self._kind != "graph" or album.boxes is None:
            return album.lines(self._kind, self._at, width=width)
        drawn = album.boxes.draw(self._box, width)
        self._rows_of_box = drawn.rows
        return drawn.lines
