"""Plain JSON read as a dataclass, by the annotations of its fields."""

from __future__ import annotations

import contextlib
import types
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from runner.protocol.framing import WireError

T = TypeVar("T")
Reader = Callable[[Any], Any]
"""From JSON to what it stands for; raises WireError."""


def reader(kind: type[T]) -> Callable[[Any], T]:
    """How to read JSON as this dataclass, of which no field may be missing and none be more.

    Its fields may be dataclasses, tuples of any length, Literals of strings, unions, Any, and
    plain types.
    """
    read: Reader = _reader(cast(Hashable, kind))
    return read


@cache
def _reader(kind: Any) -> Reader:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda data: data
    if origin in (Union, types.UnionType):
        return _first_of(kind, [_reader(argument) for argument in arguments])
    if kind is float:
        return _first_of(kind, [_exactly(float), _as_a_float])
    if origin is Literal:
        return _word(kind, frozenset(arguments))
    if origin is tuple:
        return _list(kind, _reader(arguments[0]))
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return _record(kind, {field.name: _reader(hints[field.name]) for field in fields(kind)})
    return _exactly(kind)


def _first_of(kind: Any, readers: list[Reader]) -> Reader:
    def read(data: Any) -> Any:
        for one in readers:
            try:
                return one(data)
            except WireError:
                continue
        raise _unexpected(kind, data)

    return read


def _word(kind: Any, words: frozenset[str]) -> Reader:
    def read(data: Any) -> Any:
        if isinstance(data, str) and data in words:
            return data
        raise _unexpected(kind, data)

    return read


def _list(kind: Any, item: Reader) -> Reader:
    def read(data: Any) -> Any:
        if isinstance(data, list):
            return tuple(map(item, data))
        raise _unexpected(kind, data)

    return read


def _record(kind: Any, readers: dict[str, Reader]) -> Reader:
    def read(data: Any) -> Any:
        if isinstance(data, dict) and data.keys() == readers.keys():
            return kind(**{name: one(data[name]) for name, one in readers.items()})
        raise _unexpected(kind, data)

    return read


def _exactly(kind: type) -> Reader:
    def read(data: Any) -> Any:
        if type(data) is kind:
            return data
        raise _unexpected(kind, data)

    return read


def _as_a_float(data: Any) -> float:
    if type(data) is int:
        with contextlib.suppress(OverflowError):
            return float(data)
    raise _unexpected(float, data)


def _unexpected(kind: Any, data: Any) -> WireError:
    return WireError(f"expected {kind}, not a {type(data).__name__}")
