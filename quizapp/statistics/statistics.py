"""All that is told of a learner's months."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from quizapp.memory.reader import by_card
from quizapp.memory.stats import forecast, streak
from quizapp.statistics.figures import (
    Share,
    calibration,
    ends_on,
    hardest,
    share,
    shares,
    stabilities,
)
from quizapp.statistics.recalls import Recall, recalls
from quizapp.study.study import Study
from quizapp.text.language import mark

OF_LATE = 30
"""Days by which pace and time are judged, and for which the load is told ahead."""

HARDEST = 10


@dataclass(frozen=True, kw_only=True)
class Statistics:
    """See `statistics`."""

    today: date
    answers: Mapping[date, int]
    """How many answers each study date has."""
    streak: int
    in_all: Share
    by_age: Mapping[str, Share]
    by_topic: Mapping[str, Share]
    by_kind: Mapping[str, Share]
    by_confidence: Mapping[str, Share]
    calibration: Sequence[tuple[float, Share]]
    minutes_a_day: float
    """Over the study days of late."""
    seconds_an_answer: float
    forecast: Sequence[int]
    stabilities: Sequence[int]
    hardest: Mapping[str, int]
    """How often each was missed."""
    cards: int
    seen: int
    learnt: int
    ends: date | None
    """When every card will have been begun, at the pace of late."""


def statistics(study: Study, today: date) -> Statistics:
    """Count all that there is in the log of the cards that there are."""
    log, cards = study.log, study.library.cards
    memories = {card: memory for card, memory in log.memories().items() if card in cards}
    tested = list(recalls(log.gradings(), by_card(log.acts()), log.scheduling))
    tested = [one for one in tested if one.card in cards]
    since = today - timedelta(OF_LATE - 1)
    answers = log.answers_by_day()
    seconds, count = log.time_since(since)
    days = sum(day >= since for day in answers)
    seen = len(memories)
    hard = hardest(memories, HARDEST)
    return Statistics(
        today=today,
        answers=answers,
        streak=streak(answers, today),
        in_all=share(tested),
        by_age=shares(tested, _age),
        by_topic=shares(tested, lambda one: cards[one.card].topic),
        by_kind=shares(tested, lambda one: cards[one.card].kind),
        by_confidence=shares(tested, _confidence),
        calibration=calibration(tested),
        minutes_a_day=seconds / 60 / days if days else 0.0,
        seconds_an_answer=seconds / count if count else 0.0,
        forecast=forecast(memories.values(), today, OF_LATE),
        stabilities=stabilities(memories.values()),
        hardest={card: memories[card].lapses for card in hard},
        cards=len(cards),
        seen=seen,
        learnt=sum(memory.learnt for memory in memories.values()),
        ends=ends_on(len(cards) - seen, len(log.introduced_since(since)), OF_LATE, today),
    )


def _age(one: Recall) -> str:
    return mark("mature") if one.mature else mark("young")


def _confidence(one: Recall) -> str:
    return mark("marked as a guess") if one.guess else mark("not marked")
