"""Which cards make up a sitting, and in what order. Pure: the day and the chance are passed in."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count, islice
from types import MappingProxyType
from typing import Literal

from quizapp.deck.model import Card
from quizapp.memory.path import After, awaited, of_few_topics, waits
from quizapp.memory.review import DayCounts
from quizapp.memory.schedule import Memory, retrievability

QueueKind = Literal["review", "new", "practice", "relearn", "ahead"]
"""`relearn` is a card missed earlier today, `ahead` one that is reviewed before it is due."""

LINK_GAP = 5
"""Cards of which one is to be learnt after the other keep so far apart, where they can."""

NO_PATH: After = MappingProxyType({})

LOOK_AHEAD = 8
"""A card gives way to at most so many, so that the order is roughly kept."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How many cards a day, over all sittings."""

    new_per_day: int = 10
    reviews_per_day: int = 100


@dataclass(frozen=True, slots=True)
class QueueItem:
    card_id: str
    kind: QueueKind


@dataclass(frozen=True)
class Plan:
    """A sitting: each card at most once, in the order of asking."""

    items: tuple[QueueItem, ...]


def plan(
    cards: Iterable[Card],
    memories: Mapping[str, Memory],
    today: date,
    done_today: DayCounts,
    limits: Limits,
    rng: random.Random,
    *,
    topics: Collection[str] | None = None,
    first: Collection[str] = (),
    unfinished: Collection[str] = (),
    sooner: Collection[str] = (),
    put_off: Collection[str] = (),
    after: After = NO_PATH,
) -> Plan:
    """Today's sitting: what is due, and new cards spread among it.

    Cards that are `unfinished`, missed today and not right since, open it; they have been
    counted, so no limit holds them back. Due cards go by retrievability, lowest first, topics
    interleaved; those in `first`, such as the confident errors of late, come before all others,
    and those in `sooner`, which can refute what the learner believes, before what is left.
    Of two linked cards that are due, the less urgent one goes to the end, which the daily limit
    may cut off. New cards are of few topics a day, see `of_few_topics`, and of each go by level;
    none is introduced before all that it comes `after` are learnt, nor in one sitting with these,
    nor before its topic is open. `cards` are all there are, so that prerequisites are known;
    `topics`, asked for by name, narrow what is asked: these are open, and wait for no others. Of
    cards that are `put_off` none is asked, and what comes after them waits.
    """
    cards = tuple(cards)
    asked = wanted(cards, topics, put_off)
    relearnt = in_any_order((card for card in asked if card.id in unfinished), rng)
    asked = [card for card in asked if card.id not in unfinished]
    late = _late(memories, today)
    urgent = (card for card in asked if card.id in late)
    due = _links_last(by_urgency(urgent, memories, today, first, rng, sooner))
    due = due[: max(0, limits.reviews_per_day - done_today.reviews)]
    links = _Links((*relearnt, *due))
    shut = waits(cards, after, memories) if topics is None else ()
    ready = introducible(asked, cards, memories, shut, sooner, named=topics)
    new = [card for card in ready if not links.lead_to(card)]
    room = max(0, limits.new_per_day - done_today.new)
    new = new[:room] if topics is not None else of_few_topics(new, after, done_today.begun, room)
    begin = [card for card in due if card.id in first]
    others = [card for card in due if card.id not in first]
    introduced = {card.id for card in new}
    return Plan(
        (
            *(QueueItem(card.id, "relearn") for card in apart(relearnt)),
            *(
                QueueItem(card.id, "new" if card.id in introduced else "review")
                for card in (*apart(begin), *apart(_spread(new, among=others)))
            ),
        )
    )


def drill(
    cards: Iterable[Card],
    topics: Collection[str] | None,
    memories: Mapping[str, Memory],
    today: date,
    done_today: DayCounts,
    limits: Limits,
    rng: random.Random,
    *,
    first: Collection[str] = (),
    unfinished: Collection[str] = (),
    sooner: Collection[str] = (),
    put_off: Collection[str] = (),
    after: After = NO_PATH,
) -> Plan:
    """A sitting on some topics, or on all: due and new cards as `plan` has them, then practice.

    Practice goes through the cards seen before that are not due, retrievability lowest first.
    """
    cards = tuple(cards)
    usual = plan(
        *(cards, memories, today, done_today, limits, rng),
        topics=topics,
        first=first,
        unfinished=unfinished,
        sooner=sooner,
        put_off=put_off,
        after=after,
    ).items
    planned = {item.card_id for item in usual}
    rest = [
        card
        for card in wanted(cards, topics, put_off)
        if card.id in memories and memories[card.id].due > today and card.id not in planned
    ]
    practice = apart(by_urgency(rest, memories, today, (), rng))
    return Plan((*usual, *(QueueItem(card.id, "practice") for card in practice)))


def wanted(
    cards: Iterable[Card], topics: Collection[str] | None, put_off: Collection[str]
) -> list[Card]:
    """The cards of some topics, or of all, that are not `put_off`."""
    of_topics = (card for card in cards if topics is None or card.topic in topics)
    return [card for card in of_topics if card.id not in put_off]


def due_cards(
    cards: Iterable[Card],
    memories: Mapping[str, Memory],
    today: date,
    unfinished: Collection[str],
) -> list[Card]:
    """Cards due, and those that are `unfinished`: missed today and not right since."""
    late = _late(memories, today)
    return [card for card in cards if card.id in late or card.id in unfinished]


def _late(memories: Mapping[str, Memory], today: date) -> Collection[str]:
    return {id for id, memory in memories.items() if memory.due <= today}


def introducible(
    asked: Iterable[Card],
    cards: Iterable[Card],
    memories: Mapping[str, Memory],
    shut: Collection[str],
    sooner: Collection[str] = (),
    *,
    named: Collection[str] | None = None,
) -> list[Card]:
    """New cards whose prerequisites are learnt: by level, and within a level each topic in turn.

    Of a level, those in `sooner` come first. None is of a topic that is `shut`. Of topics that
    were `named`, what cards of others teach is taken for granted.

    A prerequisite that is not among `cards` cannot be learnt, so it keeps none waiting.
    """
    cards = tuple(cards)
    heeded = {card.id for card in cards if named is None or card.topic in named}
    ready = [
        card
        for card in asked
        if card.id not in memories
        and card.topic not in shut
        and not awaited(card, heeded, memories)
    ]
    places = defaultdict[tuple[int, str], Iterator[int]](count)
    turn = {card.id: next(places[card.level, card.topic]) for card in ready}
    return sorted(ready, key=lambda card: (card.level, card.id not in sooner, turn[card.id]))


def by_urgency(
    cards: Iterable[Card],
    memories: Mapping[str, Memory],
    today: date,
    first: Collection[str],
    rng: random.Random,
    sooner: Collection[str] = (),
) -> list[Card]:
    """Retrievability, lowest first, those in `first` and `sooner` before; equals in any order."""
    # Any FSRS parameters give the same order, so the default ones will do.
    return sorted(
        in_any_order(cards, rng),
        key=lambda card: (
            card.id not in first,
            card.id not in sooner,
            retrievability(memories[card.id], today),
        ),
    )


def in_any_order(cards: Iterable[Card], rng: random.Random) -> list[Card]:
    shuffled = list(cards)
    rng.shuffle(shuffled)
    return shuffled


class _Links:
    """Which cards are linked to some: come after one of them, or before it."""

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        self._ids = set[str]()
        self._before = set[str]()
        for card in cards:
            self.add(card)

    def add(self, card: Card) -> None:
        self._ids.add(card.id)
        self._before.update(card.after)

    def lead_to(self, card: Card) -> bool:
        return card.id in self._before or not self._ids.isdisjoint(card.after)


def _links_last(cards: Iterable[Card]) -> list[Card]:
    """The same cards, those linked to one before them moved to the end."""
    free: list[Card] = []
    linked: list[Card] = []
    links = _Links()
    for card in cards:
        if links.lead_to(card):
            linked.append(card)
        else:
            free.append(card)
            links.add(card)
    return free + linked


def _spread(new: Sequence[Card], *, among: Sequence[Card]) -> list[Card]:
    """Both in their order, the new cards at even distances."""
    placed = [
        ((index + 0.5) / len(cards), card)
        for cards in (among, new)
        for index, card in enumerate(cards)
    ]
    return [card for _, card in sorted(placed, key=lambda place: place[0])]


def apart(cards: Iterable[Card]) -> list[Card]:
    """Roughly in their order, linked cards kept apart, and neighbours of different topics."""
    coming = iter(cards)
    waiting = list(islice(coming, LOOK_AHEAD))
    placed: list[Card] = []
    while waiting:
        near = placed[-LINK_GAP:]
        links = _Links(near)
        at = min(range(len(waiting)), key=lambda at: _clash(near, links, waiting[at]))
        placed.append(waiting.pop(at))
        waiting += islice(coming, 1)
    return placed


def _clash(near: Sequence[Card], links: _Links, card: Card) -> tuple[bool, bool]:
    """How badly a card would follow these: linked to one of them, of the topic of the last."""
    return links.lead_to(card), bool(near) and card.topic == near[-1].topic
