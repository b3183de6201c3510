"""A learner whose memory goes by parameters of its own, and what such a one answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from quizapp.memory.acts.act import OF_ALL, Act
from quizapp.memory.fitted import Figures, Fitted
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating, Review
from quizapp.memory.rows import to_row
from quizapp.memory.schedule import (
    DEFAULT_SCHEDULING,
    Scheduling,
    after,
    retrievability,
)
from tests.memory.test_acts import act

MakeReview = Callable[..., Review]

SLOW_TO_FORGET = tuple(
    {2: 12.0, 3: 30.0, 8: 2.3}.get(at, value)
    for at, value in enumerate(DEFAULT_SCHEDULING.parameters)
)
"""Parameters of somebody whose stabilities grow faster than usual."""


def answered(
    make_review: MakeReview, *, cards: int, days: int, truth: tuple[float, ...] = SLOW_TO_FORGET
) -> Iterator[Review]:
    """Answers of somebody who is scheduled as usual, and remembers by other parameters."""
    rng, own = random.Random(2), Scheduling(parameters=truth)
    for card in range(cards):
        day, usual, true = rng.randrange(days // 3), None, None
        while day < days:
            rating = Rating.GOOD
            if true is not None:
                today = make_review(day).study_date
                recalled = rng.random() < retrievability(true, today, own)
                rating = Rating.GOOD if recalled else Rating.AGAIN
            review = make_review(day, rating, f"a/{card}")
            usual, true = after(usual, review), after(true, review, own)
            assert usual is not None
            day += (usual.due - usual.last_study_date).days
            yield review


def log_all(log: ReviewLog, reviews: Iterator[Review]) -> None:
    """Log reviews in one transaction."""
    log.take_in(
        ("review", to_row(review) | {"device": "elsewhere", "engine": "1"}) for review in reviews
    )


def parameters_act(parameters: tuple[float, ...], day: int = 0, *, kept: bool = True) -> Act:
    """A fit, logged on the nth day of 2026."""
    before, better = Figures(log_loss=0.4, rmse_bins=0.1), Figures(log_loss=0.3, rmse_bins=0.1)
    fitted = Fitted(
        reviews=500,
        held_out=100,
        before=before,
        after=better if kept else before,
        parameters=parameters,
        engine="1",
        by_itself=True,
    )
    return act("parameters", day, card=OF_ALL, value=fitted.as_value())
