"""Words that name a key do what it does where they are clicked on, or tapped on by a finger."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from textual.app import App
from textual.content import Content
from textual.events import Click
from textual.style import Style

from quizapp.text.language import tr
from quizapp.tui.keys.names import key_name

CLAUSES = re.compile("(?<=[;；])")


def pressable(words: Content | str, key: str) -> Content:
    """Words that act as a key, which is given as one reads it."""
    return Content.assemble(words).stylize(Style.from_meta({"press": key_name(key)}))


def with_keys(message: str, keys: Mapping[str, str]) -> Content:
    """A message with keys in its places, each clause acting as the key that it names."""
    clauses, told = CLAUSES.split(tr(message)), CLAUSES.split(tr(message, **keys))
    if len(clauses) != len(told):  # a key may be a semicolon
        return Content("".join(told))
    return Content().join(map(partial(_clause, keys), clauses, told))


def _clause(keys: Mapping[str, str], clause: str, told: str) -> Content:
    named = [key for place, key in keys.items() if f"{{{place}}}" in clause]
    return pressable(told, named[0]) if named else Content(told)


class Presses(App[None]):
    """Has words that were clicked on act as their keys."""

    def on_click(self, event: Click) -> None:
        if key := event.style.meta.get("press"):
            self.simulate_key(key)
