"""Figures of a day, as home shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quizapp.memory.counts import TopicCounts
    from quizapp.memory.fitted import Fitted


@dataclass(frozen=True)
class Overview:
    """How today stands."""

    study_date: date
    topics: tuple[TopicCounts, ...]
    in_all: TopicCounts
    today_of: Mapping[str, int]
    """How many of today's cards are of which topic."""
    new_of: Mapping[str, int]
    """How many of today's new cards are of which topic."""
    once_more: int
    """Cards that today's review holds since they were missed earlier today."""
    review: int
    """Cards that today's review holds that were learnt before."""
    new: int
    """Cards that today's review introduces."""
    held_back: int
    """Cards that are due beyond the daily limit."""
    minutes: int
    """How long today's review will take, by the learner's pace of late."""
    answers: Mapping[date, int]
    """How many answers were given on each study date so far."""
    streak: int
    """Study days in a row."""
    tested: int
    """Cards that were due and asked of late, each once a day."""
    remembered: int
    """Those of them that were not rated again."""
    retention: float
    """The share that is meant to be remembered."""
    reviews_per_day: int
    """The daily limit of reviews."""
    forecast: Sequence[int]
    """Cards falling due on each of the next days, today first."""
    fitted: Fitted | None
    """Parameters that were fitted today without having been asked for."""
    backlog_ends: date | None
    """Where more is due than the day takes, the day on which the last of it is done; None where
    that takes more than a year."""
