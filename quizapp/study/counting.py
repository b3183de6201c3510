"""The figures of a day, counted."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection
from datetime import date, timedelta

from quizapp.deck.model import topic_of
from quizapp.machine.settings import Settings
from quizapp.memory.acts.act import OF_ALL
from quizapp.memory.fitted import told_on
from quizapp.memory.review import Pace
from quizapp.memory.schedule import Memory
from quizapp.memory.stats import forecast, streak
from quizapp.memory.topics import in_all, topic_counts
from quizapp.study.day import Day
from quizapp.study.overview import Overview
from quizapp.study.planning import plan_of
from quizapp.study.sitting import Sitting

USUAL_PACE = Pace(answer=25.0, card=25.0)
"""Of a learner of whom little is known."""

FORECAST_DAYS = 14

OF_LATE = 30  # days


class Backlog:
    """When all is done that is due beyond the daily limit: found once for the same figures."""

    def __init__(self) -> None:
        self._known: tuple[object, date | None] | None = None

    def ends_on(self, day: Day, memories: Collection[Memory]) -> date | None:
        """See `quizapp.memory.backlog.ends_on`."""
        from quizapp.memory.backlog import ends_on

        today, scheduling = day.date, day.log.scheduling
        done, due = day.log.counts_on(today).reviews, sum(one.due <= today for one in memories)
        known = (today, done, due, len(memories), len(day.cards), day.limits, scheduling)
        if self._known is None or self._known[0] != known:
            unseen = len(day.cards) - len(memories)
            self._known = known, ends_on(memories, today, done, day.limits, scheduling, unseen)
        return self._known[1]


def overview_of(day: Day, settings: Settings, backlog: Backlog) -> Overview:
    """What is due on a day, by topic and in all."""
    today, log = day.date, day.log
    memories = {card.id: day.memories[card.id] for card in day.cards if card.id in day.memories}
    answers = log.answers_by_day()
    coming = {card: memory for card, memory in memories.items() if card not in day.put_off}
    # Which cards are chosen may hang on chance, how many does not.
    items = plan_of(day, Sitting(kind="review"), (), random.Random(0)).items
    count = Counter(item.kind for item in items)
    topics = topic_counts(
        day.cards,
        memories,
        today,
        log.counts_on(today),
        day.limits,
        log.scheduling,
        day.once_more,
        day.library.after,
        day.put_off,
    )
    tested, remembered = log.tested(today - timedelta(OF_LATE - 1), today, day.library.cards)
    asked_before = count["relearn"] + count["review"]
    due = sum(counts.due for counts in topics)
    return Overview(
        study_date=today,
        topics=topics,
        in_all=in_all(topics, count["new"]),
        today_of=dict(Counter(topic_of(item.card_id) for item in items)),
        new_of=dict(Counter(topic_of(item.card_id) for item in items if item.kind == "new")),
        once_more=count["relearn"],
        review=count["review"],
        new=count["new"],
        held_back=due - asked_before,
        minutes=math.ceil(len(items) * (log.pace() or USUAL_PACE).card / 60),
        answers=answers,
        streak=streak(answers, today, log.days),
        tested=tested,
        remembered=remembered,
        retention=settings.retention,
        reviews_per_day=settings.reviews_per_day,
        forecast=forecast(coming, today, FORECAST_DAYS, day.once_more),
        fitted=told_on(log.acts(OF_ALL), today),
        backlog_ends=backlog.ends_on(day, memories.values()) if due > asked_before else None,
    )
