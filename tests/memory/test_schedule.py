from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import fsrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizapp.memory.review import Rating, Review
from quizapp.memory.schedule import (
    DEFAULT_SCHEDULING,
    Memory,
    Scheduling,
    after,
    intervals,
    preview,
    propose,
    retrievability,
)
from quizapp.memory.spread import band
from quizapp.memory.study_day import study_date
from tests.replayed import replay

FAR = Scheduling(max_interval=36500)
TODAY = date(2026, 1, 1)
MakeReview = Callable[..., Review]

ratings = st.sampled_from(Rating)
histories = st.lists(st.tuples(ratings, st.integers(1, 700)), min_size=1, max_size=40)
memories = st.builds(
    Memory,
    stability=st.floats(0.01, 5000) | st.floats(20, 100),
    difficulty=st.floats(1, 10),
    last_study_date=st.just(TODAY),
    due=st.just(TODAY + timedelta(1)),
    reps=st.integers(1, 100),
    lapses=st.integers(0, 10),
)


def test_all_good_gives_the_known_intervals(make_review: MakeReview) -> None:
    seen = []
    memory, day = None, 0
    for _ in range(6):
        memory = after(memory, make_review(day, Rating.GOOD), FAR)
        assert memory is not None
        seen.append((memory.due - memory.last_study_date).days)
        day += seen[-1]
    assert seen == [2, 11, 46, 163, 497, 1346]


@settings(max_examples=200)
@given(histories, st.sampled_from([0.7, 0.8, 0.9, 0.97]))
def test_py_fsrs_computes_the_same(
    make_review: MakeReview, history: list[tuple[Rating, int]], retention: float
) -> None:
    ours = Scheduling(retention=retention)
    oracle = fsrs.Scheduler(
        parameters=ours.parameters,
        desired_retention=retention,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=ours.max_interval,
        enable_fuzzing=False,
    )
    card = fsrs.Card()
    memory, day = None, 0
    for rating, pause in history:
        at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(day)
        card, _ = oracle.review_card(card, fsrs.Rating(rating), at)
        expected = intervals(memory, (TODAY + timedelta(day)), ours)[rating]
        memory = after(memory, make_review(day, rating), ours)
        assert memory is not None and card.stability and card.difficulty
        assert math.isclose(memory.stability, card.stability, rel_tol=1e-3)
        assert math.isclose(memory.difficulty, card.difficulty, rel_tol=1e-3)
        assert (memory.due - memory.last_study_date).days == expected
        # The engine is in single precision: of two whole numbers either may be rounded to.
        assert abs((card.due - at).days - expected) <= max(1, 1e-3 * expected)
        later = memory.last_study_date + timedelta(pause)
        recalled = oracle.get_card_retrievability(card, at + timedelta(pause))
        assert math.isclose(retrievability(memory, later, ours), recalled, rel_tol=1e-3)
        day += pause


def test_a_card_is_recalled_with_90_percent_when_its_stability_has_passed() -> None:
    memory = Memory(30.0, 5.0, TODAY, TODAY + timedelta(30), 3, 0)
    assert retrievability(memory, TODAY) == 1
    assert math.isclose(retrievability(memory, TODAY + timedelta(30)), 0.9)


def test_ten_in_the_evening_to_eight_in_the_morning_is_a_day_for_the_memory(
    make_review: MakeReview,
) -> None:
    evening = datetime(2026, 3, 1, 22, tzinfo=UTC)
    morning = datetime(2026, 3, 2, 8, tzinfo=UTC)
    reviews = [
        make_review(rating=1, at=evening, study_date=study_date(evening)),
        make_review(rating=3, at=morning, study_date=study_date(morning)),
    ]
    memory = replay(reviews)
    assert memory is not None
    assert math.isclose(memory.stability, 1.887, abs_tol=5e-4)


def test_only_the_first_answer_of_a_study_date_moves_memory(make_review: MakeReview) -> None:
    first = [make_review(0, 3), make_review(2, 1)]
    once = replay(first)
    assert replay([*first, make_review(2, 3), make_review(2, 4)]) == once


@pytest.mark.parametrize("kind", ["practice", "relearn"])
def test_practice_and_relearning_never_move_memory(make_review: MakeReview, kind: str) -> None:
    assert replay([make_review(0, kind=kind)]) is None
    reviewed = make_review(0, 3)
    assert replay([reviewed, make_review(5, 1, kind=kind)]) == replay([reviewed])


def test_practice_does_not_use_up_the_study_date(make_review: MakeReview) -> None:
    reviewed = make_review(3, 1)
    assert replay([make_review(3, 3, kind="practice"), reviewed]) == replay([reviewed])


def test_a_manual_rating_moves_memory(make_review: MakeReview) -> None:
    memory = replay([make_review(0, 3, kind="manual", right=None)])
    assert memory is not None
    assert memory.reps == 1


def test_a_day_lived_twice_on_the_way_west_counts_once(make_review: MakeReview) -> None:
    tomorrow_already = make_review(5, 3)
    today_again = make_review(5, 1, study_date=tomorrow_already.study_date - timedelta(1))
    assert replay([tomorrow_already, today_again]) == replay([tomorrow_already])


def test_lapses_are_counted_after_the_first_review(make_review: MakeReview) -> None:
    memory = replay([make_review(day, rating) for day, rating in enumerate([1, 3, 1, 2, 1])])
    assert memory is not None
    assert (memory.reps, memory.lapses) == (5, 2)


def test_a_missed_new_card_is_not_learnt_and_a_known_one_is(make_review: MakeReview) -> None:
    missed, known = replay([make_review(0, 1)]), replay([make_review(0, 3)])
    assert missed is not None and known is not None
    assert (missed.learnt, known.learnt) == (False, True)
    assert [replace(known, stability=days).learnt for days in (0.99, 1.0)] == [False, True]


@pytest.mark.parametrize(
    "wrong",
    [
        {"retention": 0.69},
        {"retention": 0.98},
        {"retention": math.nan},
        {"max_interval": 0},
        {"parameters": (1.0,)},
        {"parameters": (math.inf,) * 21},
    ],
)
def test_settings_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"must be|takes"):
        Scheduling(**wrong)  # type: ignore[arg-type]


@given(
    st.none() | memories,
    st.integers(1, 10) | st.integers(1, 4000),
    st.integers(1, 400),
    st.integers(0, 9),
)
def test_previewed_intervals_stay_near_those_of_fsrs_and_in_order(
    memory: Memory | None, pause: int, max_interval: int, seed: int
) -> None:
    rng = random.Random(seed)
    scheduling = Scheduling(max_interval=max_interval)
    study_day = TODAY + timedelta(pause)
    load = {study_day + timedelta(n): rng.randrange(4) for n in range(500)}
    exact = intervals(memory, study_day, scheduling)
    shown = preview("autograd/leaf", memory, study_day, scheduling, load)
    days = [shown[rating].days for rating in Rating]
    assert days == sorted(days)
    for rating, interval in shown.items():
        assert interval.due == study_day + timedelta(interval.days)
        assert 1 <= interval.days <= max_interval
        assert interval.days in band(exact[rating], max_interval)
        if exact[rating] < 3:
            assert interval.days == exact[rating]


@given(st.none() | memories, ratings)
def test_a_review_logged_with_the_date_shown_is_due_then(
    make_review: MakeReview, memory: Memory | None, rating: Rating
) -> None:
    shown = preview("autograd/leaf", memory, TODAY + timedelta(9))[rating]
    review = make_review(9, rating, due=shown.due)
    moved = after(memory, review)
    assert moved is not None
    assert moved.due == shown.due


def test_the_preview_is_the_same_every_time() -> None:
    memory = Memory(40.0, 5.0, TODAY, TODAY, 3, 0)
    day = TODAY + timedelta(40)
    assert preview("a/b", memory, day) == preview("a/b", memory, day)


def test_due_dates_of_cards_learnt_together_are_spread() -> None:
    memory = Memory(40.0, 5.0, TODAY, TODAY, 3, 0)
    day = TODAY + timedelta(40)
    dues = Counter(preview(f"a/{n}", memory, day)[Rating.GOOD].due for n in range(200))
    low, high = min(dues), max(dues)
    assert len(dues) == (high - low).days + 1 > 10
    assert max(dues.values()) < 40


def test_the_next_repetition_of_a_card_takes_another_place_in_the_band() -> None:
    day = TODAY + timedelta(40)
    dues = {
        preview("a/b", Memory(40.0, 5.0, TODAY, TODAY, reps, 0), day)[Rating.GOOD].due
        for reps in range(1, 20)
    }
    assert len(dues) > 3


def test_the_lightest_day_of_the_band_is_taken() -> None:
    memory = Memory(40.0, 5.0, TODAY, TODAY, 3, 0)
    day = TODAY + timedelta(40)
    exact = intervals(memory, day)[Rating.GOOD]
    light = day + timedelta(exact + 2)
    load = {day + timedelta(n): 5 for n in range(500)} | {light: 4}
    assert preview("a/b", memory, day, DEFAULT_SCHEDULING, load)[Rating.GOOD].due == light


@pytest.mark.parametrize("ago", [0, 1, 400], ids=lambda ago: f"clock set back by {ago} days")
def test_a_card_answered_today_or_later_is_remembered_and_previewed_where_it_stands(
    make_review: MakeReview, ago: int
) -> None:
    memory = replay([make_review(0, 3)])
    assert memory is not None
    now = TODAY - timedelta(ago)
    assert {interval.due for interval in preview("a/b", memory, now).values()} == {memory.due}
    assert retrievability(memory, now) == 1


def proposed(**given: object) -> Rating:
    usual = {"right": True, "hint": False, "guess": False, "seconds": 20.0, "usual_seconds": 20.0}
    return propose(**usual | given)  # type: ignore[arg-type]


def test_wrong_is_again_whatever_else() -> None:
    assert proposed(right=False) is Rating.AGAIN
    assert proposed(right=False, hint=True, guess=True, seconds=0.5) is Rating.AGAIN


@pytest.mark.parametrize("helped", ["hint", "guess"])
def test_right_with_a_hint_or_by_a_guess_is_hard_however_fast(helped: str) -> None:
    assert proposed(**{helped: True}, seconds=1.0) is Rating.HARD


def test_right_is_good_and_easy_when_twice_as_fast_as_usual() -> None:
    assert proposed() is Rating.GOOD
    assert proposed(seconds=10.0) is Rating.GOOD
    assert proposed(seconds=9.9) is Rating.EASY


def test_no_first_answer_is_easy() -> None:
    assert proposed(seconds=0.1, usual_seconds=None) is Rating.GOOD
