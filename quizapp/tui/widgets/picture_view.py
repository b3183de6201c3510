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

    def say(self, words: Span) -> None:
        """Show a sentence, and no picture."""
        self._album = None
        self.show(lambda width: [(words,)])

    def show_album(self, album: Album) -> None:
        """Show the picture that suits best, at the end or where the code failed."""
        self._album, self._kind = album, album.first
        self._at = album.start(self._kind)
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
        """There are lines to go through."""
        return bool(self._stops)

    @property
    def _stops(self) -> Sequence[int]:
        return self._album.stops(self._kind) if self._album and self._kind else ()

    @property
    def lit(self) -> Place | None:
        """The line of the code after which the picture is."""
        return self._album.place(self._at) if self._album else None

    @property
    def place(self) -> str:
        """Which of the lines that is."""
        stops = self._stops
        number = stops.index(self._at) + 1
        return tr("after step {number} of {count}", number=number, count=len(stops))

    def move(self, by: int) -> None:
        """Go so many lines on, or back."""
        if stops := self._stops:
            self._at = stops[min(max(stops.index(self._at) + by, 0), len(stops) - 1)]
            self.show(self._lines)

    def turn(self, by: int) -> None:
        """Show the next kind of picture, at the same line if it has one of that."""
        if self._album and self._kind:
            kinds = self._album.kinds
            self._kind = kinds[(kinds.index(self._kind) + by) % len(kinds)]
            if self._at not in self._stops:
                self._at = self._album.start(self._kind)
            self.show(self._lines)

    def _lines(self, width: int) -> Sequence[Line]:
        assert self._album is not None
        lines = self._album.lines(self._kind, self._at, width=width)
        if self._kind is None or len(self._album.kinds) < 2:
            return lines
        return [tabs(self._album.kinds, self._kind), (), *lines]
