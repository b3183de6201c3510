"""Figures of a topic, as home shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, kw_only=True)
class TopicCounts:
    """Where a topic stands on a study date."""

    topic: str
    cards: int
    due: int
    """Cards due, and those missed today and not right since."""
    new: int
    """Cards ready to be introduced, no more than the daily limit leaves for all topics."""
    seen: int
    """Cards that were answered, or taken as known."""
    learnt: int
    mastery: float
    """How much of the topic would be recalled today, from 0 to 1: the share of its cards that
    are learnt, times their mean retrievability, which is none for those just missed."""
    next_due: date | None
    """The first due date after today."""
    waits_for: Mapping[str, int] = field(default_factory=dict)
    """Topics before it, and how many of their first things are to be learnt before it opens."""
