"""The inside of a snippet: its tensors line by line, and the graph that autograd recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# A part of an Outcome that would be larger is cut short.
MOST_STEPS = 400
MOST_SIGHTINGS = 2_000  # of all steps together
MOST_NODES = 200
MOST_NAMES = 16  # that share a storage, or stand at a node; also of its saved tensors
LONGEST_TEXT = 4_096  # characters of a name, a path, elements

# For pictures.
MOST_DRAWN = 256  # elements of one tensor
MOST_DRAWN_IN_ALL = 20_000  # of a trace
MOST_OPERATIONS = 200  # of a trace
MOST_OPERANDS = 8


@dataclass(frozen=True)
class Elements:
    """The elements of a tensor of this shape; of a large one, those at its edges.

    `kept` are for each dimension the indices that are told of, in order. `data` are the elements
    there, the last dimension the fastest, each as in a Value of `runner.observed.observe`.
    """

    shape: tuple[int, ...]
    kept: tuple[tuple[int, ...], ...]
    data: tuple[Any, ...]


@dataclass(frozen=True)
class Portrait:
    """What it takes to draw a tensor.

    `offset` and `cells` are where it begins in its storage, and how many of its elements that
    has room for; None where it has no storage of its own, or no strides.
    """

    layout: str
    offset: int | None
    cells: int | None
    elements: Elements | None
    grad: Elements | None


@dataclass(frozen=True)
class Operand:
    """What an operation was applied to: a name or a piece of source, or nothing, and its shape."""

    text: str
    shape: tuple[int, ...]


@dataclass(frozen=True)
class Operation:
    """An elementwise operation on operands of which some are stretched, or do not go together.

    `name` is torch's: `add`, `where`. `result` is the shape that came of it, None where it raised.
    """

    name: str
    operands: tuple[Operand, ...]
    result: tuple[int, ...] | None


@dataclass(frozen=True)
class Sighting:
    """A tensor as it was after a line that made or changed it.

    `name` is that of its variable: `x`, `model.0.weight` in a module, `f.x` within a
    function `f`. A size that is no fixed number is -1. `storage` is a label such as `s0`,
    equal for tensors that share memory; `shares_with` are the names of those. `value` and
    `grad` are the elements as Python source, where they are few; of a larger grad the shape
    is told. `changed` names the fields that are other than when the name was last seen; it is
    empty at its first appearance. A `portrait` is there where a picture was asked for.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    device: str
    requires_grad: bool
    grad_fn: str | None
    is_leaf: bool
    is_view: bool
    storage: str | None
    shares_with: tuple[str, ...]
    strides: tuple[int, ...] | None
    version: int | None
    value: str | None
    grad: str | None
    changed: tuple[str, ...] = ()
    portrait: Portrait | None = None


@dataclass(frozen=True)
class Step:
    """One line as it was run: what appeared or changed, and what it raised.

    `path` and `line` are of the snippet's sources. `raised` is the type of the exception
    that left the line, None where there was none. `operations` are told where a picture was
    asked for.
    """

    path: str
    line: int
    tensors: tuple[Sighting, ...]
    raised: str | None = None
    operations: tuple[Operation, ...] = ()


@dataclass(frozen=True)
class Trace:
    """The lines of a snippet in the order in which they were done.

    So a line comes after those of the functions that it calls. `is_whole` unless lines, or
    tensors of a large model, were left out.
    """

    steps: tuple[Step, ...]
    is_whole: bool = True


FREED = "freed"
CHANGED = "changed in place"
PACKED = "packed by a hook"


@dataclass(frozen=True)
class Saved:
    """A tensor that a node keeps for its backward; `text` is its name or else its shape.

    Of what cannot be looked at any more, it is one of the texts above.
    """

    name: str
    text: str


@dataclass(frozen=True)
class Node:
    """A node of the autograd graph.

    `name` is as torch prints it, `PowBackward0`. `tensors` are the variables that it made,
    or, for `AccumulateGrad`, whose grad it fills. `inputs` are the nodes it passes gradients
    to, by their index in the graph; None for an input that needs none. Where a graph that is
    not whole was cut off, a node has no inputs.
    """

    name: str
    tensors: tuple[str, ...]
    saved: tuple[Saved, ...]
    inputs: tuple[int | None, ...]


@dataclass(frozen=True)
class Graph:
    """What backward would walk, from each of `roots` (indices into `nodes`) down."""

    roots: tuple[int, ...]
    nodes: tuple[Node, ...]
    is_whole: bool = True
