from __future__ import annotations

import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizapp.memory.acts.act import Act
from quizapp.memory.beliefs import Belief, belief
from quizapp.memory.cache import fingerprint
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Review
from quizapp.memory.schedule import DEFAULT_SCHEDULING, Scheduling
from tests.replayed import replay

MakeReview = Callable[..., Review]

LATER = datetime(2027, 1, 1, tzinfo=UTC)

steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["append", "append", "append", "undo", "replace", "reset", "due", "undo an act"]
        ),
        st.integers(0, 30),
        st.integers(1, 4),
        st.sampled_from(["a/one", "a/two", "b/three"]),
        st.sampled_from(["review", "review", "manual", "practice", "relearn"]),
        st.dictionaries(st.sampled_from(["copies", "views"]), st.booleans()),
    ),
    max_size=25,
)


def believed(reviews: list[Review]) -> dict[str, Belief]:
    in_time = sorted(reviews, key=lambda review: (review.at, review.id))
    return {
        idea: belief([(r.card, r.study_date, r.ideas[idea]) for r in in_time if idea in r.ideas])
        for idea in {idea for review in reviews for idea in review.ideas}
    }


@settings(max_examples=25)
@given(steps)
def test_a_rebuild_gives_what_was_kept_up_answer_by_answer(
    make_review: MakeReview, steps: list[tuple[str, int, int, str, str, dict[str, bool]]]
) -> None:
    with tempfile.TemporaryDirectory() as folder, ReviewLog.open(Path(folder) / "q.db") as log:
        standing: list[Review] = []
        acts: list[Act] = []
        for act, day, rating, card, kind, ideas in steps:
            if act == "append" or not standing:
                standing.append(make_review(day, rating, card, kind=kind, ideas=ideas))
                log.append(standing[-1])
            elif act == "undo":
                log.retract(standing.pop(day % len(standing)).id, LATER)
            elif act in ("reset", "due"):
                at = standing[-1].at + timedelta(hours=1)
                study_date = standing[-1].study_date
                value = str(study_date + timedelta(day)) if act == "due" else ""
                done = Act(
                    id=str(uuid4()),
                    card=card,
                    at=at,
                    study_date=study_date,
                    name=act,
                    value=value,
                )
                log.act(done)
                acts.append(done)
            elif act == "undo an act":
                if acts:
                    log.undo_act(acts.pop(day % len(acts)), str(uuid4()), LATER)
            else:
                old = standing.pop(day % len(standing))
                standing.append(make_review(day, rating, old.card, ideas=ideas))
                log.replace(old.id, standing[-1])
        kept_up, days, beliefs = log.memories(), log.answers_by_day(), log.beliefs()
        answers = {of.card: of.packed for of in log.answers()}
        assert days == Counter(review.study_date for review in standing)
        log.rebuild()
        assert log.memories() == kept_up
        assert log.answers_by_day() == days
        assert {of.card: of.packed for of in log.answers()} == answers
        assert log.beliefs() == beliefs == believed(standing)
        assert log.reviews() == sorted(standing, key=lambda review: review.at)


def test_a_dropped_table_is_rebuilt_the_same(path: Path, make_review: MakeReview) -> None:
    with ReviewLog.open(path) as log:
        for day in range(20):
            log.append(make_review(day, 1 + day % 4, f"a/{day % 3}"))
        before = log.memories()
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE memory")
    with ReviewLog.open(path) as log:
        assert log.memories() == before


def test_other_settings_rebuild_the_memories(path: Path, make_review: MakeReview) -> None:
    review = make_review(0, 3)
    with ReviewLog.open(path) as log:
        log.append(review)
    lax = Scheduling(retention=0.75)
    with ReviewLog.open(path, lax) as log:
        assert log.memories() == {review.card: replay([review], lax)}
        assert log.memories() != {review.card: replay([review])}


def test_a_second_terminal_with_other_settings_leaves_a_table_that_is_rebuilt(
    path: Path, make_review: MakeReview
) -> None:
    lax = Scheduling(retention=0.75)
    one, other = make_review(0, 3, "a/one"), make_review(0, 3, "a/other")
    with ReviewLog.open(path) as first:
        with ReviewLog.open(path, lax) as second:
            second.append(one)
        first.append(other)
    with ReviewLog.open(path, lax) as log:
        assert log.memories() == {
            one.card: replay([one], lax),
            other.card: replay([other], lax),
        }


def test_opening_again_writes_nothing(path: Path, make_review: MakeReview) -> None:
    with ReviewLog.open(path) as log:
        log.append(make_review())
    before = path.read_bytes()
    with ReviewLog.open(path) as log:
        log.memories()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "other",
    [
        replace(DEFAULT_SCHEDULING, retention=0.8),
        replace(DEFAULT_SCHEDULING, max_interval=100),
        replace(DEFAULT_SCHEDULING, parameters=(*DEFAULT_SCHEDULING.parameters[:-1], 0.2)),
    ],
)
def test_the_fingerprint_tells_settings_apart(other: Scheduling) -> None:
    assert fingerprint(other, {}) != fingerprint(DEFAULT_SCHEDULING, {})
    assert fingerprint(other, {}) == fingerprint(replace(other), {})
