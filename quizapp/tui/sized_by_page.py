"""An app in a browser is as large as its page is now."""

from __future__ import annotations

from textual import events
from textual.app import App


class SizedByPage(App[None]):
    """Textual may hear of the size that a page had at first after it has heard of a later one."""

    async def on_event(self, event: events.Event) -> None:
        if not (isinstance(event, events.Resize) and self._is_past(event)):
            await super().on_event(event)

    def _is_past(self, event: events.Resize) -> bool:
        return self.is_web and self._driver is not None and event.size != self._driver._size
