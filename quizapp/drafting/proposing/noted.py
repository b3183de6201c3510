"""What the notes' own run gave for what a card asks: the card's code has to give the same."""

from __future__ import annotations

from typing import Any

from quizapp.drafting.proposing.candidates import Candidate
from quizapp.drafting.running.seen import Seen
from quizapp.values.show import show_value
from quizapp.values.truth import Listing, Plain, Truth, read_truth

DIGITS = 4


def noted(one: Candidate, seen: Seen) -> str:
    """What was seen of it, in the words of `given`."""
    if seen.raised is not None:
        return seen.raised.type
    thing = seen.things[0]
    if one.what in ("shares", "copies"):
        return str(one.what == "shares")
    if one.kind == "value":
        return show_value(thing.value, DIGITS)
    facts = thing.facts
    match one.kind:
        case "shape":
            return str(facts.shape if facts else _sizes(thing.value))
        case "strides":
            return str(facts.strides if facts else _sizes(thing.value))
        case "dtype":
            return facts.dtype if facts else thing.text.removeprefix("torch.")
    if facts is not None and one.what in ("requires_grad", "is_contiguous"):
        return str(getattr(facts, one.what))
    return thing.text


def given(kind: str, data: Any) -> str:
    """What a fact of that kind says, in a few words."""
    match kind:
        case "raises" | "fails":
            return data["type"].rpartition(".")[2] if data else ""
        case "shape" | "strides":
            return str(tuple(data))
        case "value":
            return show_value(read_truth(data), DIGITS)
    return str(data)


def _sizes(value: Truth) -> tuple[object, ...]:
    items = value.items if isinstance(value, Listing) else ()
    return tuple(one.value for one in items if isinstance(one, Plain))
