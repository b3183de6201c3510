"""More cards than a day takes: when they are done, and where they go when one is away. Pure."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from quizapp.memory.queue import Limits
from quizapp.memory.review import Rating
from quizapp.memory.schedule import Memory, Scheduling, after_rating, retrievability
from quizapp.memory.spread import DAY, Days

FOLLOWED = 5000
"""Cards, and a few more, that are followed one by one."""

HORIZON = 365
"""Days ahead for which the end of a backlog is looked for."""


def ends_on(
    memories: Iterable[Memory],
    today: date,
    done_today: int,
    limits: Limits,
    scheduling: Scheduling,
    unseen: int,
) -> date | None:
    """The first day after which nothing that is due is left, where each day takes as many reviews
    as its limit allows, lowest retrievability first, and as many of the `unseen` cards are
    introduced. None where that takes more than a year.

    Cards come back as FSRS has it, remembered or missed by their chance, which is seeded. Of
    many thousands every nth is followed, on days that take an nth.
    """
    rng = random.Random(0)
    to_come = defaultdict[date, list[Memory]](list)
    memories = list(memories)
    nth = 1 + len(memories) // FOLLOWED
    unseen //= nth
    for memory in memories[::nth]:
        to_come[max(memory.due, today)].append(memory)
    waiting: list[Memory] = []
    for ahead in range(HORIZON):
        day = today + timedelta(ahead)
        waiting += sorted(to_come.pop(day, ()), key=lambda one: retrievability(one, day))
        room = max(0, _on(ahead, limits.reviews_per_day, nth) - (0 if ahead else done_today // nth))
        asked, waiting = waiting[:room], waiting[room:]
        for memory in asked:
            recalled = rng.random() < retrievability(memory, day, scheduling)
            rating = Rating.GOOD if recalled else Rating.AGAIN
            then = after_rating(memory, rating, day, scheduling)
            to_come[then.due].append(then)
        if not waiting:
            return day
        begun = min(unseen, _on(ahead, limits.new_per_day, nth) if ahead else 0)
        unseen -= begun
        if begun:
            then = after_rating(None, Rating.GOOD, day, scheduling)
            to_come[then.due] += [then] * begun
    return None


def _on(ahead: int, a_day: int, nth: int) -> int:
    """The nth part of what a day takes, on one of the days ahead: of 10 the 4th is 2, 3, 2, 3, …"""
    return a_day * (ahead + 1) // nth - a_day * ahead // nth


def shifted(
    memories: Mapping[str, Memory],
    first: date,
    last: date,
    today: date,
    reviews_per_day: int,
    scheduling: Scheduling,
    days: Days,
) -> dict[str, date]:
    """When the cards come back that fall due from one day to another, on which one is away.

    From the day after on, the most urgent ones first, as many a day as its limit allows beside
    what is due then anyway, and beside what no day is left for before one goes; `days` say which
    of these are to have less, or nothing.
    """
    back = days.first_from(max(last + DAY, today))
    falling = [card for card, memory in memories.items() if first <= memory.due <= last]
    falling.sort(key=lambda card: (retrievability(memories[card], back, scheduling), card))
    ease = days.ease if any(days.ease) else Days().ease
    most = reviews_per_day or len(memories)
    load = Counter(max(memory.due, back) for memory in memories.values() if memory.due > last)
    before = sum(memory.due < first for memory in memories.values())
    load[back] += max(0, before - most * max(0, (first - today).days))
    found = {}
    day = back
    for card in falling:
        while days.is_away(day) or load[day] >= most * ease[day.weekday()]:
            day += DAY
        found[card] = day
        load[day] += 1
    return found
