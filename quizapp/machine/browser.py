"""Links, opened where there is a browser with a window of its own."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Sequence


def has_windows() -> bool:
    """Whether there are windows here: a browser of the terminal would take it from the app."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY"}
    )


def open_links(links: Sequence[str]) -> bool:
    """Open them; whether there was a browser for that."""
    return has_windows() and all(map(webbrowser.open, links))
