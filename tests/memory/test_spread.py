"""On which day of those that do as well a card comes back."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from statistics import fmean
from typing import Any

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizapp.memory.review import Rating, Review
from quizapp.memory.schedule import (
    DEFAULT_SCHEDULING,
    Memory,
    Scheduling,
    after,
    intervals,
    preview,
    retrievability,
)
from quizapp.memory.spread import EVERY_DAY, Days, band, spread

MakeReview = Callable[..., Review]

MONDAY = date(2026, 1, 5)


@given(st.integers(1, 400))
def test_the_band_is_that_of_py_fsrs(interval: int) -> None:
    oracle = fsrs.Scheduler()
    with pytest.MonkeyPatch.context() as patch:
        ends = []
        for chance in (0.0, 0.999999):
            patch.setattr(fsrs.scheduler, "random", lambda chance=chance: chance)
            ends.append(oracle._get_fuzzed_interval(interval=timedelta(interval)).days)
    ours = band(interval, oracle.maximum_interval)
    # What it draws from the band it rounds once more, so that it may be a day above.
    assert [ours[0], ours[-1]] == [ends[0], ends[1] - (len(ours) > 1)]


def day_chosen(load: dict[int, int], days: Days = EVERY_DAY, interval: int = 10) -> int:
    """How many days after a Monday a card would be due; `load` is by such days, too."""
    due = {MONDAY + timedelta(after): cards for after, cards in load.items()}
    return (spread(band(interval, 365), 0.5, MONDAY, due, days) - MONDAY).days


def test_of_the_band_the_lightest_day_is_taken() -> None:
    assert list(band(10, 365)) == [8, 9, 10, 11, 12]
    assert day_chosen({}) == 10
    assert day_chosen({8: 3, 9: 1, 10: 3, 11: 3, 12: 3}) == 9


def test_that_ever_less_is_due_makes_no_later_day_the_lightest() -> None:
    assert day_chosen({after: 40 - 2 * after for after in range(1, 20)}) == 10


def test_an_easy_day_gets_its_share_and_one_of_none_nothing() -> None:
    even = dict.fromkeys(range(1, 20), 4)
    saturday = 12  # after the Monday
    assert day_chosen({**even, saturday: 3}) == saturday
    half = Days(ease=(1, 1, 1, 1, 1, 0.5, 1))
    assert day_chosen({**even, saturday: 3}, half) != saturday
    assert day_chosen({**even, saturday: 1}, half) == saturday
    none = Days(ease=(1, 1, 1, 1, 1, 0, 1))
    assert day_chosen({**even, saturday: 0}, none) != saturday


def test_a_card_is_due_on_a_day_that_is_to_have_none_where_there_is_no_other() -> None:
    assert day_chosen({}, Days(ease=(1, 1, 0, 1, 1, 1, 1)), interval=2) == 2


def study(
    make_review: MakeReview,
    scheduling: Scheduling,
    *,
    cards: int,
    days: int,
    is_spread: bool,
    ease: Days = EVERY_DAY,
) -> tuple[list[int], list[float]]:
    """Days of somebody with so many cards: how many were due on each, and the chance of recall of
    each that was. Of the first half, in which cards are introduced, nothing is told.
    """
    memories: dict[str, Memory] = {}
    load, new = Counter[date](), [f"a/{number}" for number in range(cards)]
    daily, chances = [], []
    for day in range(days):
        today = make_review(day).study_date
        asked = [card for card, memory in memories.items() if memory.due <= today]
        begun, new = new[: cards * 3 // days], new[cards * 3 // days :]
        for card in (*asked, *begun):
            memory, rating = memories.get(card), Rating.GOOD
            if memory is not None:
                chance = retrievability(memory, today, scheduling)
                recalled = random.Random(f"{card} {memory.reps}").random() < chance
                rating = Rating.GOOD if recalled else Rating.AGAIN
                load[memory.due] -= 1
                chances += [chance] if day >= days // 2 else []
            due = today + timedelta(intervals(memory, today, scheduling)[rating])
            if is_spread:
                due = preview(card, memory, today, scheduling, load, ease)[rating].due
            moved = after(memory, make_review(day, rating, card, due=due), scheduling)
            assert moved is not None
            memories[card] = moved
            load[moved.due] += 1
        daily.append(len(asked))
    return daily[days // 2 :], chances


def roughness(daily: list[int]) -> float:
    """The variance of a day's load from that of the fortnight around it."""
    around = [fmean(daily[max(0, at - 7) : at + 8]) for at in range(len(daily))]
    return fmean((load - usual) ** 2 for load, usual in zip(daily, around, strict=True))


@pytest.mark.parametrize(
    ("cards", "days", "retentions"),
    [
        (150, 160, [0.9]),
        pytest.param(800, 300, [0.8, 0.95], marks=pytest.mark.long),
    ],
    ids=["a course", "years"],
)
def test_spreading_evens_the_days_and_leaves_retention_as_it_is(
    make_review: MakeReview, cards: int, days: int, retentions: list[float]
) -> None:
    for retention in retentions:
        scheduling = replace(DEFAULT_SCHEDULING, retention=retention)
        told: Any = {"cards": cards, "days": days}
        bare, chances = study(make_review, scheduling, **told, is_spread=False)
        even, spread_chances = study(make_review, scheduling, **told, is_spread=True)
        assert roughness(even) < roughness(bare) / 2
        assert fmean(spread_chances) == pytest.approx(fmean(chances), abs=0.004)


def test_easy_days_get_their_share_of_months(make_review: MakeReview) -> None:
    ease = Days(ease=(1, 1, 1, 1, 1, 0.5, 0))
    daily, _ = study(
        make_review, DEFAULT_SCHEDULING, cards=150, days=160, is_spread=True, ease=ease
    )
    first = make_review(80).study_date
    by_weekday = Counter[int]()
    for at, load in enumerate(daily):
        by_weekday[(first + timedelta(at)).weekday()] += load
    usual = fmean(by_weekday[weekday] for weekday in range(5))
    assert 0.3 * usual < by_weekday[5] < 0.8 * usual
    assert by_weekday[6] < 0.25 * usual  # intervals of a day or two have no other
