"""All that is told of a learner's months."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from quizapp.deck.model import Card
from quizapp.memory.answer_cache import CardAnswers
from quizapp.memory.beliefs import Belief
from quizapp.memory.review import Pace, Rating
from quizapp.memory.schedule import Memory, Scheduling, retrievability
from quizapp.memory.spread import Days
from quizapp.memory.stats import forecast, streak
from quizapp.statistics.columns import MATURE_DAYS, Columns
from quizapp.statistics.figures import (
    difficulties,
    ends_on,
    hardest,
    longest_streak,
    stabilities,
)
from quizapp.statistics.shares import (
    MATURE,
    YOUNG,
    Share,
    by_month,
    by_name,
    by_period,
    calibration,
    log_loss,
    off_by,
    share,
)
from quizapp.study.study import Study
from quizapp.text.language import mark

OF_LATE = 30
"""Days by which pace and time are judged, and for which the load is told ahead."""

HARDEST = 30

GUESS, NO_GUESS = mark("marked as a guess"), mark("not marked")


@dataclass(frozen=True, kw_only=True)
class Logged:
    """What is read for the statistics; they are made of it without the log."""

    today: date
    cards: Mapping[str, Card]
    answers: Sequence[CardAnswers]
    by_day: Mapping[date, int]
    first_day: date | None
    """When the first answer was given here, and not taken in from Anki."""
    taken_in: frozenset[str]
    """Cards that were answered in Anki of late."""
    memories: Mapping[str, Memory]
    """Of the cards that there are."""
    course: frozenset[str]
    """The cards that can be asked here, as far as is known, and that the learner wants."""
    once_more: Collection[str]
    """Cards missed today and not right since."""
    pace: Pace | None
    beliefs: Mapping[str, Belief]
    scheduling: Scheduling
    days: Days


def logged(study: Study, today: date) -> Logged:
    """Read the log. Raises one of its errors."""
    log, cards = study.log, study.library.cards
    return Logged(
        today=today,
        cards=cards,
        answers=log.answers(),
        by_day=log.answers_by_day(),
        first_day=log.first_day_here(),
        taken_in=log.taken_in_since(_since(today)),
        memories={card: memory for card, memory in log.memories().items() if card in cards},
        course=frozenset(card.id for card in study.course_cards()),
        once_more=study.once_more(today),
        pace=log.pace(),
        beliefs=log.beliefs(),
        scheduling=log.scheduling,
        days=log.days,
    )


@dataclass(frozen=True, kw_only=True)
class Today:
    """What was done on this study date."""

    answers: int
    right: int
    """Of those that were held against the truth."""
    graded: int
    again: int
    hard: int
    good: int
    easy: int
    new: int
    """Cards that were begun."""
    minutes: float


@dataclass(frozen=True, kw_only=True)
class Confidence:
    """How often one was right."""

    answers: int
    right: float
    """From 0 to 1; 0 where there is no answer."""


@dataclass(frozen=True, kw_only=True)
class HardCard:
    """A card that is missed often."""

    card: str
    lapses: int
    reviews: int
    difficulty: float
    """From 1 to 10."""
    stability: float
    """Days until the chance of recall has fallen to 90 %."""


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far one has come in a topic."""

    topic: str
    cards: int
    seen: int
    learnt: int
    mature: int
    """Cards whose interval makes them mature."""
    ends: date | None
    """When all its cards, and those of the topics before it, will have been begun, at the pace
    of late; None where there is none, or they have been."""


@dataclass(frozen=True, kw_only=True)
class Statistics:
    """See `statistics`."""

    today: date
    done_today: Today
    answers: Mapping[date, int]
    """How many answers each study date has."""
    minutes: Mapping[date, float]
    """How many minutes they took."""
    streak: int
    longest_streak: int
    in_all: Share
    by_age: Mapping[str, Share]
    by_topic: Mapping[str, Share]
    by_kind: Mapping[str, Share]
    by_confidence: Mapping[str, Share]
    by_period: Mapping[str, Mapping[str, Share]]
    by_month: Mapping[str, Share]
    calibration: Sequence[tuple[float, Share]]
    off_by: float | None
    log_loss: float | None
    sure: Confidence
    guesses: Confidence
    minutes_a_day: float
    """Over the study days of late."""
    seconds_an_answer: float
    """Of late."""
    seconds_a_card: float | None
    """On a day that asks for it, see `Pace`."""
    minutes_a_card: float
    """All the time that was spent, by the cards that it was spent on."""
    forecast: Sequence[int]
    stabilities: Sequence[int]
    difficulties: Sequence[int]
    would_recall: float
    """How many cards would be recalled today: the sum of their chances, but none for those that
    were just missed."""
    beliefs: Mapping[str, Belief]
    """Those that are held."""
    hardest_cards: Sequence[HardCard]
    cards: int
    seen: int
    learnt: int
    pace_days: int
    """The days of late, from the first answer on that was given here."""
    new_a_day: float
    """Cards begun here, over those days."""
    path: Sequence[Progress]
    ends: date | None
    """When every card will have been begun, at the pace of late."""


def statistics(of: Logged) -> Statistics:
    """Count all that there is in the log; of memory and progress, of the course."""
    today, cards = of.today, of.cards
    memories = {card: memory for card, memory in of.memories.items() if card in of.course}
    everything = Columns.of(of.answers)
    here = everything.where(everything.of_card(dict.fromkeys(cards, True), False))
    tested = here.where(here.tests_memory)
    begun = here.begun()
    since = _since(today)
    # Further east, or by a wrong clock, the first day may be one that is yet to come here.
    pace_days = max(1, min(OF_LATE, (today - (of.first_day or today)).days + 1))
    introduced = sum(
        since <= day <= today for card, day in begun.items() if card not in of.taken_in
    )
    late = everything.where(everything.day >= since.toordinal())
    days_of_late = sum(day >= since for day in of.by_day)
    seconds = float(late.seconds.sum(dtype=float))
    calibrated = calibration(tested)
    path = _path(of, introduced, pace_days)
    return Statistics(
        today=today,
        done_today=_today(everything, begun, today),
        answers=dict(sorted(of.by_day.items())),
        minutes={day: spent / 60 for day, spent in everything.seconds_by_day().items()},
        streak=streak(of.by_day, today, of.days),
        longest_streak=longest_streak(of.by_day, of.days),
        in_all=share(tested),
        by_age=by_name(tested, (YOUNG, MATURE), tested.mature.astype(int)),
        by_topic=_by(tested, {card.id: card.topic for card in cards.values()}),
        by_kind=_by(tested, {card.id: card.kind for card in cards.values()}),
        by_confidence=by_name(tested, (NO_GUESS, GUESS), tested.guess.astype(int)),
        by_period=by_period(tested, today),
        by_month=by_month(tested),
        calibration=calibrated,
        off_by=off_by(calibrated),
        log_loss=log_loss(tested),
        sure=_confidence(here.where(here.graded & ~here.guess)),
        guesses=_confidence(here.where(here.graded & here.guess)),
        minutes_a_day=seconds / 60 / days_of_late if days_of_late else 0.0,
        seconds_an_answer=seconds / len(late) if len(late) else 0.0,
        seconds_a_card=of.pace.card if of.pace else None,
        minutes_a_card=_mean(float(here.seconds.sum(dtype=float)) / 60, len({*here.card.tolist()})),
        forecast=forecast(memories, today, OF_LATE, of.once_more),
        stabilities=stabilities(memories.values()),
        difficulties=difficulties(memories.values()),
        would_recall=sum(
            retrievability(memory, today, of.scheduling)
            for card, memory in memories.items()
            if card not in of.once_more
        ),
        beliefs={idea: belief for idea, belief in of.beliefs.items() if belief.is_held},
        hardest_cards=[_hard(card, of.memories[card]) for card in hardest(of.memories, HARDEST)],
        cards=len(of.course),
        seen=len(memories),
        learnt=sum(memory.learnt for memory in memories.values()),
        pace_days=pace_days,
        new_a_day=introduced / pace_days,
        path=path,
        ends=ends_on(len(_to_begin(of)), introduced, pace_days, today),
    )


def _since(today: date) -> date:
    """The first of the days of late."""
    return today - timedelta(OF_LATE - 1)


def _by(tested: Columns, name_of: Mapping[str, str]) -> dict[str, Share]:
    """The shares by what each card is called."""
    names = list(dict.fromkeys(name_of.values()))
    numbers = {name: at for at, name in enumerate(names)}
    group = tested.of_card({card: numbers[name] for card, name in name_of.items()}, 0)
    return by_name(tested, names, group)


def _today(everything: Columns, begun: Mapping[str, date], today: date) -> Today:
    of = everything.where(everything.day == today.toordinal())
    rated = Counter(of.rating.tolist())
    return Today(
        answers=len(of),
        right=int(of.right.sum()),
        graded=int(of.graded.sum()),
        again=rated[Rating.AGAIN],
        hard=rated[Rating.HARD],
        good=rated[Rating.GOOD],
        easy=rated[Rating.EASY],
        new=sum(day == today for day in begun.values()),
        minutes=float(of.seconds.sum(dtype=float)) / 60,
    )


def _confidence(of: Columns) -> Confidence:
    return Confidence(answers=len(of), right=_mean(float(of.right.sum()), len(of)))


def _hard(card: str, memory: Memory) -> HardCard:
    return HardCard(
        card=card,
        lapses=memory.lapses,
        reviews=memory.reps,
        difficulty=memory.difficulty,
        stability=memory.stability,
    )


def _mean(whole: float, count: int) -> float:
    return whole / count if count else 0.0


def _to_begin(of: Logged) -> list[str]:
    """The cards that are left to be begun, on the way that they are taught."""
    return [card for card in of.cards if card not in of.memories and card in of.course]


def _path(of: Logged, introduced: int, pace_days: int) -> list[Progress]:
    left = Counter(of.cards[card].topic for card in _to_begin(of))
    topics: dict[str, list[str]] = {}
    for card in of.cards.values():
        if card.id in of.course:
            topics.setdefault(card.topic, []).append(card.id)
    path, before = [], 0
    for topic, cards in topics.items():
        known = [of.memories[card] for card in cards if card in of.memories]
        before += left[topic]
        path.append(
            Progress(
                topic=topic,
                cards=len(cards),
                seen=len(known),
                learnt=sum(memory.learnt for memory in known),
                mature=sum(
                    (memory.due - memory.last_study_date).days >= MATURE_DAYS for memory in known
                ),
                ends=ends_on(before, introduced, pace_days, of.today) if left[topic] else None,
            )
        )
    return path
