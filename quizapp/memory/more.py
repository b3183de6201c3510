"""What one can do beyond today's sitting. Pure: the day and the chance are passed in."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping
from datetime import date

from quizapp.deck.model import Card
from quizapp.memory.path import After, of_few_topics, waits
from quizapp.memory.queue import (
    NO_PATH,
    Plan,
    QueueItem,
    apart,
    by_urgency,
    in_any_order,
    introducible,
    wanted,
)
from quizapp.memory.schedule import Memory


def more_new(
    cards: Iterable[Card],
    memories: Mapping[str, Memory],
    topics: Collection[str] | None,
    most: int | None,
    after: After = NO_PATH,
    begun: Collection[str] = (),
    put_off: Collection[str] = (),
) -> Plan:
    """The cards to be introduced next, whatever the daily limit says. `cards` are all there are,
    of which none is asked that is `put_off`.

    Of all topics they are of few, those `begun` today as long as they have any.
    """
    cards = tuple(cards)
    asked = wanted(cards, topics, put_off)
    shut = waits(cards, after, memories) if topics is None else ()
    new = introducible(asked, cards, memories, shut, named=topics)
    if topics is None:
        new = of_few_topics(new, after, begun, len(new) if most is None else most)
    return Plan(tuple(QueueItem(card.id, "new") for card in apart(new[:most])))


def ahead(
    cards: Iterable[Card],
    memories: Mapping[str, Memory],
    today: date,
    topics: Collection[str],
    most: int | None,
    rng: random.Random,
) -> Plan:
    """Due cards that the daily limit holds back, then cards before they are due.

    Retrievability lowest first. These are reviews like any others: FSRS knows by the days since
    the last one how little was forgotten. A card answered today is not among them, since a
    second answer on a study date moves no memory.
    """
    known = [
        card
        for card in cards
        if card.topic in topics
        and card.id in memories
        and memories[card.id].last_study_date < today
    ]
    due = {card.id for card in known if memories[card.id].due <= today}
    chosen = by_urgency(known, memories, today, due, rng)[:most]
    return Plan(
        tuple(QueueItem(card.id, "review" if card.id in due else "ahead") for card in apart(chosen))
    )


def again(
    cards: Iterable[Card],
    missed: Mapping[str, bool],
    topics: Collection[str],
    rng: random.Random,
) -> Plan:
    """Today's misses once more: as practice where they have been right since.

    `missed` says of each card missed today whether it has been.
    """
    asked = (card for card in cards if card.id in missed and card.topic in topics)
    return Plan(
        tuple(
            QueueItem(card.id, "practice" if missed[card.id] else "relearn")
            for card in apart(in_any_order(asked, rng))
        )
    )
