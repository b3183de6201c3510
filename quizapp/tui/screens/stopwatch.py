"""How long a card has been before the learner."""

from __future__ import annotations

import time

from textual.screen import Screen


class Stopwatch:
    """It stands still while the shell or an editor has the terminal of the app."""

    def __init__(self) -> None:
        self._since = self._away_since = 0.0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._since

    def start(self) -> None:
        self._since = time.monotonic()

    def heed(self, screen: Screen[None]) -> None:
        """Hear of it when the terminal goes to others, until `leave`."""
        screen.app.app_suspend_signal.subscribe(screen, self._stop, immediate=True)
        screen.app.app_resume_signal.subscribe(screen, self._go_on, immediate=True)

    def leave(self, screen: Screen[None]) -> None:
        screen.app.app_suspend_signal.unsubscribe(screen)
        screen.app.app_resume_signal.unsubscribe(screen)

    def _stop(self, _: object) -> None:
        self._away_since = time.monotonic()

    def _go_on(self, _: object) -> None:
        self._since += time.monotonic() - self._away_since
