"""Styles are parsed once for each theme."""

from __future__ import annotations

from typing import Any

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

MOST_SOURCES = 256
"""Of styles: each widget's own, each screen's, the app's."""

MOST_THEMES = 4

Colours = frozenset[tuple[str, str]]
Source = tuple[Any, ...]
"""Text, where it stands, and all else that Textual knows parsed rules by."""

Parsed = LRUCache[Source, list[RuleSet]]

_parsed: LRUCache[Colours, Parsed] = LRUCache(MOST_THEMES)
"""By the colours that it was parsed with."""


def parsed_with(colours: Colours) -> Parsed:
    """What has been parsed with some colours so far."""
    _parsed[colours] = _parsed.get(colours) or Parsed(MOST_SOURCES)
    return _parsed[colours]


class ParsedOnce(Stylesheet):
    """Textual parses all of them anew as a screen that has some of its own is first opened."""

    colours: Colours = frozenset()

    def set_variables(self, variables: dict[str, str]) -> None:
        self._parse_cache = Parsed(1)  # for Textual, which empties it
        super().set_variables(variables)
        self.colours = frozenset(variables.items())
        self._parse_cache = parsed_with(self.colours)

    def reparse(self) -> None:
        self.parse()

    @property
    def rules_by_source(self) -> dict[Source, list[RuleSet]]:
        """All that it is made of, parsed."""
        texts = {read_from: css.content for read_from, css in self.source.items()}
        parsed = self._parse_cache
        return {
            source: parsed[source]
            for source in list(parsed.keys())
            if texts.get(source[1]) == source[0]
        }
