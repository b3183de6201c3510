"""The screens whose keys can be moved. Dialogs keep theirs, which they name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from textual.screen import Screen

SCREENS = {
    "home": "screens.home",
    "review": "screens.review",
    "poke": "screens.poke",
    "summary": "screens.summary",
    "browse": "browse.screen",
    "card": "screens.card",
    "statistics": "statistics.screen",
    "settings": "settings.screen",
    "placement": "screens.placement",
    "placed": "screens.placement",
    "author": "author.screen",
}
"""Where each is, which takes a while to be imported."""


def screens() -> dict[str, type[Screen[Any]]]:
    """All of them, by name."""
    return {
        name: getattr(import_module(f"quizapp.tui.{module}"), f"{name.capitalize()}Screen")
        for name, module in SCREENS.items()
    }
