"""Whether an entry of a translation is the English still that `quiz translate` put there."""

from __future__ import annotations

from collections.abc import Iterator

from quizapp.deck.format.yaml_nodes import Entries, Items, Scalar
from quizapp.deck.translation import Unit, digest


def of_said(node: Entries) -> str:
    """The digest of the English that an entry was made of; nothing where that was never said."""
    of = node.values.get("of")
    return of.text if isinstance(of, Scalar) else ""


def is_english(unit: Unit, node: Entries) -> bool:
    """Whether what an entry says is the English that its digest is of."""
    said: list[str] = []
    for field in node.values:
        if field in unit.shape:
            said += _scalars(node.values[field])
    return of_said(node) == digest(said)


def _scalars(node: object) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield node.text.strip()
    elif isinstance(node, Items):
        for item in node.items:
            yield from _scalars(item)
    elif isinstance(node, Entries):
        for item in node.values.values():
            yield from _scalars(item)
