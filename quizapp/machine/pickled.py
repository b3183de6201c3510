"""Pickles of our own: what is read from one is what was to be in it, or nothing."""

from __future__ import annotations

import copyreg
import io
import pickle
from collections.abc import Collection
from typing import Any

Names = Collection[tuple[str, str]]
"""Classes, each by its module and its name there."""


def pickled(thing: object, of: Names = ()) -> bytes:
    """A thing as bytes, without what the instances `of` some dataclasses have by default: where
    these change, it is to be made anew.
    """
    payload = io.BytesIO()
    _Pickler(payload, of).dump(thing)
    return payload.getvalue()


def unpickled(payload: bytes, of: Names) -> Any:
    """The thing again, made `of` these classes and Python's plain types; None for any other."""
    try:
        return _Unpickler(payload, of).load()
    except Exception:  # whatever was put there may fail in any way
        return None


class _Pickler(pickle.Pickler):
    """What has little to say of itself is read in half the time, and takes half the memory then."""

    def __init__(self, payload: io.BytesIO, names: Names) -> None:
        super().__init__(payload, protocol=pickle.HIGHEST_PROTOCOL)
        self._names = names

    def reducer_override(self, thing: Any, /) -> Any:
        kind = type(thing)
        if (kind.__module__, kind.__qualname__) not in self._names:
            return NotImplemented
        usual = {name: getattr(kind, name) for name in vars(thing) if hasattr(kind, name)}
        said = {
            name: value
            for name, value in vars(thing).items()
            if name not in usual or type(value) is not type(usual[name]) or value != usual[name]
        }
        return copyreg.__newobj__, (kind,), said  # type: ignore[attr-defined]


class _Unpickler(pickle.Unpickler):
    """Finds some classes and nothing else, neither by itself nor by way of these."""

    def __init__(self, payload: bytes, names: Names) -> None:
        super().__init__(io.BytesIO(payload))
        self._names = names

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        if (module_name, global_name) in self._names:
            return super().find_class(module_name, global_name)
        raise pickle.UnpicklingError(f"not to be made: {module_name}.{global_name}")
