"""Whether what a child reports has the form that `runner.wire` promises.

A snippet shares its process with the code that observes it, and may write reports of its
own: it may lie about itself, but not hand out something that trips up who reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runner.wire import Fact, Look, Outcome

SCALARS = {"int": int, "bool": bool, "str": str, "none": type(None)}


def is_credible(outcome: Outcome, looks: Sequence[Look]) -> bool:
    """Whether there is a fact of the right form, or an exception, for every look."""
    return len(outcome.facts) == len(looks) and all(
        not isinstance(fact, Fact) or (fact.kind == look.kind and _is_fact(fact))
        for fact, look in zip(outcome.facts, looks, strict=True)
    )


def _is_fact(fact: Fact) -> bool:
    data = fact.data
    match fact.kind:
        case "shape" | "strides":
            return _are_ints(data)
        case "dtype" | "device" | "output" | "text":
            return isinstance(data, str)
        case "grad_fn":
            return data is None or isinstance(data, str)
        case "bool":
            return isinstance(data, bool)
        case "raises":
            return data is None or _is_raised(data)
        case "value":
            return _is_value(data)


def _is_raised(data: Any) -> bool:
    match data:
        case {"type": str(), "bases": list(bases), "message": str(), **others}:
            return not others and all(isinstance(base, str) for base in bases)
    return False


def _is_value(data: Any) -> bool:
    match data:
        case {"type": "tensor", "shape": shape, "dtype": str(), "data": held, "text": str()}:
            return _are_ints(shape) and (held is None or _has_shape(held, shape))
        case {"type": "float" | "complex" as kind, "data": number, "text": str()}:
            return _is_number(number) and isinstance(number, list) == (kind == "complex")
        case {"type": "int" | "bool" | "str" | "none" as kind, "data": plain, "text": str()}:
            return plain is None or type(plain) is SCALARS[kind]
        case {"type": "list" | "tuple" | "set" | "dict", "items": None, "text": str()}:
            return True
        case {"type": "list" | "tuple" | "set", "items": list(items), "text": str()}:
            return all(map(_is_value, items))
        case {"type": "dict", "items": list(pairs), "text": str()}:
            return all(
                isinstance(pair, list) and len(pair) == 2 and all(map(_is_value, pair))
                for pair in pairs
            )
        case {"type": "object", "text": str()}:
            return True
    return False


def _has_shape(data: Any, shape: list[int]) -> bool:
    if not shape:
        return _is_number(data)
    return (
        isinstance(data, list)
        and len(data) == shape[0]
        and all(_has_shape(item, shape[1:]) for item in data)
    )


def _is_number(data: Any) -> bool:
    if isinstance(data, list):
        return (
            len(data) == 2
            and not any(isinstance(part, list) for part in data)
            and all(map(_is_number, data))
        )
    return isinstance(data, int | float) or data in ("nan", "inf", "-inf")


def _are_ints(data: Any) -> bool:
    return isinstance(data, list) and all(type(item) is int for item in data)
