"""More cards than a day takes, and days on which one is away."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizapp.memory.acts.act import OF_ALL
from quizapp.memory.acts.kinds import away, shifted
from quizapp.memory.backlog import ends_on
from quizapp.memory.backlog import shifted as new_days
from quizapp.memory.log import ReviewLog
from quizapp.memory.queue import Limits
from quizapp.memory.review import Rating, Review
from quizapp.memory.schedule import (
    DEFAULT_SCHEDULING,
    Memory,
    Scheduling,
    intervals,
    preview,
    retrievability,
)
from quizapp.memory.spread import EVERY_DAY, Days, band
from quizapp.memory.stats import forecast
from tests.memory.test_acts import act
from tests.replayed import replay

MakeReview = Callable[..., Review]

TODAY = date(2026, 3, 2)  # a Monday
MARCH = (date(2026, 3, 9), date(2026, 3, 15))
"""A week away."""


def memory(due_in: int, stability: float = 20.0, ago: int = 20) -> Memory:
    reviewed = TODAY - timedelta(ago)
    return Memory(stability, 5.0, reviewed, TODAY + timedelta(due_in), 3, 0)


def of_march(
    memories: dict[str, Memory], limit: int = 100, days: Days = EVERY_DAY
) -> dict[str, date]:
    return new_days(
        *(memories, *MARCH, TODAY, limit, DEFAULT_SCHEDULING),
        replace(days, away=(*days.away, MARCH)),
    )


def test_what_falls_due_while_one_is_away_comes_back_the_most_urgent_first() -> None:
    memories = {f"a/{n}": memory(7 + n % 7, stability=10.0 + n) for n in range(20)}
    memories |= {"after": memory(14), "late": memory(15)}
    memories |= {f"before/{n}": memory(n % 7) for n in range(7 * 8 + 1)}
    moved = of_march(memories, limit=8)
    assert moved.keys() == {f"a/{n}" for n in range(20)}
    assert sorted(moved, key=lambda card: (moved[card], int(card[2:]))) == list(moved)
    back = date(2026, 3, 16)
    # One other is due on the 16th, and one more on the 17th; one of those before cannot be done.
    assert Counter(moved.values()) == {
        back: 6,
        back + timedelta(1): 7,
        back + timedelta(2): 7,
    }


def test_nothing_is_moved_to_an_easy_day_or_another_time_away() -> None:
    memories = {f"a/{n}": memory(8) for n in range(30)}
    days = Days(ease=(1, 0, 0.5, 1, 1, 1, 1), away=((date(2026, 3, 19), date(2026, 3, 20)),))
    assert Counter(of_march(memories, 10, days).values()) == {
        date(2026, 3, 16): 10,
        date(2026, 3, 18): 5,
        date(2026, 3, 21): 10,
        date(2026, 3, 22): 5,
    }


def test_without_a_limit_worth_the_name_all_come_back_at_once() -> None:
    memories = {f"a/{n}": memory(8) for n in range(5)}
    assert set(of_march(memories, 0).values()) == {date(2026, 3, 16)}
    none = Days(ease=(0,) * 7)
    assert set(of_march(memories, 100, none).values()) == {date(2026, 3, 16)}


@given(st.integers(1, 60), st.integers(0, 40), st.randoms())
def test_no_answer_brings_a_card_back_while_one_is_away(
    interval: int, begins: int, rng: random.Random
) -> None:
    first = TODAY + timedelta(begins)
    days = Days(away=((first, first + timedelta(9)),))
    load = {TODAY + timedelta(n): rng.randrange(4) for n in range(100)}
    known = memory(0, stability=float(interval))
    shown = preview("a/b", known, TODAY, DEFAULT_SCHEDULING, load, days)
    assert not any(days.is_away(one.due) for one in shown.values())
    assert [one.days for one in shown.values()] == sorted(one.days for one in shown.values())


def test_a_card_answered_meanwhile_elsewhere_stays_due_as_it_is(make_review: MakeReview) -> None:
    moved = act("shifted", 5, value=shifted.as_value(*MARCH, date(2026, 3, 20)))
    due_then = make_review(0, due=MARCH[0])
    due_later = make_review(1, due=date(2026, 4, 1))
    for reviews, due in (([due_then], date(2026, 3, 20)), ([due_then, due_later], due_later.due)):
        after_all = replay(reviews, acts=[moved])
        assert after_all is not None and after_all.due == due


def test_a_time_away_lasts_a_year_at_most_and_begins_within_one() -> None:
    day, year = timedelta(1), timedelta(away.LONGEST)
    for first, last in ((TODAY, TODAY + year - day), (TODAY + year, TODAY + year)):
        assert away.days_away(str(first), str(last), TODAY) == (first, last)
    for first, last in ((TODAY, TODAY + year), (TODAY + year + day, TODAY + year + day)):
        with pytest.raises(ValueError, match="a year at most"):
            away.days_away(str(first), str(last), TODAY)


def test_damaged_times_away_are_passed_over(make_review: MakeReview) -> None:
    values = ["", "x y", "2026-03-09", "2026-03-09 2026-03-01", "0001-01-01 9999-12-31"]
    assert list(away.absences(act("away", card=OF_ALL, value=value) for value in values)) == []
    bad = act("shifted", 5, value="2026-03-09")
    assert replay([make_review(0)], acts=[bad]) == replay([make_review(0)])


def straightforward_end(
    memories: list[Memory], limits: Limits, scheduling: Scheduling
) -> tuple[int, Counter[int]]:
    """Day by day, all that is due sorted anew: after how many days nothing is left."""
    rng = random.Random(1)
    load = Counter[int]()
    for ahead in range(365):
        day = TODAY + timedelta(ahead)
        due = [at for at, one in enumerate(memories) if one.due <= day]
        due.sort(key=lambda at: retrievability(memories[at], day))
        load[ahead] = min(len(due), limits.reviews_per_day)
        for at in due[: limits.reviews_per_day]:
            known = rng.random() < retrievability(memories[at], day, scheduling)
            rating = Rating.GOOD if known else Rating.AGAIN
            days = intervals(memories[at], day, scheduling)[rating]
            memories[at] = replace(memories[at], last_study_date=day, due=day + timedelta(days))
        if len(due) <= limits.reviews_per_day:
            return ahead, load
    raise AssertionError


@pytest.mark.parametrize("cards", [300, pytest.param(2000, marks=pytest.mark.long)])
@pytest.mark.parametrize("retention", [0.8, 0.9])
def test_the_end_of_a_backlog_is_that_of_a_straightforward_replay(
    cards: int, retention: float
) -> None:
    rng = random.Random(3)
    memories = [memory(-rng.randrange(60), rng.uniform(20, 200), 80) for _ in range(cards)]
    limits = Limits(new_per_day=0, reviews_per_day=cards // 15)
    scheduling = replace(DEFAULT_SCHEDULING, retention=retention)
    told = ends_on(memories, TODAY, 0, limits, scheduling, unseen=0)
    days, load = straightforward_end(memories, limits, scheduling)
    assert told is not None
    assert (told - TODAY).days == pytest.approx(days, abs=2)
    assert all(load[day] == cards // 15 for day in range(days))


def test_the_end_of_a_backlog_minds_the_day_so_far_and_new_cards() -> None:
    memories = [memory(-1, 500.0, 600) for _ in range(25)]
    limits = Limits(new_per_day=0, reviews_per_day=10)
    told = [ends_on(memories, TODAY, done, limits, DEFAULT_SCHEDULING, 0) for done in (0, 6)]
    assert told == [TODAY + timedelta(2), TODAY + timedelta(3)]
    many = Limits(new_per_day=20, reviews_per_day=10)
    assert ends_on(memories * 3, TODAY, 0, many, DEFAULT_SCHEDULING, 10**6) is None
    assert ends_on(memories, TODAY, 0, Limits(reviews_per_day=0), DEFAULT_SCHEDULING, 0) is None


@pytest.mark.parametrize(
    ("retention", "cards", "days"),
    [
        (0.9, 12, 60),
        pytest.param(0.8, 60, 200, marks=pytest.mark.long),
        pytest.param(0.95, 60, 200, marks=pytest.mark.long),
    ],
)
def test_due_dates_and_loads_of_months_agree_with_py_fsrs(
    path: Path, make_review: MakeReview, retention: float, cards: int, days: int
) -> None:
    """A learner who forgets by chance, kept by the log; and the same answers gone through anew."""
    scheduling, rng = replace(DEFAULT_SCHEDULING, retention=retention), random.Random(4)
    oracle = fsrs.Scheduler(
        desired_retention=retention,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=scheduling.max_interval,
        enable_fuzzing=False,
    )
    theirs: dict[str, fsrs.Card] = {}
    due: dict[str, date] = {}
    with ReviewLog.open(path, scheduling) as log:
        for day in range(days):
            today = make_review(day).study_date
            memories = log.memories()
            assert {card for card, one in memories.items() if one.due <= today} == {
                card for card, then in due.items() if then <= today
            }
            asked = [card for card, then in due.items() if then <= today]
            for card in [*asked, f"a/{day}"] if day < cards else asked:
                known = memories.get(card)
                chance = retrievability(known, today, scheduling) if known else 1.0
                rating = Rating.GOOD if rng.random() < chance else Rating.AGAIN
                shown = log.preview(card, today)[rating]
                review = make_review(day, rating, card, due=shown.due)
                log.append(review)
                theirs[card], _ = oracle.review_card(
                    theirs.get(card, fsrs.Card()), fsrs.Rating(rating), review.at.replace(hour=0)
                )
                exact = (theirs[card].due.date() - today).days
                allowed = band(exact, scheduling.max_interval)
                assert allowed[0] - 1 <= shown.days <= allowed[-1] + 1  # in single precision
                due[card] = shown.due
        loads = Counter(due.values())
        told = forecast(log.memories(), today, 365)
        assert told[1:] == [loads[today + timedelta(ahead)] for ahead in range(1, 365)]


def test_of_thousands_a_part_tells_to_a_day_when_the_last_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = random.Random(1)
    memories = [
        memory(rng.randrange(-20, 60), stability=rng.uniform(5, 200), ago=rng.randrange(20, 60))
        for _ in range(3000)
    ]
    limits = Limits(new_per_day=10, reviews_per_day=150)

    def days() -> int:
        end = ends_on(memories, TODAY, 0, limits, DEFAULT_SCHEDULING, unseen=50)
        assert end is not None
        return (end - TODAY).days

    every_card = days()
    monkeypatch.setattr("quizapp.memory.backlog.FOLLOWED", 1000)
    assert every_card > 5 and abs(days() - every_card) <= 1
