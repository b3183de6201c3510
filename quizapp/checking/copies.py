"""Cards that ask what another asks."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from quizapp.checking.findings import Finding, Site
from quizapp.deck.answered import TriedCard
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.model import Card, RunCard
from quizapp.text.language import tr

_ASKING = ("prompt", "choices", "back")
"""Fields whose texts are what a card without asks is about."""


def copies(cards: Iterable[Card]) -> Mapping[str, Finding]:
    """What is told of each card that comes behind one like it, by its id."""
    first: dict[object, Card] = {}
    found = {}
    for card in cards:
        if (shape := _shape(card)) is None or (alike := first.setdefault(shape, card)) is card:
            continue
        found[card.id] = (
            Finding(Site("code"), tr("the code is that of {id} but for names", id=alike.id))
            if isinstance(card, PredictCard)
            else Finding(Site("prompt"), tr("it asks what {id} asks", id=alike.id))
        )
    return found


def _shape(card: Card) -> object | None:
    """Equal for predict cards whose code and asks differ by nothing but their own names.

    And for others that show the same. A constant, as in `dim=1`, may be all that two cards of a
    pair are about.
    """
    if not isinstance(card, PredictCard):
        said = tuple(text.en for spot, text in card.texts() if spot.field in _ASKING)
        code = card.code.text if isinstance(card, RunCard) else ""
        return said, code, card.tests.text if isinstance(card, TriedCard) else ""
    try:
        trees = [ast.parse(card.code.text), *(ast.parse(ask.expression) for ask in card.asks)]
    except SyntaxError:
        return None
    names: dict[str, str] = {}
    shapes = []
    own = {name for row in card.rows for name in row} | set(card.vary)
    for tree in trees:
        nodes = list(ast.walk(tree))
        own |= {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        for node in nodes:
            if isinstance(node, ast.Name) and node.id in own:
                node.id = names.setdefault(node.id, f"n{len(names)}")
        shapes.append(ast.dump(tree))
    return card.level, tuple(ask.kind for ask in card.asks), tuple(shapes)
