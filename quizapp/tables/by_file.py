"""The kinds of a table by the names of their files."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType, ModuleType
from typing import Any


def by_file(room: ModuleType, name: str) -> Mapping[str, Any]:
    """What is called `name` in each file of a room."""
    files = [found.name for found in iter_modules(room.__path__)]
    return MappingProxyType(
        {file: getattr(import_module(f"{room.__name__}.{file}"), name) for file in files}
    )
