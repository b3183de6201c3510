"""Garbage is looked for at rest: amid a verdict, that would take longer than all else."""

from __future__ import annotations

import gc

from textual import events
from textual._styles_cache import StylesCache
from textual.app import App

MANY = 20_000
"""Objects since the last look that make another one worth its while; three cards' worth."""

TOO_MANY = 3 * MANY
"""So many are not left to the next rest, if none comes: what is freed in the end leaves gaps, so
the memory that garbage has taken stays taken."""


class TidiesAtRest(App[None]):
    """An app that looks for garbage where nobody has pressed a key for a while."""

    def __init__(self) -> None:
        super().__init__()
        self._has_acted = False

    async def on_event(self, event: events.Event) -> None:
        self._has_acted = True
        await super().on_event(event)

    def tidy(self) -> None:
        """To be called from time to time."""
        if gc.get_count()[0] > (TOO_MANY if self._has_acted else MANY):
            # It holds what widgets that are gone have drawn, for the sake of a few numbers.
            StylesCache.get_inner_outer.cache_clear()
            gc.collect()
        self._has_acted = False
