"""Messages as bytes: a 4-byte big-endian length and so many bytes of strict JSON."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

HEADER = struct.Struct(">I")
LARGEST_FRAME = 16 << 20
DEEPEST_NESTING = 150  # torch allows 64 dimensions, and a Value nests twice for a container


class WireError(ValueError):
    """What was received is not a message of this protocol."""


def frame(message: Any) -> bytes:
    """One message, ready to be written; lone surrogates become question marks.

    A dataclass is an object with its fields. Raises WireError for a message that no reader
    would take: too large, or with a nan in it.
    """
    try:
        body = _ENCODER.encode(message).encode(errors="replace")
    except ValueError as error:
        raise WireError(str(error)) from None
    if len(body) > LARGEST_FRAME:
        raise WireError(_too_large(len(body), LARGEST_FRAME))
    return HEADER.pack(len(body)) + body


class Frames:
    """Splits bytes, as they come in, into messages.

    Raises WireError for a frame that is too large or is not JSON; nothing after it can
    be trusted then.
    """

    def __init__(self, largest: int = LARGEST_FRAME) -> None:
        self._largest = largest
        self._received = bytearray()

    def feed(self, chunk: bytes) -> Iterator[Any]:
        """The messages that are complete with this chunk, in order."""
        self._received += chunk
        while len(self._received) >= HEADER.size:
            (size,) = HEADER.unpack_from(self._received)
            if size > self._largest:
                raise WireError(_too_large(size, self._largest))
            end = HEADER.size + size
            if len(self._received) < end:
                return
            body = bytes(self._received[HEADER.size : end])
            del self._received[:end]
            yield parse(body)


def parse(body: bytes) -> Any:
    """A frame's body as plain JSON; raises WireError."""
    try:
        message = _DECODER.decode(body.decode())
    except (ValueError, RecursionError) as error:
        raise WireError(f"not JSON: {type(error).__name__}") from None
    if body.count(b"[") + body.count(b"{") > DEEPEST_NESTING:  # else it is not so deep anyway
        _refuse_deeper_than(DEEPEST_NESTING, message)
    return message


def _fields(thing: object) -> dict[str, Any]:
    if not is_dataclass(thing):
        raise TypeError(f"a {type(thing).__name__} is not JSON")
    return vars(thing)


def _finite(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise ValueError(f"{written} is not a finite number")
    return number


def _too_large(size: int, largest: int) -> str:
    return f"a frame of {size} bytes, where {largest} are allowed"


def _refuse_deeper_than(depth: int, message: Any) -> None:
    layer = [message]
    for _ in range(depth):
        layer = [
            item
            for container in layer
            if isinstance(container, dict | list)
            for item in (container.values() if isinstance(container, dict) else container)
        ]
        if not layer:
            return
    raise WireError(f"nested deeper than {depth}")


_ENCODER = json.JSONEncoder(
    separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_fields
)
_DECODER = json.JSONDecoder(parse_constant=_finite, parse_float=_finite)
