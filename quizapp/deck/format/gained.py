"""What the English of a unit has gained since it was translated."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product

from quizapp.deck.format.yaml_nodes import Entries, Items, Node, Scalar
from quizapp.deck.parts import Spot
from quizapp.deck.translation import Unit, digest

MOST = 500
"""Ways in which the texts of a file may be those of an English; more are not tried."""


def missing_fields(unit: Unit, node: Entries) -> list[str]:
    """The fields of which a file says nothing."""
    return [name for name in unit.shape if name not in node.values]


def gained(unit: Unit, node: Entries, of: str) -> frozenset[Spot] | None:
    """The texts of a unit that are new, where all others are the English that was translated.

    The digest tells: it is of the English without these. None where more has changed.
    """
    for lacking in islice(_ways(unit, node), MOST):
        if digest([text.en for spot, text in unit.texts.items() if spot not in lacking]) == of:
            return lacking
    return None


def begun(unit: Unit, node: Entries) -> frozenset[Spot]:
    """The texts that lack where a file was begun by hand, and its lists from their beginning."""
    whole = [spot for name in missing_fields(unit, node) for spot in _all(unit.shape[name])]
    return next(_ways(unit, node), frozenset(whole))


def _ways(unit: Unit, node: Entries) -> Iterator[frozenset[Spot]]:
    """What may lack in a file, so that what stands there still fits the English."""
    fields = [_ways_of_a_field(unit.shape[name], node.values.get(name)) for name in unit.shape]
    for way in product(*(list(islice(ways, MOST)) for ways in fields)):
        yield frozenset().union(*way)


def _ways_of_a_field(parts: list[list[Spot]], node: Node | None) -> Iterator[frozenset[Spot]]:
    if node is None:
        yield frozenset(_all(parts))
    elif not parts[0][0].part:
        yield frozenset()
    elif isinstance(node, Items):
        for kept in combinations(range(len(parts)), len(node.items)):
            there = [_there(parts[at], item) for at, item in zip(kept, node.items, strict=True)]
            if all(there):
                yield frozenset(_all(parts)).difference(*there)


def _there(spots: list[Spot], item: Node) -> frozenset[Spot]:
    """The texts of a part that an item holds; nothing where it is of another form."""
    if isinstance(item, Scalar):
        return frozenset(spots[:1])
    names = set(item.values) if isinstance(item, Entries) else set()
    found = frozenset(spot for spot in spots if spot.part in names)
    return found if len(found) == len(names) else frozenset()


def _all(parts: list[list[Spot]]) -> list[Spot]:
    return [spot for spots in parts for spot in spots]
