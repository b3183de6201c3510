"""The schedule's parameters, fitted to the learner's log and kept in it, and taken back."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from quizapp.memory.acts.act import OF_ALL, Act
from quizapp.memory.acts.kinds.parameters import PARAMETERS
from quizapp.memory.fitted import Fitted, latest_kept
from quizapp.memory.uuid7 import uuid7

if TYPE_CHECKING:
    from quizapp.memory.log import ReviewLog

FEWEST = 400
"""Answers on a later day that a fit takes: of fewer, the default parameters say as much."""

EVERY = 30
"""Days from one fit that nobody has asked for to the next."""


@dataclass(frozen=True)
class TooFew:
    """There is not enough to fit parameters to."""

    reviews: int


def is_due(log: ReviewLog, today: date) -> bool:
    """Whether parameters may be fitted without being asked for. Quick to say."""
    last = log.last_fit()
    if last is not None and 0 <= (today - last).days < EVERY:
        return False
    return sum(log.answers_by_day().values()) >= FEWEST


def fit_parameters(
    log: ReviewLog, now: datetime, today: date, rng: random.Random, *, by_itself: bool
) -> Fitted | TooFew:
    """Fit, and log what came of it: where the parameters are better, they are gone by."""
    from quizapp.memory.log import engine_version
    from quizapp.memory.optimize import answers, fit
    from quizapp.memory.reader import by_card

    found = answers(log.gradings(), by_card(log.acts()), log.scheduling)
    if len(found) < FEWEST:
        return TooFew(len(found))
    current = log.scheduling.parameters
    fitted = fit(found, current, engine=engine_version(), by_itself=by_itself)
    log.act(
        Act(
            id=uuid7(now, rng),
            card=OF_ALL,
            at=now,
            study_date=today,
            name=PARAMETERS,
            value=fitted.as_value(),
        )
    )
    return fitted


def fit_if_due(log: ReviewLog, now: datetime, today: date, rng: random.Random) -> Fitted | None:
    """Fit where nobody has for a month; what is kept of it, if anything."""
    if not is_due(log, today):
        return None
    fitted = fit_parameters(log, now, today, rng, by_itself=True)
    return fitted if isinstance(fitted, Fitted) and fitted.is_kept else None


def take_back_fit(log: ReviewLog, now: datetime, rng: random.Random) -> Act | None:
    """Undo the fit whose parameters are in force, if there is one: those before it are again."""
    latest = latest_kept(log.acts(OF_ALL))
    if latest is None:
        return None
    log.undo_act(latest[0], uuid7(now, rng), now)
    return latest[0]
