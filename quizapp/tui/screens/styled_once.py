"""A screen that comes is styled once."""

from __future__ import annotations

from textual.events import ScreenResume
from textual.screen import Screen, ScreenResultType


class StyledOnce(Screen[ScreenResultType]):
    """What is on it is styled as it is mounted, by the classes that go with the size.

    Textual gives these to the screen later, and so styles all of it thrice before it is seen.
    """

    _has_come = False

    async def _compose(self) -> None:
        columns, rows = self.app.size
        self.add_class(
            *self._get_breakpoint_classes(columns, self.HORIZONTAL_BREAKPOINTS or []),
            *self._get_breakpoint_classes(rows, self.VERTICAL_BREAKPOINTS or []),
            update=False,
        )
        self.app.stylesheet.apply(self)
        await super()._compose()

    def _on_screen_resume(self, event: ScreenResume) -> None:
        event.refresh_styles &= self._has_come
        self._has_come = True
