"""Where each topic stands. Pure: the day is passed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date

from quizapp.deck.model import Card
from quizapp.memory.counts import TopicCounts
from quizapp.memory.path import After, waits
from quizapp.memory.queue import NO_PATH, Limits, due_cards, introducible, wanted
from quizapp.memory.review import DayCounts
from quizapp.memory.schedule import DEFAULT_SCHEDULING, Memory, Scheduling, forgetting


def topic_counts(
    cards: Iterable[Card],
    memories: Mapping[str, Memory],
    today: date,
    done_today: DayCounts,
    limits: Limits,
    scheduling: Scheduling = DEFAULT_SCHEDULING,
    unfinished: Collection[str] = (),
    after: After = NO_PATH,
    put_off: Collection[str] = (),
) -> tuple[TopicCounts, ...]:
    """Where each topic stands, in the order in which the cards name them.

    Cards that are `put_off` are of it, but neither due nor new on this day.
    """
    cards = tuple(cards)
    asked = wanted(cards, None, put_off)
    by_topic: dict[str, list[Card]] = {}
    for card in cards:
        by_topic.setdefault(card.topic, []).append(card)
    new_left = max(0, limits.new_per_day - done_today.new)
    waiting = waits(cards, after, memories)
    ready = Counter(card.topic for card in introducible(asked, cards, memories, waiting))
    due = Counter(card.topic for card in due_cards(asked, memories, today, unfinished))
    recall = forgetting(today, scheduling)
    counts = []
    for topic, of_topic in by_topic.items():
        of_them = {card.id: memories[card.id] for card in of_topic if card.id in memories}
        known = of_them.values()
        learnt = {card: memory for card, memory in of_them.items() if memory.learnt}
        recalled = [recall(memory) for card, memory in learnt.items() if card not in unfinished]
        counts.append(
            TopicCounts(
                topic=topic,
                cards=len(of_topic),
                due=due[topic],
                new=min(new_left, ready[topic]),
                seen=len(known),
                learnt=len(learnt),
                mastery=sum(recalled) / len(of_topic),
                next_due=min((m.due for m in known if m.due > today), default=None),
                waits_for=waiting.get(topic, {}),
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
        seen=sum(counts.seen for counts in topics),
        learnt=sum(counts.learnt for counts in topics),
        mastery=sum(counts.mastery * counts.cards for counts in topics) / max(cards, 1),
        next_due=min((c.next_due for c in topics if c.next_due is not None), default=None),
    )
