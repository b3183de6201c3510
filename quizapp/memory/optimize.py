"""FSRS's parameters, fitted to a learner's own answers. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from fsrs_rs_python import FSRS, FSRSItem, FSRSReview

from quizapp.memory.acts.act import Act
from quizapp.memory.fitted import Figures, Fitted, are_usable
from quizapp.memory.replay import steps
from quizapp.memory.review import Grading
from quizapp.memory.schedule import Scheduling

MOST = 100_000
"""The latest answers that are gone by, and the first of each card: an older memory is another one,
but what a first answer leaves behind is seen in the next one alone.
"""

HELD_OUT = 5
"""One in so many, the latest ones, judges the parameters and is not fitted."""

FIRST = 2
"""The length of a history that has one answer on a later study date."""

PLACES = 4
"""Decimals of a parameter."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer on a later study date than the one before, with all that came before it."""

    study_date: date
    id: str
    history: Sequence[FSRSReview]
    length: int
    """How much of the history, which is shared by a card's answers, is up to this answer."""

    def item(self) -> FSRSItem:
        return FSRSItem(self.history[: self.length])


def answers(
    reviews: Iterable[Grading], acts: Mapping[str, Sequence[Act]], scheduling: Scheduling
) -> list[Answer]:
    """What there is to fit, in order of time. `reviews` are sorted by card and then by time.

    A memory that a placement began has no first answer, so nothing of it can be fitted.
    """
    found: list[Answer] = []
    for card, of_card in groupby(reviews, lambda review: review.card):
        history: list[FSRSReview] = []
        before = None
        for logged, memory in steps(of_card, scheduling, acts.get(card, ())):
            if isinstance(logged, Act):
                if before is None:
                    history = []
            elif memory is not before and before is None:
                history = [FSRSReview(logged.rating, 0)]
            elif memory is not before and before is not None and history:
                days = (logged.study_date - before.last_study_date).days
                history.append(FSRSReview(logged.rating, days))
                found.append(Answer(logged.study_date, logged.id, history, len(history)))
            before = memory
    return sorted(found, key=lambda answer: (answer.study_date, answer.id))


def fit(
    found: Sequence[Answer], current: tuple[float, ...], *, engine: str, by_itself: bool
) -> Fitted:
    """Parameters fitted to all but the latest of the answers, judged by these together with the
    `current` ones, which are returned where the others cannot be gone by.
    """
    firsts = (answer for answer in found[:-MOST] if answer.length == FIRST)
    items = [answer.item() for answer in (*firsts, *found[-MOST:])]
    first = len(items) - min(len(found), MOST) // HELD_OUT
    fitted = FSRS(current).compute_parameters(items[:first])
    parameters = tuple(round(parameter, PLACES) for parameter in fitted)
    if not are_usable(parameters):
        parameters = current
    return Fitted(
        reviews=len(found),
        held_out=len(items) - first,
        before=_figures(current, items[first:]),
        after=_figures(parameters, items[first:]),
        parameters=parameters,
        engine=engine,
        by_itself=by_itself,
    )


def _figures(parameters: tuple[float, ...], items: Sequence[FSRSItem]) -> Figures:
    found = FSRS(parameters).evaluate(items)
    return Figures(log_loss=round(found.log_loss, PLACES), rmse_bins=round(found.rmse_bins, PLACES))
