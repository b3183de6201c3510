"""Whether what a child or another machine reports has the form that `wire` promises.

A snippet shares its process with the code that observes it, and may write reports of its
own: it may lie about itself, but not hand out something that trips up who reads it. So may a
runner on a machine that is not ours.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Collection, Sequence
from dataclasses import fields
from graphlib import CycleError, TopologicalSorter
from typing import Any

from runner.protocol.anatomy import (
    LONGEST_TEXT,
    MOST_DRAWN,
    MOST_DRAWN_IN_ALL,
    MOST_NAMES,
    MOST_NODES,
    MOST_OPERANDS,
    MOST_OPERATIONS,
    MOST_SIGHTINGS,
    MOST_STEPS,
    Elements,
    Graph,
    Node,
    Operation,
    Portrait,
    Sighting,
    Step,
    Trace,
)
from runner.protocol.profile import MOST_RANKS
from runner.protocol.wire import (
    DEEPEST_VALUE,
    LONGEST_STRING,
    MOST_ELEMENTS,
    Fact,
    Hello,
    Look,
    Outcome,
    Raised,
)

_VERSION = re.compile(r"[0-9]{1,4}\.[0-9]{1,4}[A-Za-z0-9.+_-]{0,99}")
SCALARS = {"int": int, "bool": bool}
HELD = {
    "tensor": frozenset({"shape", "dtype", "data"}),
    "object": frozenset[str](),
    **dict.fromkeys(("list", "tuple", "set", "dict"), frozenset({"items"})),
    **dict.fromkeys(("none", "int", "float", "bool", "str", "complex"), frozenset({"data"})),
}
"""What a Value holds beside its type and text."""
NOT_FINITE = ("nan", "inf", "-inf")
MOST_DIMENSIONS = 64  # torch's own limit
MOST_WORDS = 10_000  # packages that a machine may have
MOST_CLASSES = 1_000  # above or below that of an exception
LONGEST_TRACEBACK = 20_000
LARGEST_INT = 2**63 - 1
TOLD = frozenset(field.name for field in fields(Sighting))


def is_credible(outcome: Outcome, looks: Sequence[Look]) -> bool:
    """Whether there is a fact of the right form, or an exception, for every look.

    A trace and a graph may be there or not, but must be within their limits.
    """
    return (
        len(outcome.facts) == len(looks)
        and outcome.seconds >= 0
        and all(
            (fact.kind == look.kind and _is_fact(fact))
            if isinstance(fact, Fact)
            else _is_told(fact)
            for fact, look in zip(outcome.facts, looks, strict=True)
        )
        and (outcome.raised is None or _is_told(outcome.raised))
        and (outcome.trace is None or _is_trace(outcome.trace))
        and (outcome.graph is None or _is_graph(outcome.graph))
        and len(outcome.ranks) <= MOST_RANKS
        and all(map(_is_trace, outcome.ranks))
    )


def is_sound(hello: Hello) -> bool:
    """Whether a runner says of itself what can be worked with."""
    return (
        "cpu" in hello.devices
        and all(map(_VERSION.fullmatch, (hello.torch, hello.python)))
        and all(
            len(words) <= MOST_WORDS and _are_short(*words)
            for words in (hello.devices, hello.sandbox, hello.abilities, hello.packages)
        )
    )


def _is_fact(fact: Fact) -> bool:
    data = fact.data
    match fact.kind:
        case "shape" | "strides":
            return _are_ints(data)
        case "output" | "text":
            return isinstance(data, str) and len(data) <= LONGEST_STRING
        case "dtype" | "device":
            return _is_text(data)
        case "grad_fn":
            return data is None or _is_text(data)
        case "bool" | "hangs":
            return isinstance(data, bool)
        case "raises" | "fails" | "warns":
            return data is None or _is_raised(data)
        case "value":
            return _is_value(data) and _members(data) <= MOST_ELEMENTS


def _is_raised(data: Any) -> bool:
    match data:
        case {
            "type": kind,
            "bases": list(bases),
            "subclasses": list(subclasses),
            "message": message,
            **others,
        }:
            return (
                not others
                and max(len(bases), len(subclasses)) <= MOST_CLASSES
                and all(map(_is_text, (kind, message, *bases, *subclasses)))
            )
    return False


def _is_told(raised: Raised) -> bool:
    """Whether an exception, which any look may end in, is small enough to be shown."""
    return (
        max(len(raised.bases), len(raised.subclasses)) <= MOST_CLASSES
        and _are_short(raised.type, raised.message, raised.path)
        and _are_short(*raised.bases, *raised.subclasses)
        and 0 <= (raised.line or 0) <= LARGEST_INT
        and len(raised.traceback) <= LONGEST_TRACEBACK
    )


def _is_value(data: Any, depth: int = 0) -> bool:
    match data:
        case {"type": str(kind), "text": text, **rest} if not (
            _is_text(text) and rest.keys() == HELD.get(kind)
        ):
            return False
        case {"type": "tensor", "shape": shape, "dtype": str(dtype), "data": held, "text": str()}:
            return _are_sizes(shape) and (
                held is None
                or (
                    math.prod(shape) <= MOST_ELEMENTS
                    and _has_shape(held, shape, element_type(dtype))
                )
            )
        case {"type": "none" | "int" | "str", "data": None, "text": str()}:
            return True
        case {
            "type": "int" | "float" | "bool" | "str" | "complex" as kind,
            "data": plain,
            "text": str(),
        }:
            return _is_scalar(plain, kind)
        case {"type": "list" | "tuple" | "set" | "dict", "items": None, "text": str()}:
            return True
        case {"type": "list" | "tuple" | "set", "items": list(items), "text": str()}:
            return depth < DEEPEST_VALUE and all(_is_value(item, depth + 1) for item in items)
        case {"type": "dict", "items": list(pairs), "text": str()}:
            return depth < DEEPEST_VALUE and all(
                isinstance(pair, list)
                and len(pair) == 2
                and all(_is_value(part, depth + 1) for part in pair)
                for pair in pairs
            )
        case {"type": "object", "text": str()}:
            return True
    return False


def _members(value: Any) -> int:
    """How many things the containers of a Value hold, in all."""
    items = value.get("items") or ()
    held = itertools.chain(*items) if value["type"] == "dict" else items
    return len(items) + sum(map(_members, held))


def _has_shape(data: Any, shape: list[int], family: str) -> bool:
    if not shape:
        return _is_scalar(data, family)
    return (
        isinstance(data, list)
        and len(data) == shape[0]
        and all(_has_shape(item, shape[1:], family) for item in data)
    )


def element_type(dtype: str) -> str:
    """The Value type of a dtype's elements; those of a quantized tensor are dequantized."""
    if dtype == "bool":
        return "bool"
    if "complex" in dtype:
        return "complex"
    return "float" if "float" in dtype or dtype.startswith("q") else "int"


def _is_scalar(data: Any, kind: str) -> bool:
    match kind:
        case "float":
            return type(data) is float or data in NOT_FINITE
        case "complex":
            return (
                isinstance(data, list)
                and len(data) == 2
                and all(_is_scalar(part, "float") for part in data)
            )
        case "str":
            return isinstance(data, str) and len(data) <= LONGEST_STRING
    return type(data) is SCALARS[kind]


def _are_sizes(data: Any) -> bool:
    return _are_ints(data) and min(data, default=0) >= 0


def _are_ints(data: Any) -> bool:
    return (
        isinstance(data, list)
        and all(type(item) is int for item in data)
        and _are_within(-LARGEST_INT, data)
    )


def _is_trace(trace: Trace) -> bool:
    return (
        len(trace.steps) <= MOST_STEPS
        and sum(len(step.tensors) for step in trace.steps) <= MOST_SIGHTINGS
        and sum(len(step.operations) for step in trace.steps) <= MOST_OPERATIONS
        and sum(map(_drawn, trace.steps)) <= MOST_DRAWN_IN_ALL
        and all(map(_is_step, trace.steps))
    )


def _is_step(step: Step) -> bool:
    return (
        0 < step.line <= LARGEST_INT
        and _are_short(step.path, step.raised)
        and all(map(_is_sighting, step.tensors))
        and all(map(_is_operation, step.operations))
    )


def _drawn(step: Step) -> int:
    """How many elements a step tells of to be drawn."""
    portraits = (seen.portrait for seen in step.tensors if seen.portrait)
    drawn = itertools.chain.from_iterable((each.elements, each.grad) for each in portraits)
    return sum(len(elements.data) for elements in drawn if elements)


def _is_sighting(seen: Sighting) -> bool:
    return (
        _are_short(seen.name, seen.dtype, seen.device, seen.grad_fn, seen.storage)
        and _are_short(seen.value, seen.grad)
        and _are_few_names(seen.shares_with)
        and TOLD.issuperset(seen.changed)
        and len(seen.changed) <= len(TOLD)
        and _are_within(-1, seen.shape)
        and _are_within(0, seen.strides or ())
        and 0 <= (seen.version or 0) <= LARGEST_INT
        and (seen.portrait is None or _is_portrait(seen.portrait, seen.dtype))
    )


def _is_portrait(portrait: Portrait, dtype: str) -> bool:
    return (
        _are_short(portrait.layout)
        and _are_within(0, (portrait.offset or 0, portrait.cells or 0))
        and all(
            elements is None or _are_elements(elements, element_type(dtype))
            for elements in (portrait.elements, portrait.grad)
        )
    )


def _are_elements(elements: Elements, kind: str) -> bool:
    return (
        len(elements.kept) == len(elements.shape)
        and len(elements.data) <= MOST_DRAWN
        and _are_within(0, elements.shape)
        and all(
            len(kept) <= MOST_DRAWN
            and list(kept) == sorted(set(kept))
            and all(0 <= index < size for index in kept)
            for kept, size in zip(elements.kept, elements.shape, strict=True)
        )
        and math.prod(map(len, elements.kept)) == len(elements.data)
        and all(_is_scalar(element, kind) for element in elements.data)
    )


def _is_operation(done: Operation) -> bool:
    return (
        _are_short(done.name)
        and len(done.operands) <= MOST_OPERANDS
        and _are_within(-1, done.result or ())
        and all(
            _are_short(operand.text) and _are_within(-1, operand.shape) for operand in done.operands
        )
    )


def _is_graph(graph: Graph) -> bool:
    count = len(graph.nodes)
    every_index = range(count)
    leads_to = {
        index: {to for to in node.inputs if to is not None}
        for index, node in enumerate(graph.nodes)
    }
    return (
        count <= MOST_NODES
        and len(set(graph.roots)) == len(graph.roots)
        and all(root in every_index for root in graph.roots)
        and all(map(_is_node, graph.nodes))
        and all(to in every_index for inputs in leads_to.values() for to in inputs)
        and _has_no_cycle(leads_to)
    )


def _is_node(node: Node) -> bool:
    return (
        _are_short(node.name)
        and _are_few_names(node.tensors)
        and len(node.inputs) <= MOST_NODES
        and len(node.saved) <= MOST_NAMES
        and all(_are_short(saved.name, saved.text) for saved in node.saved)
    )


def _has_no_cycle(leads_to: dict[int, set[int]]) -> bool:
    try:
        TopologicalSorter(leads_to).prepare()
    except CycleError:
        return False
    return True


def _is_text(data: Any) -> bool:
    return isinstance(data, str) and len(data) <= LONGEST_TEXT


def _are_few_names(names: Collection[str]) -> bool:
    return len(names) <= MOST_NAMES and _are_short(*names)


def _are_short(*texts: str | None) -> bool:
    return all(text is None or len(text) <= LONGEST_TEXT for text in texts)


def _are_within(least: int, numbers: Collection[int]) -> bool:
    return len(numbers) <= MOST_DIMENSIONS and all(
        least <= number <= LARGEST_INT for number in numbers
    )
