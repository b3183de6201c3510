"""A card that was renamed keeps its history, and the log stays as it was written."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from quizapp.memory.log import ReviewLog
from quizapp.memory.review import DayCounts, Rating, Review

MakeReview = Callable[..., Review]

FIRST = date(2026, 1, 1)
RENAMES = {"ops/old": "ops/new", "ops/older": "ops/new", "ops/never-asked": "ops/other"}


def log_of(path: Path, make_review: MakeReview) -> tuple[list[Review], ReviewLog]:
    """A log in which one card was asked under three ids, another beside it."""
    with ReviewLog.open(path) as log:
        reviews = []
        for day, card in ((0, "ops/older"), (2, "ops/old"), (6, "ops/new"), (6, "ops/beside")):
            at = datetime(2026, 1, 1, 9, day, tzinfo=UTC) + timedelta(day)
            review = make_review(
                day, Rating.GOOD, card=card, at=at, study_date=FIRST + timedelta(day)
            )
            reviews.append(review)
            log.append(review)
    return reviews, ReviewLog.open(path, renames=RENAMES)


def test_history_follows_the_card(path: Path, make_review: MakeReview) -> None:
    reviews, log = log_of(path, make_review)
    with log:
        assert [review.id for review in log.reviews("ops/new")] == [r.id for r in reviews[:3]]
        assert {review.card for review in log.reviews()} == {"ops/new", "ops/beside"}
        memories = log.memories()
        assert memories.keys() == {"ops/new", "ops/beside"}
        assert (memories["ops/new"].reps, memories["ops/beside"].reps) == (3, 1)
        assert log.usual_seconds("ops/new") is not None


def test_a_renamed_card_is_not_new(path: Path, make_review: MakeReview) -> None:
    _, log = log_of(path, make_review)
    with log:
        assert log.counts_on(FIRST + timedelta(6)) == DayCounts(1, 1, frozenset({"ops"}))


def test_what_is_answered_now_adds_to_it_and_can_be_taken_back(
    path: Path, make_review: MakeReview
) -> None:
    reviews, log = log_of(path, make_review)
    with log:
        later = make_review(20, Rating.GOOD, card="ops/new", study_date=FIRST + timedelta(20))
        memory = log.append(later)
        assert memory is not None
        assert memory.reps == 4
        assert log.memories()["ops/new"] == memory
        without = log.retract(reviews[0].id, datetime(2027, 1, 1, tzinfo=UTC))
        assert without is not None
        assert without.reps == 3
        assert log.memories()["ops/new"] == without


def test_the_log_says_what_was_written(path: Path, make_review: MakeReview) -> None:
    reviews, log = log_of(path, make_review)
    log.close()
    with ReviewLog.open(path) as plain:
        assert plain.reviews() == sorted(reviews, key=lambda review: review.at)
        assert plain.memories().keys() == {"ops/older", "ops/old", "ops/new", "ops/beside"}


def test_renames_that_concern_no_answer_change_nothing(path: Path, make_review: MakeReview) -> None:
    with ReviewLog.open(path) as log:
        log.append(make_review(0, card="ops/beside"))
        before = path.stat().st_mtime_ns, log.memories()
    with ReviewLog.open(path, renames=RENAMES) as log:
        assert log.memories() == before[1]
        assert log._renames == {}


def test_memories_are_derived_anew_when_a_card_was_renamed_meanwhile(
    path: Path, make_review: MakeReview
) -> None:
    _, log = log_of(path, make_review)
    with log:
        renamed = log.memories()
        log.rebuild()
        assert log.memories() == renamed
    with ReviewLog.open(path, renames={"ops/old": "ops/new"}) as log:
        assert log.memories()["ops/new"].reps == 2


def test_a_card_that_is_renamed_while_the_log_is_open_keeps_its_history(
    path: Path, make_review: MakeReview
) -> None:
    reviews, log = log_of(path, make_review)
    log.close()
    with ReviewLog.open(path) as log:
        log.follow({"ops/old": "ops/new"})
        assert log.memories()["ops/new"].reps == 2
        log.follow(RENAMES)
        assert [review.id for review in log.reviews("ops/new")] == [r.id for r in reviews[:3]]
        assert log.memories()["ops/new"].reps == 3
        log.follow({})
        assert log.memories().keys() == {"ops/older", "ops/old", "ops/new", "ops/beside"}
