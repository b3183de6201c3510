"""A list as long as its rows, on a page that scrolls along with what is highlighted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from textual.containers import ScrollableContainer
from textual.geometry import Offset, Region

from quizapp.tui.widgets.pick_list import PickList


class UnrolledList(PickList):
    """With its first row comes what stands above the list, with its last what stands below."""

    DEFAULT_CSS = """
    UnrolledList {
        max-height: 9999;
    }
    """

    @property
    def _pages(self) -> Iterator[ScrollableContainer]:
        return (one for one in self.ancestors if isinstance(one, ScrollableContainer))

    def scroll_to_region(self, region: Region, **options: Any) -> Offset:
        """Scroll the pages around to a region of the list."""
        for page in self._pages:
            if self.highlighted == 0:
                page.scroll_home(animate=False)
            elif self.highlighted == self.option_count - 1:
                page.scroll_end(animate=False)
            else:
                there = self.region.offset - page.scrollable_content_region.offset
                page.scroll_to_region(
                    region.translate(there + page.scroll_offset), force=True, animate=False
                )
        return Offset()

    def action_page_down(self) -> None:
        for page in self._pages:
            page.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        for page in self._pages:
            page.scroll_page_up(animate=False)
