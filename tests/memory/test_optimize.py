from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path

import pytest

from quizapp.memory import optimize
from quizapp.memory.acts.act import OF_ALL, Act
from quizapp.memory.fitted import latest_kept, told_on
from quizapp.memory.log import ReviewLog
from quizapp.memory.optimize import answers, fit
from quizapp.memory.reader import by_card
from quizapp.memory.replay import steps
from quizapp.memory.review import Rating, Review
from quizapp.memory.schedule import DEFAULT_SCHEDULING, Scheduling, retrievability
from quizapp.study.fitting import (
    EVERY,
    TooFew,
    fit_if_due,
    fit_parameters,
    is_due,
    take_back_fit,
)
from tests.memory.learner import SLOW_TO_FORGET, answered, log_all, parameters_act
from tests.memory.test_acts import act

MakeReview = Callable[..., Review]

USUAL = DEFAULT_SCHEDULING.parameters
FEW, MANY = 10, 150
"""Cards."""


@pytest.fixture(scope="module")
def reviews(make_review: MakeReview) -> list[Review]:
    """Enough for a fit, sorted by card and then by time."""
    return list(answered(make_review, cards=MANY, days=250))


def straightforward_log_loss(
    parameters: tuple[float, ...], reviews: list[Review], judged: list[str]
) -> float:
    """What was expected of each of the judged answers, by their ids, held against it.

    The engine gives the last of them four times the weight of the first.
    """
    scheduling = Scheduling(parameters=parameters)
    losses = {}
    for _, of_card in groupby(reviews, lambda review: review.card):
        before = None
        for logged, memory in steps(of_card, scheduling, ()):
            if isinstance(logged, Review) and logged.id in judged and before is not None:
                expected = retrievability(before, logged.study_date, scheduling)
                recalled = logged.rating is not Rating.AGAIN
                losses[logged.id] = -math.log(expected if recalled else 1 - expected)
            before = memory
    weights = [0.25 + 0.75 * (at / (len(judged) - 1)) ** 3 for at in range(len(judged))]
    weighed = [weight * losses[id] for weight, id in zip(weights, judged, strict=True)]
    return math.fsum(weighed) / math.fsum(weights)


def test_a_fit_is_judged_by_the_latest_fifth_as_a_replay_judges_it(reviews: list[Review]) -> None:
    found = answers(reviews, {}, DEFAULT_SCHEDULING)
    assert len(found) == len(reviews) - MANY  # all but the first of each card
    done = fit(found, USUAL, engine="1", by_itself=False)
    assert (done.reviews, done.held_out) == (len(found), len(found) // 5)
    again = {answer.id for answer in found}
    latest = sorted((one for one in reviews if one.id in again), key=lambda one: one.study_date)
    judged = [one.id for one in latest[-done.held_out :]]
    for parameters, figures in ((USUAL, done.before), (done.parameters, done.after)):
        assert figures.log_loss == pytest.approx(
            straightforward_log_loss(parameters, reviews, judged), abs=1e-3
        )
    assert done.is_kept


def test_fitting_to_what_is_fitted_already_keeps_it(reviews: list[Review]) -> None:
    found = answers(reviews, {}, DEFAULT_SCHEDULING)
    first = fit(found, USUAL, engine="1", by_itself=False)
    assert not fit(found, first.parameters, engine="1", by_itself=False).is_kept


def test_where_no_card_was_begun_of_late_the_first_answers_are_fitted_still(
    reviews: list[Review], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = answers(reviews, {}, DEFAULT_SCHEDULING)
    latest = next(at for at in range(len(found)) if all(one.length > 2 for one in found[at:]))
    monkeypatch.setattr(optimize, "MOST", len(found) - latest)
    done = fit(found, USUAL, engine="1", by_itself=False)
    assert done.held_out == (len(found) - latest) // 5
    assert done.parameters[:4] != USUAL[:4]  # what a first answer leaves behind


def test_what_was_begun_by_a_placement_is_left_out_until_reset(make_review: MakeReview) -> None:
    asked = [make_review(day, 3, "a/1") for day in (5, 9, 20, 23)]
    acts = by_card(
        [
            act("placed", 0, card="a/1", value="5"),
            act("reset", 12, card="a/1"),
        ]
    )
    found = answers(asked, acts, DEFAULT_SCHEDULING)
    assert [(answer.id, answer.length) for answer in found] == [(asked[3].id, 2)]
    assert found[0].item().long_term_review_cnt() == 1


def test_what_was_answered_before_a_reset_is_no_history_of_a_placement(
    make_review: MakeReview,
) -> None:
    asked = [make_review(day, 3, "a/1") for day in (0, 3, 20)]
    acts = [act("reset", 6, card="a/1"), act("placed", 9, card="a/1", value="5")]
    found = answers(asked, by_card(acts), DEFAULT_SCHEDULING)
    assert [answer.id for answer in found] == [asked[1].id]


def test_practice_and_a_second_answer_of_a_day_are_not_fitted(make_review: MakeReview) -> None:
    asked = [make_review(0), make_review(0), make_review(3, kind="practice"), make_review(4)]
    assert [answer.id for answer in answers(asked, {}, DEFAULT_SCHEDULING)] == [asked[3].id]


def test_memories_go_by_the_parameters_in_the_log(
    path: Path, log: ReviewLog, reviews: list[Review]
) -> None:
    log_all(log, iter(reviews[:60]))
    usual = log.memories()
    slow = replace(DEFAULT_SCHEDULING, parameters=SLOW_TO_FORGET)
    fitted = parameters_act(SLOW_TO_FORGET)
    with ReviewLog.open(path) as other:
        other.memories()
        log.act(fitted)
        by_slow = log.memories()
        assert log.scheduling == slow
        assert by_slow != usual
        assert other.memories() == by_slow and other.scheduling == slow
        other.rebuild()
        assert log.memories() == by_slow
        log.act(parameters_act(USUAL, 1, kept=False))
        assert log.scheduling == slow
        log.undo_act(fitted, "undo", fitted.at + timedelta(1))
        assert log.memories() == other.memories() == usual
    with ReviewLog.open(path) as again:
        assert again.memories() == usual


def test_an_act_on_all_that_fits_nothing_has_no_memory_derived_anew(
    log: ReviewLog, make_review: MakeReview
) -> None:
    """Of a long log that would keep other terminals waiting for seconds."""
    for number in range(20):
        log.append(make_review(0, card=f"a/{number}"))
    before = log._database.connection.total_changes
    log.act(act("away", 3, "2026-03-09 2026-03-15", OF_ALL))
    assert log._database.connection.total_changes - before < 20


def test_an_answer_that_comes_in_between_is_not_lost_to_new_parameters(
    path: Path, log: ReviewLog, make_review: MakeReview, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.append(make_review(0, card="a/1"))
    foreseen = log._foreseen
    with ReviewLog.open(path) as other:

        def meanwhile(acts: list[Act]) -> object:
            seen = foreseen(acts)
            other.append(make_review(2, card="a/1"))
            return seen

        monkeypatch.setattr(log, "_foreseen", meanwhile)
        log.act(parameters_act(SLOW_TO_FORGET))
        kept = log.memories()
        assert kept["a/1"].reps == 2
        log.rebuild()
        assert log.memories() == kept == other.memories()


@pytest.mark.parametrize(
    "value",
    [
        "",
        "[]",
        "[" * 10**5,
        json.dumps({"parameters": [1.0] * 21}),
        parameters_act((*USUAL[:-1], 0.0)).value,
        parameters_act((math.nan, *USUAL[1:])).value,
        parameters_act(USUAL[:-1]).value,
    ],
    ids=["empty", "a list", "deep", "bare", "no decay", "not a number", "too few"],
)
def test_a_damaged_fit_is_passed_over(value: str) -> None:
    good = parameters_act(SLOW_TO_FORGET)
    latest = latest_kept([good, replace(good, value=value)])
    assert latest is not None and latest[1].parameters == SLOW_TO_FORGET


def test_a_fit_is_kept_told_taken_back_and_not_made_again_for_a_month(
    log: ReviewLog, reviews: list[Review]
) -> None:
    at, rng = reviews[-1].at + timedelta(400), random.Random(1)
    today = at.date()
    log_all(log, iter(reviews[: FEW * 3]))
    assert not is_due(log, today)
    assert isinstance(fit_parameters(log, at, today, rng, by_itself=True), TooFew)
    log.act(act("away", 0, "2026-01-09 2026-01-15", OF_ALL))
    assert log.last_fit() is None
    log_all(log, iter(reviews))
    done = fit_if_due(log, at, today, rng)
    assert done is not None and log.scheduling.parameters == done.parameters
    assert (told_on(log.acts(OF_ALL), today), log.last_fit()) == (done, today)
    assert told_on(log.acts(OF_ALL), today + timedelta(1)) is None
    assert take_back_fit(log, at, rng) is not None
    assert log.scheduling == DEFAULT_SCHEDULING
    assert take_back_fit(log, at, rng) is None
    soon, later = (today + timedelta(days) for days in (EVERY - 1, EVERY))
    assert (is_due(log, soon), is_due(log, later)) == (False, True)
    assert is_due(log, date(2020, 1, 1)), "the clock was wrong then, or is now"
