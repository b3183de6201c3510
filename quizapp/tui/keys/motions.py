"""The keys that move through whatever is longer than its room, a list or a text."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from textual.binding import Binding
from textual.widget import Widget

SCROLLS = [
    Binding("down,j", "scroll(1)", show=False, tooltip="Scroll down"),
    Binding("up,k", "scroll(-1)", show=False, tooltip="Scroll up"),
    Binding("pagedown,ctrl+d,ctrl+f", "scroll_page(1)", show=False, tooltip="A page down"),
    Binding("pageup,ctrl+u,ctrl+b", "scroll_page(-1)", show=False, tooltip="A page up"),
    Binding("home,g", "scroll_edge(-1)", show=False, tooltip="To the beginning"),
    Binding("end,G", "scroll_edge(1)", show=False, tooltip="To the end"),
]
"""Those of a screen that `Scrolls`."""

FIELD_SCROLLS = [
    Binding("pagedown", "screen.scroll_page(1)", show=False),
    Binding("pageup", "screen.scroll_page(-1)", show=False),
]
"""What a field that has the focus leaves to such a screen."""


def motions(*actions: str) -> list[Binding]:
    """The same keys for a widget's own actions, in the order of SCROLLS."""
    return [
        replace(binding, action=action, tooltip="")
        for binding, action in zip(SCROLLS, actions, strict=True)
    ]


class Scrolls:
    """A screen that is moved through by keys."""

    @property
    @abstractmethod
    def panes(self) -> Sequence[Widget]:
        """What scrolls: one that is at its end leaves it to the next."""

    def action_scroll(self, rows: int) -> None:
        if pane := self._pane_for(rows):
            pane.scroll_relative(y=rows, animate=False, immediate=True)

    def action_scroll_page(self, pages: int) -> None:
        if pane := self._pane_for(pages):
            rows = pages * max(pane.size.height - 1, 1)
            pane.scroll_relative(y=rows, animate=False, immediate=True)

    def action_scroll_edge(self, way: int) -> None:
        if pane := self._pane_for(way):
            pane.scroll_to(y=pane.max_scroll_y if way > 0 else 0, animate=False)

    def _pane_for(self, way: int) -> Widget | None:
        """The pane that scrolls down, where `way` is above 0, or else up; none on a screen that
        was opened just now."""
        panes = self.panes
        return next((each for each in panes if _can_scroll(each, way)), panes[0] if panes else None)


def _can_scroll(pane: Widget, way: int) -> bool:
    return pane.scroll_y != (pane.max_scroll_y if way > 0 else 0)
