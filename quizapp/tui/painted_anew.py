"""An app in a browser is painted anew for a page that comes back to it."""

from __future__ import annotations

from textual.app import App


class PaintedAnew(App[None]):
    """The terminal of a page that was loaded anew knows nothing of what was painted before."""

    def on_app_focus(self) -> None:
        if self.is_web:
            self.refresh()
