"""Which cards a sitting asks, in what order."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from datetime import timedelta

from quizapp.deck.model import topic_of
from quizapp.memory.more import again, ahead, more_new
from quizapp.memory.queue import Limits, Plan, QueueItem, drill, plan
from quizapp.study.day import Day
from quizapp.study.sitting import PORTION, Sitting

CONFIDENT_ERRORS_MATTER = timedelta(days=7)


def plan_of(day: Day, wanted: Sitting, found: Collection[str], rng: random.Random) -> Plan:
    """The plan of what is wanted; where that is a query, these are the cards that it finds."""
    cards, memories, today = day.cards, day.memories, day.date
    every = day.library.topics
    topics = wanted.topics or every
    named = wanted.topics if {*wanted.topics} != {*every} else ()
    done, limits, after = day.log.counts_on(today), day.limits, day.library.after
    match wanted.kind:
        case "new":
            return more_new(
                *(cards, memories, named or None, wanted.most),
                after=after,
                begun=done.begun,
                put_off=day.put_off,
            )
        case "ahead":
            return ahead(day.asked, memories, today, topics, wanted.most, rng)
        case "again":
            return again(day.asked, day.log.missed_on(today), topics, rng)
    if wanted.ideas or wanted.search or wanted.cards:
        without = Limits(new_per_day=len(cards), reviews_per_day=len(cards) + done.reviews)
        all_of_them = (cards, topics, memories, today, done, without, rng)
        whole = drill(*all_of_them, unfinished=day.once_more, put_off=day.put_off)
        meant = _meant(day, wanted, found)
        asked = Plan(tuple(item for item in whole.items if item.card_id in meant))
        planned = {item.card_id for item in asked.items}
        others = wanted.named & meant - planned
        new = [QueueItem(card.id, "new") for card in day.asked if card.id in others]
        return _before_practice(asked, new)
    first = day.log.confident_errors(since=today - CONFIDENT_ERRORS_MATTER)
    unfinished, sooner = day.once_more, _refuting(day)
    if wanted.kind == "drill" and wanted.topics:
        usual = drill(
            *(cards, named or None, memories, today, done, limits, rng),
            first=first,
            unfinished=unfinished,
            sooner=sooner,
            put_off=day.put_off,
            after=after,
        )
        return _opened(day, named, usual) if named else usual
    whole = plan(
        *(cards, memories, today, done, limits, rng),
        first=first,
        unfinished=unfinished,
        sooner=sooner,
        put_off=day.put_off,
        after=after,
    )
    # Of today's cards those of the topics, not as many as the day's limits allow of these.
    return Plan(tuple(item for item in whole.items if topic_of(item.card_id) in topics))


def _opened(day: Day, topics: Collection[str], usual: Plan) -> Plan:
    """Topics that are named are open at once: who has learnt none of them begins, limit or not."""
    known = [day.memories[card.id] for card in day.cards if _is_known(day, card.id, topics)]
    begun = [one for one in known if one.reps == 1 and one.last_study_date == day.date]
    if len(begun) < len(known) or any(item.kind == "new" for item in usual.items):
        return usual
    room = max(0, PORTION - len(begun))
    new = more_new(
        *(day.cards, day.memories, topics, room), after=day.library.after, put_off=day.put_off
    ).items
    return _before_practice(usual, new)


def _before_practice(usual: Plan, new: Sequence[QueueItem]) -> Plan:
    due = [item for item in usual.items if item.kind != "practice"]
    return Plan((*due, *new, *usual.items[len(due) :]))


def _is_known(day: Day, card: str, topics: Collection[str]) -> bool:
    return card in day.memories and topic_of(card) in topics


def _meant(day: Day, wanted: Sitting, found: Collection[str]) -> AbstractSet[str]:
    """The cards that are drilled by their ideas, a query and their ids."""
    meant = {card.id for card in day.cards}
    if wanted.ideas:
        meant = {card.id for card in day.cards if card.ideas & {*wanted.ideas}}
    if wanted.search:
        meant &= {*found}
    return meant & {*wanted.cards} if wanted.cards else meant


def _refuting(day: Day) -> Collection[str]:
    """Cards that show to be wrong what the learner believes."""
    if not day.library.ideas:
        return ()
    held = {idea for idea, belief in day.log.beliefs().items() if belief.is_held}
    return {card.id for card in day.cards if card.ideas & held} if held else ()
