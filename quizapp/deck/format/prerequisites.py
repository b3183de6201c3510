"""Which cards and topics come after which: what they name must exist, and never run in a circle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

from quizapp.deck.model import Card, Deck, topic_of
from quizapp.deck.path import first_things
from quizapp.deck.problem import Claim, Problem
from quizapp.text.language import tr
from quizapp.text.spelling import did_you_mean

Excused = Callable[[str], bool]
"""Says of what is named and not there whether its own problems have been told."""

MOST_SUGGESTIONS = 20
"""Complaints that name a card which may have been meant: the search for one is slow."""


def settle_after(
    cards: Sequence[Card],
    claims: Iterable[Claim],
    excused: Excused,
    topics: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> tuple[list[Card], list[Problem]]:
    """The cards, none of them waiting for one that cannot come, and what was wrong.

    Only what the claims say is judged. A card that is not among these but is excused is no
    longer waited for and not complained about. `topics` says after which others each topic
    comes, and so its cards after the first things of these.
    """
    named = ((claim.card, claim) for claim in claims if claim.card is not None)
    given = {card.id: card.after for card in cards}
    after, places, problems = _settled(given, named, excused, "card")
    gates = _gates(cards, topics)
    while gates:
        waited = {
            id: (*after.get(id, ()), *([topic] if (topic := topic_of(id)) in gates else ()))
            for id in given
        }
        circle = next(circles(waited | gates), None)
        if circle is None:
            break
        last, first = [step for step in pairwise(circle) if step in places][-1]
        del after[last][first]
        problems.append(places[last, first].wrong(_runs_in_a_circle(circle)))
    return [_waiting_for(card, tuple(after.get(card.id, ()))) for card in cards], problems


def settle_topics(
    decks: Sequence[Deck], claims: Iterable[Claim], excused: Excused
) -> tuple[dict[str, tuple[str, ...]], list[Problem]]:
    """After which others each topic comes, and what was wrong: see `settle_after`."""
    topics = {deck.path: deck.topic for deck in decks}
    named = ((topics[claim.place.path], claim) for claim in claims if claim.card is None)
    given = {deck.topic: deck.after for deck in decks}
    after, _, problems = _settled(given, named, excused, "topic")
    return {topic: tuple(after.get(topic, ())) for topic in given}, problems


def _gates(
    cards: Iterable[Card], topics: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """For each topic that comes after others, the cards that open it."""
    if not any(topics.values()):
        return {}
    by_topic = defaultdict[str, list[Card]](list)
    for card in cards:
        by_topic[card.topic].append(card)
    return {
        topic: tuple(card.id for other in others for card in first_things(by_topic[other]))
        for topic, others in topics.items()
        if others
    }


def _settled(
    given: Mapping[str, Sequence[str]],
    named: Iterable[tuple[str, Claim]],
    excused: Excused,
    what: str,
) -> tuple[dict[str, dict[str, None]], dict[tuple[str, str], Claim], list[Problem]]:
    """What each comes after that comes after any, where that was claimed, and what was wrong."""
    after = {one: dict.fromkeys(targets) for one, targets in given.items() if targets}
    problems: list[Problem] = []
    places: dict[tuple[str, str], Claim] = {}
    for one, claim in named:
        if claim.field != "after" or one not in after or claim.target not in after[one]:
            continue
        places[one, claim.target] = claim
        if claim.target not in given:
            del after[one][claim.target]
            if not excused(claim.target):
                others = [other for other in given if other != one]
                near = others if len(problems) < MOST_SUGGESTIONS else ()
                meant = did_you_mean(claim.target, near)
                problems.append(
                    claim.wrong(
                        tr(
                            "there is no {what} '{target}'{meant}",
                            what=what,
                            target=claim.target,
                            meant=meant,
                        )
                    )
                )
    for circle in list(circles({one: tuple(targets) for one, targets in after.items()})):
        *_, last, first = circle
        del after[last][first]
        problems.append(places[last, first].wrong(_runs_in_a_circle(circle)))
    return after, places, problems


def _waiting_for(card: Card, after: tuple[str, ...]) -> Card:
    """The card, itself wherever it says just that: copying them all would delay every start."""
    return card if card.after == after else replace(card, after=after)


def circles(after: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Each circle as the cards along it, the first of them again at the end.

    A circle is closed by its last step; without those steps there is none.
    """
    done: set[str] = set()
    for start in after:
        trail = {start: iter(after[start])} if after[start] and start not in done else {}
        while trail:
            card, targets = next(reversed(trail.items()))
            target = next(targets, None)
            if target is None:
                done.add(card)
                del trail[card]
            elif target in trail:
                cards = list(trail)
                yield (*cards[cards.index(target) :], target)
            elif target in after and target not in done:
                trail[target] = iter(after[target])


def _runs_in_a_circle(circle: Sequence[str]) -> str:
    shown = [*circle[:4], "…", circle[-1]] if len(circle) > 6 else circle
    return tr("runs in a circle: {shown}", shown=" → ".join(shown))
