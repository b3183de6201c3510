"""What a learner decides about cards: in the log, undone, and what it adds up to."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest

from quizapp.memory.acts.act import Act
from quizapp.memory.acts.kinds.placed import DIFFICULTY, LONGEST
from quizapp.memory.acts.table import ACTS, possible_acts, standing_after
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import DayCounts, Review
from quizapp.memory.schedule import Memory
from tests.replayed import replay

MakeReview = Callable[..., Review]

FIRST_DAY = date(2026, 1, 1)
CARD = "autograd/leaf"
NUMBERS = itertools.count()


def act(name: str, day: int = 0, value: str = "", card: str = CARD) -> Act:
    """An act in the afternoon, after that day's reviews."""
    number, study_date = next(NUMBERS), FIRST_DAY + timedelta(day)
    at = datetime.combine(study_date, time(15), UTC) + timedelta(milliseconds=number)
    return Act(
        id=f"act{number:05}", card=card, at=at, study_date=study_date, name=name, value=value
    )


def on(day: int) -> date:
    return FIRST_DAY + timedelta(day)


def test_a_buried_card_is_asked_again_the_next_day() -> None:
    standing = standing_after([act("bury", 3)])
    assert not standing.is_asked(on(3))
    assert standing.is_asked(on(4))
    assert standing.words(on(3)) == ("buried",)
    assert standing.words(on(4)) == ()


@pytest.mark.parametrize("name", ["suspend", "known"])
def test_what_is_set_aside_stays_so_until_it_is_resumed(name: str) -> None:
    assert not standing_after([act(name)]).is_asked(on(10_000))
    assert standing_after([act(name), act("bury"), act("resume")]).is_asked(on(0))


def test_a_flag_and_a_note_stand_until_they_are_taken_away() -> None:
    noted = [act("flag"), act("note", value="see the docs")]
    assert standing_after(noted).words(on(0)) == ("flagged",)
    assert standing_after(noted).note == "see the docs"
    assert standing_after([*noted, act("unflag"), act("note")]) == standing_after([])


def test_a_reset_card_is_new_until_it_is_answered_again(make_review: MakeReview) -> None:
    before = [make_review(0, 3), make_review(5, 3)]
    again = make_review(9, 3)
    assert replay(before, acts=[act("reset", 6)]) is None
    assert replay([*before, again], acts=[act("reset", 6)]) == replay([again])


def test_a_card_comes_back_when_it_was_set_to_until_the_next_answer(
    make_review: MakeReview,
) -> None:
    reviews, due = [make_review(0, 3)], [act("due", 0, value="2026-02-01")]
    put_off = replay(reviews, acts=due)
    assert put_off is not None and put_off.due == date(2026, 2, 1)
    later = [*reviews, make_review(40, 3)]
    assert replay(later, acts=due) == replay(later)


def test_a_card_taken_as_known_is_not_asked_for_as_long_and_has_not_lapsed() -> None:
    known = Memory(5.0, DIFFICULTY, on(2), on(7), reps=0, lapses=0)
    assert replay([], acts=[act("placed", 2, value="5")]) == known
    assert replay([], acts=[act("placed", value=str(LONGEST))]) is not None
    assert replay([], acts=[act("placed", value=str(LONGEST + 1))]) is None
    assert replay([], acts=[act("placed", value="0")]) is None


def test_what_this_version_does_not_understand_is_passed_over(make_review: MakeReview) -> None:
    reviews = [make_review(0, 3)]
    strange = [act("polish"), act("due", value="someday")]
    assert replay(reviews, acts=strange) == replay(reviews)
    assert standing_after([act("polish")]) == standing_after([])


@pytest.mark.parametrize("said", ["", "yesterday", "2025-12-31", "-1", "99999", "9999-12-31"])
def test_a_day_that_cannot_be_is_refused_with_what_can(said: str) -> None:
    with pytest.raises(ValueError, match=r"in how many days, such as 3, or a date .* 2026-01-04"):
        ACTS["due"].read(said, FIRST_DAY)


@pytest.mark.parametrize("said", ["3", "+3", " 2026-01-04 "])
def test_a_day_is_said_as_a_number_of_days_or_a_date(said: str) -> None:
    assert ACTS["due"].read(said, FIRST_DAY) == "2026-01-04"


def test_no_two_acts_that_make_sense_together_share_a_key(make_review: MakeReview) -> None:
    memory = replay([make_review(0, 3)])
    for done in [(), ("suspend",), ("flag",), ("bury", "flag"), ("known",)]:
        standing = standing_after([act(name) for name in done])
        keys = [kind.key for kind in possible_acts(standing, memory, on(0)).values()]
        assert len(set(keys)) == len(keys)


def test_an_act_is_in_the_log_and_moves_the_memory(log: ReviewLog, make_review: MakeReview) -> None:
    review, reset = make_review(0, 3, CARD), act("reset")
    memory = log.append(review)
    assert log.act(reset) is None
    assert log.acts() == log.acts(CARD) == [reset]
    assert log.last_on(FIRST_DAY) == reset
    assert log.undo_act(reset, "undo", reset.at) == memory == log.memories()[CARD]
    assert log.acts() == []
    assert log.last_on(FIRST_DAY) == review
    assert log.last_on(on(1)) is None


def test_of_all_acts_a_placement_alone_makes_a_card_no_new_one(
    log: ReviewLog, make_review: MakeReview
) -> None:
    for name in ("flag", "placed"):
        log.act(act(name, 0, "5", card=f"{name}/a"))
        log.append(make_review(1, card=f"{name}/a"))
    assert log.counts_on(on(1)) == DayCounts(1, 1, frozenset({"flag"}))


def test_acts_follow_a_card_that_is_called_otherwise_now(path: Path) -> None:
    with ReviewLog.open(path) as log:
        log.act(act("suspend", card="a/old"))
    with ReviewLog.open(path, renames={"a/old": "a/new"}) as log:
        [suspended] = log.acts("a/new")
        assert not log.standings()["a/new"].is_asked(FIRST_DAY)
        log.undo_act(suspended, "undo", suspended.at)
        assert log.standing("a/new").is_asked(FIRST_DAY)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE act SET card = ''",
        "DELETE FROM act",
        "INSERT OR REPLACE INTO act SELECT * FROM act",
    ],
)
def test_no_program_changes_an_act(path: Path, statement: str) -> None:
    with ReviewLog.open(path) as log:
        log.act(act("flag"))
    with (
        closing(sqlite3.connect(path)) as db,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        db.execute(statement)


def test_a_damaged_act_is_passed_over(path: Path) -> None:
    with ReviewLog.open(path) as log:
        log.act(act("flag"))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for at in ("noon", "2026-01-01 12:00"):  # in no time zone
            values = [at, "d", "a/b", at, "2026-01-01", "flag", ""]
            db.execute("INSERT INTO act VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    with ReviewLog.open(path) as log:
        assert list(log.standings()) == [CARD]
