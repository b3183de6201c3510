"""The screen of a Textual app under test, as text."""

from __future__ import annotations

from textual.app import App


def screen_text(app: App[None]) -> str:
    """What stands on the screen, a line a row, trailing blanks dropped."""
    # The compositor is private to Textual; nothing public gives the rendered rows.
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)
