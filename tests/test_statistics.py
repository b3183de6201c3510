"""What is counted of a log: known answers, and all of them against a plain replay."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from fsrs_rs_python import FSRS, FSRSItem, FSRSReview

from quizapp.memory.acts.act import Act
from quizapp.memory.review import Rating, Review
from quizapp.memory.schedule import DEFAULT_SCHEDULING, Memory
from quizapp.statistics.figures import (
    calibration,
    ends_on,
    hardest,
    share,
    shares,
    stabilities,
)
from quizapp.statistics.recalls import recalls
from tests.memory.test_acts import act

DAY = date(2026, 1, 1)


def review(number: int, day: int, rating: int, card: str = "a/x", *, guess: bool = False) -> Review:
    on = DAY + timedelta(day)
    return Review(
        id=f"{number:04}",
        card=card,
        content_hash="",
        at=act("flag", day).at,
        study_date=on,
        kind="review",
        rating=Rating(rating),
        proposed=Rating(rating),
        right=None,
        guess=guess,
    )


def seen(
    *reviews: Review, acts: dict[str, list[Act]] | None = None
) -> list[tuple[int, float, bool]]:
    found = recalls(reviews, acts or {}, DEFAULT_SCHEDULING)
    return [(one.days, one.expected, one.recalled) for one in found]


def test_an_answer_tests_what_was_learnt_on_an_earlier_day() -> None:
    answers = [
        review(0, 0, 3),
        review(1, 0, 1),
        review(2, 3, 3),
        review(3, 30, 1),
        review(4, 31, 3, card="b/y"),
        review(5, 33, 2, card="b/y"),
    ]
    states = FSRS([*DEFAULT_SCHEDULING.parameters]).historical_memory_states(
        FSRSItem([FSRSReview(3, 0), FSRSReview(3, 3), FSRSReview(1, 27)])
    )
    [first, second, third] = seen(*answers)
    assert (first[0], second[0], third[0]) == (3, 27, 2)
    assert [one[2] for one in (first, second, third)] == [True, False, True]
    for days, expected, stability in [
        (3, first[1], states[0].stability),
        (27, second[1], states[1].stability),
    ]:
        decay = -0.1542
        factor = 0.9 ** (1 / decay) - 1
        assert expected == pytest.approx((1 + factor * days / stability) ** decay, abs=1e-3)


def test_a_card_that_was_reset_is_not_tested_by_its_next_answer() -> None:
    reset = act("reset", 5, card="a/x")
    assert seen(review(0, 0, 3), review(1, 9, 3), acts={"a/x": [reset]}) == []


def test_practice_tests_nothing() -> None:
    practised = review(1, 9, 1)
    assert seen(review(0, 0, 3), replace(practised, kind="practice")) == []


def test_shares_and_tenths_are_those_of_the_answers() -> None:
    found = list(
        recalls(
            [
                *(review(n, day, 3) for n, day in enumerate([0, 3, 30])),
                review(9, 40, 1, guess=True),
            ],
            {},
            DEFAULT_SCHEDULING,
        )
    )
    whole = share(found)
    assert whole.answers == 3
    assert whole.recalled == pytest.approx(2 / 3)
    assert whole.expected == pytest.approx(sum(one.expected for one in found) / 3)
    by_guess = shares(found, lambda one: "guess" if one.guess else "sure")
    assert [(name, of.answers, of.recalled) for name, of in by_guess.items()] == [
        ("sure", 2, 1.0),
        ("guess", 1, 0.0),
    ]
    tenths = calibration(found)
    assert sum(of.answers for _, of in tenths) == 3
    assert all(begin <= of.expected <= begin + 0.1 for begin, of in tenths)
    assert share([]).answers == 0


def memory(stability: float, lapses: int, difficulty: float = 5.0) -> Memory:
    return Memory(stability, difficulty, DAY, DAY, 9, lapses)


def test_cards_are_counted_by_stability_and_by_lapses() -> None:
    memories = {
        "a": memory(0.5, 0),
        "b": memory(1.0, 2),
        "c": memory(400.0, 2, difficulty=9.0),
        "d": memory(29.9, 3),
    }
    assert stabilities(memories.values()) == [1, 1, 1, 0, 0, 1]
    assert hardest(memories, 2) == ["d", "c"]


def test_the_end_is_told_by_the_pace_where_there_is_one() -> None:
    assert ends_on(10, 5, 30, DAY) == DAY + timedelta(60)
    assert ends_on(11, 5, 30, DAY) == DAY + timedelta(66)
    assert ends_on(10, 0, 30, DAY) is None
    assert ends_on(10**9, 1, 30, DAY) is None
