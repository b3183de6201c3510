"""What hands over a terminal, which a page has not."""

from __future__ import annotations

from typing import Any

from textual.app import App


def is_lacking(app: App[Any], of: object, action: str) -> bool:
    """Whether what has the action cannot do it here: it names those that need a terminal."""
    return app.is_web and action in getattr(of, "HANDS_OVER", ())
