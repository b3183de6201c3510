"""What a client and the runner say to each other, and how it is framed.

A frame is a 4-byte big-endian length and so many bytes of JSON. A client sends
`{"id", "snippet"}` or `{"id", "cancel": true}`; the runner sends one `{"hello"}`
and then `{"id", "outcome"}` or `{"id", "fault"}` for every snippet, in any order.
"""

from __future__ import annotations

import json
import math
import struct
import types
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from runner.anatomy import Graph, Trace

Kind = Literal[
    "shape",
    "dtype",
    "device",
    "value",
    "bool",
    "strides",
    "raises",
    "hangs",
    "output",
    "grad_fn",
    "text",
]
DeviceWish = Literal["best", "cpu", "cuda"]
FaultKind = Literal["timeout", "memory", "output", "killed", "refused", "internal"]

HEADER = struct.Struct(">I")
LARGEST_FRAME = 16 << 20
DEEPEST_VALUE = 16  # containers within each other
DEEPEST_NESTING = 150  # torch allows 64 dimensions, and a Value nests twice for a container

T = TypeVar("T")


@dataclass(frozen=True)
class Source:
    """A piece of code and where it was written: a traceback names that place."""

    text: str
    path: str = "<snippet>"
    line: int = 1


@dataclass(frozen=True)
class Look:
    """One thing to observe after the code has run: a kind of fact about an expression.

    `raises` looks at what the code itself raised when the expression is `code`, and
    tries the expression otherwise. `output` and `hangs` ignore the expression; a snippet
    that is looked at for whether it hangs ends in an Outcome at its time-out, too. `text` is
    an object as Python source would write it: a string as it is, a class by its name.
    """

    kind: Kind
    expression: str


@dataclass(frozen=True)
class Snippet:
    """Code to run in a process of its own, with what to observe afterwards.

    The sources share one namespace and run in order, after `torch.manual_seed(seed)`.
    `timeout` is in seconds. `device` is what the name `device` shall be: the best that there
    is, or one kind. With `ranks` over 1 it runs on so many torch.distributed ranks, and
    `on_rank` is the one that is looked at. `workers` lets it start processes of its own, as a
    DataLoader does. `untrusted` code is refused where the sandbox is not full. `trace` and
    `graph` ask for those parts of the Outcome.
    """

    sources: tuple[Source, ...]
    looks: tuple[Look, ...] = ()
    timeout: float = 5.0
    seed: int = 0
    device: DeviceWish = "best"
    ranks: int = 1
    on_rank: int = 0
    workers: bool = False
    untrusted: bool = False
    trace: bool = False
    graph: bool = False


@dataclass(frozen=True)
class Raised:
    """An exception that the snippet's own code raised.

    `bases` are the names of its ancestors, nearest first, without `object`. `path` and
    `line` are the innermost place in the snippet's sources, or None where it never
    reached them. `traceback` shows the frames from the snippet's sources on. `rank` is the
    rank that raised it, None where there is one only.
    """

    type: str
    bases: tuple[str, ...]
    message: str
    path: str | None = None
    line: int | None = None
    traceback: str = ""
    rank: int | None = None


@dataclass(frozen=True)
class Fact:
    """What one look saw, as JSON.

    | kind | data |
    |---|---|
    | shape, strides | list of int |
    | dtype, device | str such as `float32`, `cuda:0` |
    | grad_fn | str such as `PowBackward0`, or None |
    | bool, hangs | bool |
    | output, text | str |
    | raises | None for nothing, or `{"type", "bases", "message"}` |
    | value | a Value, see `runner.observe` |
    """

    kind: Kind
    data: Any


@dataclass(frozen=True)
class Outcome:
    """What the runner saw. Code that raises is an Outcome too.

    A look whose expression raised has a `Raised` in place of its Fact. `stdout` and `stderr`
    are what the snippet's own code printed, without what the looks print; `seconds` is the
    time that it took.
    """

    facts: tuple[Fact | Raised, ...]
    stdout: str
    stderr: str
    raised: Raised | None
    seconds: float
    trace: Trace | None = None
    graph: Graph | None = None


@dataclass(frozen=True)
class Fault:
    """The runner could not say. Never the learner's mistake."""

    kind: FaultKind
    message: str


@dataclass(frozen=True)
class Hello:
    """The runner's first words.

    `devices` are those that torch can compute on, the best last; `sandbox` names the layers
    in force, see `runner.layers`; `abilities` are `ranks` and `workers`, where it can give a
    snippet those; `packages` are what is installed, as `numpy==2.3.1`.
    """

    torch: str
    python: str
    devices: tuple[str, ...]
    sandbox: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()


class WireError(ValueError):
    """What was received is not a message of this protocol."""


def to_json(thing: object) -> Any:
    """A message's dataclass as plain JSON."""
    return asdict(thing)  # type: ignore[call-overload]


def frame(message: Any) -> bytes:
    """One message, ready to be written; lone surrogates become question marks.

    Raises WireError for one that no reader would take: too large, or with a nan in it.
    """
    try:
        text = json.dumps(message, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise WireError(str(error)) from None
    body = text.encode(errors="replace")
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
        message = json.loads(body, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise WireError(f"not JSON: {type(error).__name__}") from None
    _refuse_deeper_than(DEEPEST_NESTING, message)
    return message


def decode_snippet(data: Any) -> Snippet:
    """A Snippet from plain JSON; raises WireError."""
    return _decode(Snippet, data)


def decode_outcome(data: Any) -> Outcome:
    """An Outcome from plain JSON; raises WireError."""
    return _decode(Outcome, data)


def decode_fault(data: Any) -> Fault:
    """A Fault from plain JSON; raises WireError."""
    return _decode(Fault, data)


def decode_hello(data: Any) -> Hello:
    """A Hello from plain JSON; raises WireError."""
    return _decode(Hello, data)


def _decode(kind: type[T], data: Any) -> T:
    return cast(T, _read(kind, data))


def _read(kind: Any, data: Any) -> Any:
    """Plain JSON as the type that is wanted, by that type's own annotations."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return data
    if origin is Literal and isinstance(data, str) and data in arguments:
        return data
    if origin is tuple and isinstance(data, list):
        return tuple(_read(arguments[0], item) for item in data)
    if origin in (Union, types.UnionType):
        return _read_one_of(arguments, data)
    if isinstance(kind, type) and is_dataclass(kind) and isinstance(data, dict):
        annotations = _annotations(kind)
        if annotations.keys() == data.keys():
            return kind(**{name: _read(annotations[name], data[name]) for name in data})
    if kind is float and type(data) is int:
        return float(data)
    if isinstance(kind, type) and type(data) is kind:
        return data
    raise WireError(f"expected {kind}, not a {type(data).__name__}")


def _read_one_of(kinds: tuple[Any, ...], data: Any) -> Any:
    for kind in kinds:
        try:
            return _read(kind, data)
        except WireError:
            continue
    raise WireError(f"a {type(data).__name__} is none of what is expected")


@cache
def _annotations(kind: type) -> dict[str, Any]:
    types_by_name = get_type_hints(kind)
    return {field.name: types_by_name[field.name] for field in fields(kind)}


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
