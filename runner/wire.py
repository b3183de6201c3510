"""What a client and the runner say to each other, and how it is framed.

A frame is a 4-byte big-endian length and so many bytes of JSON. A client sends
`{"id", "snippet"}` or `{"id", "cancel": true}`; the runner sends one `{"hello"}`
and then `{"id", "outcome"}` or `{"id", "fault"}` for every snippet, in any order.
"""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass
from typing import Any, Literal

Kind = Literal[
    "shape", "dtype", "device", "value", "bool", "strides", "raises", "output", "grad_fn", "text"
]
FaultKind = Literal["timeout", "memory", "output", "killed", "refused", "internal"]

HEADER = struct.Struct(">I")


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
    tries the expression otherwise. `output` ignores the expression. `text` is an
    object as Python source would write it: a string as it is, a class by its name.
    """

    kind: Kind
    expression: str


@dataclass(frozen=True)
class Snippet:
    """Code to run in a process of its own, with what to observe afterwards.

    The sources share one namespace and run in order, after `torch.manual_seed(seed)`.
    `timeout` is in seconds.
    """

    sources: tuple[Source, ...]
    looks: tuple[Look, ...] = ()
    timeout: float = 5.0
    seed: int = 0


@dataclass(frozen=True)
class Raised:
    """An exception that the snippet's own code raised.

    `bases` are the names of its ancestors, nearest first, without `object`. `path` and
    `line` are the innermost place in the snippet's sources, or None where it never
    reached them. `traceback` shows the frames from the snippet's sources on.
    """

    type: str
    bases: tuple[str, ...]
    message: str
    path: str | None = None
    line: int | None = None
    traceback: str = ""


@dataclass(frozen=True)
class Fact:
    """What one look saw, as JSON.

    | kind | data |
    |---|---|
    | shape, strides | list of int |
    | dtype, device | str such as `float32`, `cuda:0` |
    | grad_fn | str such as `PowBackward0`, or None |
    | bool | bool |
    | output, text | str |
    | raises | None for nothing, or `{"type", "bases", "message"}` |
    | value | a Value, see `runner.observe` |
    """

    kind: Kind
    data: Any


@dataclass(frozen=True)
class Outcome:
    """What the runner saw. Code that raises is an Outcome too.

    A look whose expression raised has a `Raised` in place of its Fact. `seconds` is the
    time the snippet's own code took.
    """

    facts: tuple[Fact | Raised, ...]
    stdout: str
    stderr: str
    raised: Raised | None
    seconds: float


@dataclass(frozen=True)
class Fault:
    """The runner could not say. Never the learner's mistake."""

    kind: FaultKind
    message: str


@dataclass(frozen=True)
class Hello:
    """The runner's first words."""

    torch: str
    python: str
    devices: tuple[str, ...]


def to_json(thing: object) -> Any:
    """A message's dataclass as plain JSON."""
    return asdict(thing)  # type: ignore[call-overload]


def frame(message: Any) -> bytes:
    """One message, ready to be written."""
    body = json.dumps(message, separators=(",", ":")).encode()
    return HEADER.pack(len(body)) + body
