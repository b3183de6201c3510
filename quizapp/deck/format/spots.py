"""Where in a deck's file the texts of a card stand, and the words in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from quizapp.deck.computed import BEFORE, drawn_word, holes_of
from quizapp.deck.drawn import NotDrawn
from quizapp.deck.exercise import draws
from quizapp.deck.format.complaints import place_of
from quizapp.deck.format.effort import Effort
from quizapp.deck.format.yaml_nodes import Entries, Items, Node, Slip
from quizapp.deck.model import Card, RunCard
from quizapp.deck.parts import Spot
from quizapp.deck.python_source import names_read, names_set
from quizapp.text.holes import Hole
from quizapp.text.language import tr


def node_of(spot: Spot, card: Entries) -> Node:
    """The node of a text; the card's own where there is none."""
    node = card.values.get(spot.field, card)
    if isinstance(node, Items) and spot.number < len(node.items):
        node = node.items[spot.number]
    return node.values.get(spot.part, node) if isinstance(node, Entries) else node


def untold(card: Card, node: Entries, lines: Sequence[str], effort: Effort) -> Iterator[Slip]:
    """Words shown before the code has run that cannot be computed from every draw.

    As many are computed as the effort allows.
    """
    hangs = isinstance(card, RunCard) and card.may_hang
    early = [(spot, text) for spot, text in card.texts() if spot.field in BEFORE or hangs]
    asked = [(spot, *each) for spot, text in early for each in holes_of(text)]
    made: Set[str] = set()
    if asked and isinstance(card, RunCard):
        made = names_set(card.code.text) - card.vary.keys()
    for spot, hole, written in asked:
        if why := _why_not_drawn(hole, card, made, effort):
            when = tr("of code that may hang") if hangs else tr("before the answer")
            told = tr(
                "{field}: `{written}`: {why}; {when} only what is drawn can be told",
                field=spot.field,
                written=written,
                why=why,
                when=when,
            )
            yield Slip(place_of(written, node_of(spot, node), lines), told)


def _why_not_drawn(hole: Hole, card: Card, made: Set[str], effort: Effort) -> str | None:
    for draw in draws(card):
        if not effort.allows(draw, hole.expression):
            break
        try:
            drawn_word(hole, draw)
        except NotDrawn as error:
            shown = ", ".join(f"{name} = {value}" for name, value in draw.items())
            return f"{error} ({shown})" if shown else str(error)
    # An attribute stands for itself, as `torch.float32` does: but none of what the code makes.
    if found := sorted(made & names_read(hole.expression)):
        return tr("only torch could compute `{source}`", source=found[0])
    return None
