"""A page that comes back to its app is painted anew, what is its own in the theme's colours."""

from __future__ import annotations

from typing import Any

from textual.app import App

from quizapp.machine.page import COLOURS

USED = ("background", "foreground", "panel", "primary-muted")


class PaintedAnew(App[None]):
    """The terminal of a page that was loaded anew knows nothing of what was painted before."""

    def on_load(self) -> None:
        self.theme_changed_signal.subscribe(self, self._colour)

    def on_app_focus(self) -> None:
        if self.is_web:
            self._colour()
            self.refresh()

    def _colour(self, _: object = None) -> None:
        """Have what is the page's own, such as its row of keys, in the colours of the theme."""
        if self.is_web:
            driver: Any = self._driver
            of = {name: self.theme_variables[name] for name in USED}
            driver.write_meta({"type": COLOURS, "of": of})
