"""What is told in passing, in a corner that other things stand in as well."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import App
from textual.notifications import Notification, Notify, SeverityLevel
from textual.screen import ModalScreen, Screen


class Notices(App[None]):
    """An app whose notices lie over nothing for longer than it takes to read them."""

    READ_IN: ClassVar[float] = 2.0
    """Seconds after which a notice that is no warning goes with the next key."""

    SLIM: ClassVar[int] = 60
    """Columns below which a notice takes several rows."""

    def __init__(self) -> None:
        super().__init__()
        self._untold: dict[str, Notification] = {}

    async def on_mount(self) -> None:
        self.screen_change_signal.subscribe(self, self._tell)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Resize):
            self.set_class(event.size.width < self.SLIM, "-slim")
        if isinstance(event, events.Key):
            for told in list(self._notifications):
                is_usual = told.timeout <= self.NOTIFICATION_TIMEOUT
                is_read = time.time() - told.raised_at > self.READ_IN
                if told.severity == "information" and is_usual and is_read:
                    self._unnotify(told)
        await super().on_event(event)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Tell in passing; what is told again before it has gone is told once, as if new."""
        for told in list(self._notifications):
            if told.message == message:
                self._unnotify(told, refresh=False)
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=markup)

    def on_notify(self, event: Notify) -> None:
        """While a dialog is open, which a notice would lie over, it waits until that is closed."""
        if self.screen_stack and isinstance(self.screen, ModalScreen):
            event.prevent_default()
            self._untold[event.notification.message] = event.notification

    def _tell(self, screen: Screen[object]) -> None:
        if isinstance(screen, ModalScreen):
            self.clear_notifications()  # they would lie over it
        else:
            for told in self._untold.values():
                self.post_message(Notify(replace(told, raised_at=time.time())))
            self._untold.clear()
