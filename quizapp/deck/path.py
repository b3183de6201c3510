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
    """The topics, each after those that it comes after.

    Of those whose turn it may be, that comes first on which most others build, then that with
    fewest before it, and those on no path come last; else it is the order given. A topic also
    comes after those that some of its cards would `rather` follow, unless these turn out to come
    later. What is named and is no topic keeps none waiting; nor does a circle.
    """
    before = {topic: _all_before(topic, after) for topic in after}
    opens = {topic: sum(topic in others for others in before.values()) for topic in after}
    waiting = sorted(
        after,
        key=lambda topic: (
            not (opens[topic] or before[topic]),
            -opens[topic],
            len(before[topic]),
        ),
    )
    placed: dict[str, None] = {}

    def is_ready(topic: str, others: Collection[str]) -> bool:
        return all(other in placed or other not in after or other == topic for other in others)

    while waiting:
        ready = [topic for topic in waiting if is_ready(topic, after[topic])] or waiting
        chosen = [topic for topic in ready if is_ready(topic, rather.get(topic, ()))] or ready
        placed[chosen[0]] = None
        waiting.remove(chosen[0])
    return list(placed)


def _all_before(topic: str, after: Mapping[str, Collection[str]]) -> set[str]:
    """The topics that come before one, those before these too."""
    found: set[str] = set()
    named = list(after[topic])
    while named:
        other = named.pop()
        if other in after and other not in found:
            found.add(other)
            named += after[other]
    return found
