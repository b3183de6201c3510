"""The path through the topics: which are open, and which new cards a day takes. Pure.

A topic opens once the first things, the cards of the lowest level, of each topic that it comes
after are learnt; or as soon as one of its own cards is known, as after a drill asked for by name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest

from quizapp.deck.model import Card
from quizapp.deck.path import first_things
from quizapp.memory.schedule import Memory

After = Mapping[str, Sequence[str]]
"""For each topic those that it comes after; the topics stand in the order of teaching."""

TOPICS_A_DAY = 2
"""Of which new cards come, so that a theme can sink in; of more where these have too few."""

TRAPS = 3
"""The level of a card that can wait until what is open of all topics is known up to there."""


def waits(
    cards: Iterable[Card], after: After, memories: Mapping[str, Memory]
) -> dict[str, dict[str, int]]:
    """For each topic that is not open: how many first things of which topics are to be learnt.

    `cards` are those that can be asked: a topic without any keeps others waiting for what it
    waits for itself.
    """
    by_topic = defaultdict[str, list[Card]](list)
    for card in cards:
        by_topic[card.topic].append(card)
    waiting = {}
    for topic, own in by_topic.items():
        if any(card.id in memories for card in own):
            continue
        to_go = {
            other: sum(not _learnt(card, memories) for card in first_things(by_topic[other]))
            for other in _before(topic, after, by_topic)
        }
        if any(to_go.values()):
            waiting[topic] = {other: cards for other, cards in to_go.items() if cards}
    return waiting


def _before(topic: str, after: After, there: Collection[str]) -> Iterator[str]:
    """The topics before one that have cards, and in place of others those before these."""
    met = {topic}
    named = list(reversed(after.get(topic, ())))
    while named:
        other = named.pop()
        if other not in met:
            met.add(other)
            if other in there:
                yield other
            else:
                named += reversed(after.get(other, ()))


def _learnt(card: Card, memories: Mapping[str, Memory]) -> bool:
    return card.id in memories and memories[card.id].learnt


def awaited(card: Card, cards: Collection[str], memories: Mapping[str, Memory]) -> list[str]:
    """Which of these `cards`, by their ids, are to be learnt before a card is introduced."""
    before = (other for other in card.after if other in cards)
    return [id for id in before if id not in memories or not memories[id].learnt]


def of_few_topics(
    ready: Sequence[Card], after: After, begun: Collection[str], most: int
) -> list[Card]:
    """The `most` new cards that a day takes, of few topics, in turn; those of each in order.

    The topics that were `begun` on the day go on; where these are only such as come later, as by
    drills, beside the next on the path. Else it is that one, and beside it the next that stands on
    no path, such as a deck of the learner's own, or the one after it. A topic of which only traps
    are left comes after the others. Further ones begin only where these have too few: the last
    cards of a topic come one by one, and would hold up all the others.
    """
    by_topic: dict[str, list[Card]] = {}
    for card in ready:
        by_topic.setdefault(card.topic, []).append(card)
    order = {topic: at for at, topic in enumerate(after)}

    def turn(topic: str) -> tuple[bool, int]:
        only_traps = all(card.level >= TRAPS for card in by_topic[topic])
        return only_traps, order.get(topic, len(order))

    def goes_on(topic: str) -> bool:
        """It was begun; or it is the next, and drills have begun only what comes after it."""
        is_next = topic == topics[0] and topic in order
        return topic in begun or (
            is_next and all(order.get(other, len(order)) > order[topic] for other in begun)
        )

    topics = sorted(by_topic, key=turn)
    chosen = [topic for topic in topics if begun and goes_on(topic)]
    others = [topic for topic in topics if topic not in chosen]
    on_path = {*chain(*after.values()), *(topic for topic in after if after[topic])}
    while others and (
        len(taken := {*begun, *chosen}) < TOPICS_A_DAY
        or sum(len(by_topic[topic]) for topic in chosen) < most
    ):
        unlike = (
            topic
            for topic in others
            if all((topic in on_path) != (other in on_path) for other in taken)
        )
        chosen.append(next(unlike, others[0]))
        others.remove(chosen[-1])
    rounds = zip_longest(*(by_topic[topic] for topic in chosen))
    return [card for card in chain(*rounds) if card is not None][:most]
