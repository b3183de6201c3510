"""Which cards make up a sitting, and in what order. Pure: the day and the chance are passed in."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count, islice
from typing import Literal

from quizapp.deck.model import Card
from quizapp.memory.review import DayCounts
from quizapp.memory.schedule import DEFAULT_SCHEDULING, Memory, Scheduling, retrievability

QueueKind = Literal["review", "new", "practice", "relearn", "ahead"]
"""`relearn` is a card missed earlier today, `ahead` one that is reviewed before it is due."""

LINK_GAP = 5
"""Cards of which one is to be learnt after the other keep so far apart, where they can."""

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


@dataclass(frozen=True, kw_only=True)
class TopicCounts:
    """Where a topic stands on a study date."""

    topic: str
    cards: int
    due: int
    """Cards due, and those missed today and not right since."""
    new: int
    """Cards ready to be introduced, no more than the daily limit leaves for all topics."""
    learnt: int
    mastery: float
    """How much of the topic would be recalled today, from 0 to 1: the share of its cards that
    are learnt, times their mean retrievability."""
    next_due: date | None
    """The first due date after today."""


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
) -> Plan:
    """Today's sitting: what is due, and new cards spread among it.

    Cards that are `unfinished`, missed today and not right since, open it; they have been
    counted, so no limit holds them back. Due cards go by retrievability, lowest first, topics
    interleaved; those in `first`, such as the confident errors of late, come before all others,
    and those in `sooner`, which can refute what the learner believes, before what is left.
    Of two linked cards that are due, the less urgent one goes to the end, which the daily limit
    may cut off. New cards go by level; a card is not introduced before all that it comes `after`
    are learnt, nor in one sitting with these. `cards` are all there are, so that
    prerequisites are known; `topics` narrows what is asked.
    """
    cards = tuple(cards)
    asked = [card for card in cards if topics is None or card.topic in topics]
    relearnt = in_any_order((card for card in asked if card.id in unfinished), rng)
    asked = [card for card in asked if card.id not in unfinished]
    due = _links_last(by_urgency(_due(asked, memories, today), memories, today, first, rng, sooner))
    due = due[: max(0, limits.reviews_per_day - done_today.reviews)]
    links = _Links((*relearnt, *due))
    new = [card for card in introducible(asked, cards, memories, sooner) if not links.lead_to(card)]
    new = new[: max(0, limits.new_per_day - done_today.new)]
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
    topics: Collection[str],
    memories: Mapping[str, Memory],
    today: date,
    done_today: DayCounts,
    limits: Limits,
    rng: random.Random,
    *,
    first: Collection[str] = (),
    unfinished: Collection[str] = (),
    sooner: Collection[str] = (),
) -> Plan:
    """A sitting on some topics: due and new cards as `plan` has them, then practice.

    Practice goes through the cards seen before that are not due, retrievability lowest first.
    """
    cards = tuple(cards)
    usual = plan(
        *(cards, memories, today, done_today, limits, rng),
        topics=topics,
        first=first,
        unfinished=unfinished,
        sooner=sooner,
    ).items
    planned = {item.card_id for item in usual}
    rest = [
        card
        for card in cards
        if card.topic in topics
        and card.id in memories
        and memories[card.id].due > today
        and card.id not in planned
    ]
    practice = apart(by_urgency(rest, memories, today, (), rng))
    return Plan((*usual, *(QueueItem(card.id, "practice") for card in practice)))


def topic_counts(
    cards: Iterable[Card],
    memories: Mapping[str, Memory],
    today: date,
    done_today: DayCounts,
    limits: Limits,
    scheduling: Scheduling = DEFAULT_SCHEDULING,
    unfinished: Collection[str] = (),
) -> tuple[TopicCounts, ...]:
    """Where each topic stands, in the order in which the cards name them."""
    cards = tuple(cards)
    by_topic: dict[str, list[Card]] = {}
    for card in cards:
        by_topic.setdefault(card.topic, []).append(card)
    new_left = max(0, limits.new_per_day - done_today.new)
    ready = Counter(card.topic for card in introducible(cards, cards, memories))
    counts = []
    for topic, of_topic in by_topic.items():
        known = [memories[card.id] for card in of_topic if card.id in memories]
        learnt = [memory for memory in known if memory.learnt]
        recalled = sum(retrievability(memory, today, scheduling) for memory in learnt)
        counts.append(
            TopicCounts(
                topic=topic,
                cards=len(of_topic),
                due=len(due_cards(of_topic, memories, today, unfinished)),
                new=min(new_left, ready[topic]),
                learnt=len(learnt),
                mastery=recalled / len(of_topic),
                next_due=min((m.due for m in known if m.due > today), default=None),
            )
        )
    return tuple(counts)


def in_all(topics: Sequence[TopicCounts], new: int) -> TopicCounts:
    """Where all topics together stand, of which `new` cards are introduced today."""
    cards = sum(counts.cards for counts in topics)
    return TopicCounts(
        topic="",
        cards=cards,
        due=sum(counts.due for counts in topics),
        new=new,
        learnt=sum(counts.learnt for counts in topics),
        mastery=sum(counts.mastery * counts.cards for counts in topics) / max(cards, 1),
        next_due=min((c.next_due for c in topics if c.next_due is not None), default=None),
    )


def due_cards(
    cards: Iterable[Card],
    memories: Mapping[str, Memory],
    today: date,
    unfinished: Collection[str],
) -> list[Card]:
    """Cards due, and those that are `unfinished`: missed today and not right since."""
    cards = tuple(cards)
    due = {card.id for card in _due(cards, memories, today)}
    return [card for card in cards if card.id in due or card.id in unfinished]


def _due(cards: Iterable[Card], memories: Mapping[str, Memory], today: date) -> list[Card]:
    return [card for card in cards if card.id in memories and memories[card.id].due <= today]


def introducible(
    asked: Iterable[Card],
    cards: Iterable[Card],
    memories: Mapping[str, Memory],
    sooner: Collection[str] = (),
) -> list[Card]:
    """New cards whose prerequisites are learnt: by level, and within a level each topic in turn.

    Of a level, those in `sooner` come first.

    A prerequisite that is not among `cards` cannot be learnt, so it keeps none waiting.
    """
    known = {card.id for card in cards}
    ready = [
        card
        for card in asked
        if card.id not in memories
        and all(
            other in memories and memories[other].learnt for other in card.after if other in known
        )
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
