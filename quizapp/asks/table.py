"""The kinds of ask by name: one for each file in `kinds/`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from quizapp.asks import kinds
from quizapp.asks.kind import AskKind

KINDS: Mapping[str, AskKind[Any]] = MappingProxyType(
    {
        found.name: import_module(f"{kinds.__name__}.{found.name}").KIND
        for found in iter_modules(kinds.__path__)
    }
)
