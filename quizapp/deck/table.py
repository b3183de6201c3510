"""The kinds of card by name: one for each file in `kinds/`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from quizapp.deck import kinds
from quizapp.deck.model import Card

CARD_KINDS: Mapping[str, type[Card]] = MappingProxyType(
    {
        found.name: import_module(f"{kinds.__name__}.{found.name}").KIND
        for found in iter_modules(kinds.__path__)
    }
)
