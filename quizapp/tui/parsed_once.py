"""Styles are parsed once for each theme."""

from __future__ import annotations

from typing import Any

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

MOST_SOURCES = 256
"""Of styles: each widget's own, each screen's, the app's."""

MOST_THEMES = 4

Parsed = LRUCache[tuple[Any, ...], list[RuleSet]]

_parsed: LRUCache[frozenset[tuple[str, str]], Parsed] = LRUCache(MOST_THEMES)
"""By the colours that it was parsed with."""


class ParsedOnce(Stylesheet):
    """Textual parses all of them anew as a screen that has some of its own is first opened."""

    def set_variables(self, variables: dict[str, str]) -> None:
        self._parse_cache = Parsed(1)  # for Textual, which empties it
        super().set_variables(variables)
        colours = frozenset(variables.items())
        self._parse_cache = _parsed.get(colours) or Parsed(MOST_SOURCES)
        _parsed[colours] = self._parse_cache

    def reparse(self) -> None:
        self.parse()
