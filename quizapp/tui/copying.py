"""What is copied, from a terminal or from a page."""

from __future__ import annotations

from typing import Any

from textual.app import App

from quizapp.text.language import tr


def copy(app: App[Any], text: str, *, timeout: float | None = None) -> None:
    """Send a text to the clipboard, which does not answer."""
    app.copy_to_clipboard(text)
    if app.is_web:
        sent = tr("Sent to the browser's clipboard.")
    else:
        sent = tr("Sent to the terminal's clipboard.")
    app.notify(sent, timeout=timeout)
