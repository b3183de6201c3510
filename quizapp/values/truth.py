"""A Value, as the runner sends it, as types. See `runner.observed.observe` for the JSON."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from runner.protocol.credible import element_type

_DEEPEST = 40
_MOST_DIMENSIONS = 64  # torch's own limit

Scalar = int | float | complex | bool
Data = Scalar | list["Data"]


@dataclass(frozen=True)
class Tensor:
    """A tensor. `data` is nested as its `shape` says; None where it has too many elements."""

    shape: tuple[int, ...]
    dtype: str
    data: Data | None
    text: str

    def elements(self) -> Iterator[tuple[tuple[int, ...], Scalar]]:
        """Each index with its element, in the order of torch's `flatten`."""
        if 0 in self.shape:  # the other dimensions may be as large as they like
            return
        for index in itertools.product(*map(range, self.shape)):
            element: Any = self.data
            for position in index:
                element = element[position]
            yield index, element


@dataclass(frozen=True)
class Plain:
    """A Python number, bool, string, or None."""

    value: Scalar | str | None


@dataclass(frozen=True)
class Listing:
    """A list, tuple or set, by the name of its type."""

    type: str
    items: tuple[Truth, ...]


@dataclass(frozen=True)
class Mapped:
    """A dict."""

    items: tuple[tuple[Truth, Truth], ...]


@dataclass(frozen=True)
class Opaque:
    """Any other object, and what is too large to be sent, by its repr."""

    text: str


Truth = Tensor | Plain | Listing | Mapped | Opaque


def read_truth(value: Any, depth: int = 0) -> Truth:
    """The Value as types. Raises ValueError where it is not one: the runner's words are checked."""
    try:
        return _read(value, depth)
    except (LookupError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError("the runner sent something that is not a value") from error


def _read(value: Any, depth: int) -> Truth:
    if depth > _DEEPEST:
        raise ValueError("the runner sent a value that is nested too deep")
    kind = value["type"]
    match kind:
        case "none":
            return Plain(None)
        case "tensor":
            return _tensor(value)
        case "str" if value["data"] is not None:
            return Plain(str(value["data"]))
        case "int" | "float" | "bool" | "complex" if value["data"] is not None:
            return Plain(_scalar(value["data"], kind))
        case "list" | "tuple" | "set" if value["items"] is not None:
            return Listing(kind, tuple(_read(item, depth + 1) for item in value["items"]))
        case "dict" if value["items"] is not None:
            pairs = ((_read(k, depth + 1), _read(v, depth + 1)) for k, v in value["items"])
            return Mapped(tuple(pairs))
    return Opaque(str(value["text"]))


def _tensor(value: Any) -> Tensor:
    shape = tuple(int(size) for size in value["shape"])
    if len(shape) > _MOST_DIMENSIONS:
        raise ValueError("the runner sent a tensor of too many dimensions")
    dtype, data = str(value["dtype"]), value["data"]
    nested = None if data is None else _nested(data, shape, element_type(dtype))
    return Tensor(shape, dtype, nested, str(value["text"]))


def _nested(data: Any, shape: tuple[int, ...], family: str) -> Data:
    if not shape:
        return _scalar(data, family)
    if not isinstance(data, list) or len(data) != shape[0]:
        raise ValueError("the runner sent a tensor whose elements are not of its shape")
    return [_nested(row, shape[1:], family) for row in data]


def _scalar(data: Any, family: str) -> Scalar:
    match family:
        case "bool":
            return bool(data)
        case "int":
            return int(data)
        case "float":
            return float(data)
        case _:
            real, imaginary = data
            return complex(float(real), float(imaginary))
