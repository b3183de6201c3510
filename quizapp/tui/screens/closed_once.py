"""A screen that closes nothing but itself."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType


class ClosedOnce(Screen[ScreenResultType]):
    """To close it again, by a click or a command of the palette that come late, does nothing.

    Textual closes whatever screen is on top then: the sitting beneath, for one.
    """

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_current else AwaitComplete()
