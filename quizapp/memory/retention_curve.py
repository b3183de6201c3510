"""What a desired retention costs and gives, simulated by FSRS's own simulator. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean

from fsrs_rs_python import SimulatorConfig, default_simulator_config, simulate

from quizapp.memory.acts.act import Act
from quizapp.memory.queue import Limits
from quizapp.memory.replay import steps
from quizapp.memory.review import Grading, Rating
from quizapp.memory.schedule import HIGHEST_RETENTION, LOWEST_RETENTION, Scheduling

DAYS = 365
"""That are simulated, from the first card on."""

STEPS = 9
"""From the lowest retention to the highest."""

SEEDS = range(5)
"""Each point is the mean of as many years."""

SUPPOSED = 50
"""Answers as other learners give them, that count beside the learner's own."""

UNLIMITED = 86400.0
"""Seconds of a day."""


@dataclass(frozen=True, kw_only=True)
class Point:
    """What a retention comes to."""

    retention: float
    minutes: float
    """A day, on average over the year."""
    remembered: float
    """Cards, at the end of it."""
    days_at_limit: float
    """On which the daily limit of reviews is reached."""

    @property
    def is_held_back(self) -> bool:
        """Whether the limit, and not the retention, decides what it comes to."""
        return self.days_at_limit > DAYS / 10


@dataclass(frozen=True)
class Habits:
    """How often a learner gives each rating."""

    first: Sequence[float]
    """To a card's first answer: Again, Hard, Good, Easy."""
    recalled: Sequence[float]
    """To a later one that was recalled: Hard, Good, Easy."""


def habits(
    reviews: Iterable[Grading], acts: Mapping[str, Sequence[Act]], scheduling: Scheduling
) -> Habits:
    """Those of the answers in a log, sorted by card and then by time."""
    usual = default_simulator_config()
    first = [SUPPOSED * share for share in usual.first_rating_prob]
    recalled = [SUPPOSED * share for share in usual.review_rating_prob]
    for card, of_card in groupby(reviews, lambda review: review.card):
        before = None
        for logged, memory in steps(of_card, scheduling, acts.get(card, ())):
            if isinstance(logged, Grading) and memory is not before:
                if before is None:
                    first[logged.rating - 1] += 1
                elif logged.rating is not Rating.AGAIN:
                    recalled[logged.rating - 2] += 1
            before = memory
    return Habits(_shares(first), _shares(recalled))


def curve(
    cards: int, seconds: float, limits: Limits, scheduling: Scheduling, own: Habits
) -> list[Point]:
    """Points from the lowest retention to the highest, that of the scheduling among them, for so
    many cards and seconds an answer.
    """
    config = _config(cards, seconds, limits, scheduling, own)
    width = (HIGHEST_RETENTION - LOWEST_RETENTION) / STEPS
    retentions = {round(LOWEST_RETENTION + width * at, 2) for at in range(STEPS + 1)}
    found = []
    for retention in sorted({*retentions, scheduling.retention}):
        years = [simulate(scheduling.parameters, retention, config, seed) for seed in SEEDS]
        found.append(
            Point(
                retention=retention,
                minutes=fmean(sum(year.cost_per_day) / 60 / DAYS for year in years),
                remembered=fmean(year.memorized_cnt_per_day[-1] for year in years),
                days_at_limit=fmean(
                    sum(reviews >= limits.reviews_per_day for reviews in year.review_cnt_per_day)
                    for year in years
                ),
            )
        )
    return found


def _config(
    cards: int, seconds: float, limits: Limits, scheduling: Scheduling, own: Habits
) -> SimulatorConfig:
    config = default_simulator_config()
    config.deck_size = cards
    config.learn_span = DAYS
    config.max_cost_perday = UNLIMITED
    config.max_ivl = float(scheduling.max_interval)
    config.learn_limit = limits.new_per_day
    config.review_limit = limits.reviews_per_day
    config.first_rating_prob = list(own.first)
    config.review_rating_prob = list(own.recalled)
    config.state_rating_costs = [[seconds] * 4] * 3
    return config


def _shares(counts: Sequence[float]) -> list[float]:
    return [count / sum(counts) for count in counts]
