"""Cards that are in no deck any more, and what keeps the answers that they were given."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from quizapp.deck.model import Card, topic_of
from quizapp.text.language import tr
from quizapp.text.words import counted

NAMED = 3
"""Ids that are told of very many."""


def gone(ids: Iterable[str], cards: Iterable[Card]) -> list[str]:
    """Those of the full ids that none of the cards has, nor had."""
    known = {id for card in cards for id in (card.id, *card.was)}
    return [id for id in ids if id not in known]


def gone_in_words(ids: Sequence[str], topics: Collection[str]) -> str:
    """What to do where a deck of these topics lost cards, for whoever writes it."""
    said = [id.removeprefix(f"{topic_of(id)}/") if topic_of(id) in topics else id for id in ids]
    return tr(
        "{names}: no longer in this deck. Where a card has another id now, `was: [{first}]` in it "
        "keeps what was answered.",
        names=named(said),
        first=said[0],
    )


def named(ids: Sequence[str]) -> str:
    """The first of them, and how many more there are."""
    more = len(ids) - NAMED
    return ", ".join([*ids[:NAMED], *([counted(more, "more card")] if more > 0 else [])])
