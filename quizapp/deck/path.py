"""The order in which topics are taught, by which of them come after which."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from quizapp.deck.model import Card


def first_things(cards: Collection[Card]) -> list[Card]:
    """The cards of the lowest level among some: what a topic after theirs waits for."""
    lowest = min((card.level for card in cards), default=1)
    return [card for card in cards if card.level == lowest]


def in_order(
    after: Mapping[str, Collection[str]], rather: Mapping[str, Collection[str]]
) -> list[str]:
    """The topics, each after those that it comes after, else in the order given.

    It also comes after those that some of its cards would `rather` follow, unless these turn
    out to come later. What is named and is no topic keeps none waiting; nor does a circle.
    """
    placed: dict[str, None] = {}
    waiting = dict.fromkeys(after)

    def is_ready(topic: str, others: Collection[str]) -> bool:
        return all(other in placed or other not in waiting or other == topic for other in others)

    while waiting:
        ready = [topic for topic in waiting if is_ready(topic, after[topic])] or [*waiting]
        chosen = [topic for topic in ready if is_ready(topic, rather.get(topic, ()))] or ready
        placed[chosen[0]] = None
        del waiting[chosen[0]]
    return list(placed)
