"""Pickles of our own: what is read from one is what was to be in it, or nothing."""

from __future__ import annotations

import io
import pickle
from collections.abc import Collection
from typing import Any

Names = Collection[tuple[str, str]]
"""Classes, each by its module and its name there."""


def pickled(thing: object) -> bytes:
    """A thing as bytes."""
    return pickle.dumps(thing, protocol=pickle.HIGHEST_PROTOCOL)


def unpickled(payload: bytes, of: Names) -> Any:
    """The thing again, made `of` these classes and Python's plain types; None for any other."""
    try:
        return _Unpickler(payload, of).load()
    except Exception:  # whatever was put there may fail in any way
        return None


class _Unpickler(pickle.Unpickler):
    """Finds some classes and nothing else, neither by itself nor by way of these."""

    def __init__(self, payload: bytes, names: Names) -> None:
        super().__init__(io.BytesIO(payload))
        self._names = names

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        if (module_name, global_name) in self._names:
            return super().find_class(module_name, global_name)
        raise pickle.UnpicklingError(f"not to be made: {module_name}.{global_name}")
