"""Texts behind marks, whose further rows leave the mark free however wide there is room."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from quizapp.tui.prose import beside, wrapped
from quizapp.tui.widgets.pick_list import Menu
from quizapp.tui.widgets.unrolled_list import UnrolledList

MARGIN = 4
"""Columns of a row of a list beside its text."""


@dataclass(frozen=True)
class Hung:
    """A text behind a mark, in a style of its own."""

    mark: str
    style: str
    text: Content

    @property
    def unbroken(self) -> Content:
        """In one row."""
        return beside(self.mark, self.text, self.style)

    def rows(self, width: int) -> Content:
        """In rows that fit."""
        return beside(self.mark, wrapped(self.text, width - len(self.mark)), self.style)


class HungList(UnrolledList):
    """Each row by its id, and the id below it."""

    def __init__(self, rows: dict[str, Hung], *, id: str) -> None:
        super().__init__(*(Option("", id=name) for name in rows), id=id, markup=False)
        self._rows = rows
        self._width = 0

    def on_resize(self) -> None:
        width = self.scrollable_content_region.width
        if width != self._width:
            self._width = width
            for name, row in self._rows.items():
                below = Content.styled(f"\n{' ' * len(row.mark)}{name}", "$text 60%")
                self.replace_option_prompt(name, row.rows(width - MARGIN) + below)


class HungMenu(Menu):
    """Each row by its id, behind its key."""

    def __init__(self, rows: Mapping[str, Hung], *, disabled: Collection[str] = ()) -> None:
        super().__init__(
            *(
                Option(row.unbroken, id=name, disabled=name in disabled)
                for name, row in rows.items()
            ),
            markup=False,
        )
        self._hung = rows
        self._width = 0

    def on_resize(self) -> None:
        width = self.scrollable_content_region.width
        if width != self._width:
            self._width = width
            for name, row in self._hung.items():
                self.replace_option_prompt(name, row.rows(width - MARGIN))


class HungTexts(Static):
    """Texts below a head."""

    def __init__(self, head: Content, texts: Sequence[Hung], *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._head = head
        self._texts = texts
        self._width = 0

    def on_resize(self) -> None:
        width = self.content_size.width
        if width != self._width:
            self._width = width
            rows = [text.rows(width) for text in self._texts]
            self.update(Content("\n").join([self._head, *rows]))
