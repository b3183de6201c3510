from __future__ import annotations

import resource
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from importlib.metadata import version
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from quizapp.memory.errors import LogUnavailable
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import DayCounts, Pace, Rating, Review
from tests.replayed import replay

MakeReview = Callable[..., Review]

DAY = date(2026, 1, 1)
LATER = datetime(2027, 1, 1, tzinfo=UTC)


def rows(path: Path, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(query, values).fetchall()


def test_a_review_comes_back_as_it_was_logged(log: ReviewLog, make_review: MakeReview) -> None:
    review = make_review(
        3,
        Rating.AGAIN,
        kind="review",
        proposed=Rating.AGAIN,
        answers=("[[3, 0], [3, 3]]", "float32", "形状"),
        parts=(True, True, False),
        draw={"p": "3", "how": "'mean'"},
        seconds=12.5,
        hint=True,
        guess=True,
        torch="2.13.0",
        due=DAY + timedelta(4),
    )
    log.append(review)
    assert log.reviews() == [review]


def test_a_self_graded_card_is_neither_right_nor_wrong(
    log: ReviewLog, make_review: MakeReview
) -> None:
    log.append(make_review(right=None))
    assert log.reviews()[0].right is None


def test_times_are_kept_in_utc(log: ReviewLog, make_review: MakeReview, path: Path) -> None:
    noon_in_shanghai = datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=8)))
    log.append(make_review(at=noon_in_shanghai))
    assert rows(path, "SELECT at FROM review") == [(1_767_240_000_000_000,)]


def test_a_time_without_a_zone_is_not_logged(log: ReviewLog, make_review: MakeReview) -> None:
    with pytest.raises(ValueError, match="time zone"):
        log.append(make_review(at=datetime(2026, 1, 1)))
    assert log.reviews() == []


def test_each_row_names_the_device_and_the_engine(path: Path, make_review: MakeReview) -> None:
    for day in range(2):
        with ReviewLog.open(path) as log:
            log.append(make_review(day))
    (device, engine), again = rows(path, "SELECT device, engine FROM logged")
    assert again == (device, engine)
    assert str(UUID(device)) == device
    assert engine == version("fsrs-rs-python")


def test_two_logs_are_two_devices(tmp_path: Path, make_review: MakeReview) -> None:
    devices = set()
    for name in ("one.db", "two.db"):
        with ReviewLog.open(tmp_path / name) as log:
            log.append(make_review())
        devices |= set(rows(tmp_path / name, "SELECT device FROM logged"))
    assert len(devices) == 2


def test_reviews_come_in_order_of_time_whatever_the_order_of_logging(
    log: ReviewLog, make_review: MakeReview
) -> None:
    early, middle, late = (make_review(day) for day in range(3))
    for review in (late, early, middle):
        memory = log.append(review)
    assert log.reviews() == [early, middle, late]
    assert memory == log.memories()[early.card] == replay([early, middle, late])


def test_reviews_of_one_card(log: ReviewLog, make_review: MakeReview) -> None:
    one, other = make_review(card="a/one"), make_review(card="a/other")
    log.append(one)
    log.append(other)
    assert log.reviews("a/other") == [other]
    assert log.reviews("a/none") == []


def test_append_returns_the_memory_that_is_stored(log: ReviewLog, make_review: MakeReview) -> None:
    for day, rating in enumerate([3, 1, 2, 4]):
        review = make_review(day, rating)
        memory = log.append(review)
        assert log.memories() == {review.card: memory}


def test_undo_restores_memory_exactly(log: ReviewLog, make_review: MakeReview) -> None:
    log.append(make_review(0, 3, due=DAY + timedelta(3)))
    before = log.memories()
    mistaken = make_review(3, 1)
    assert log.append(mistaken) != before[mistaken.card]
    assert log.retract(mistaken.id, LATER) == before[mistaken.card]
    assert log.memories() == before
    assert mistaken not in log.reviews()


def test_undo_of_the_first_review_makes_the_card_new(
    log: ReviewLog, make_review: MakeReview
) -> None:
    review = make_review()
    log.append(review)
    assert log.retract(review.id, LATER) is None
    assert log.memories() == {}
    assert log.counts_on(DAY) == DayCounts()


def test_undoing_twice_is_undoing_once(log: ReviewLog, make_review: MakeReview, path: Path) -> None:
    review = make_review()
    log.append(review)
    log.retract(review.id, LATER)
    log.retract(review.id, LATER + timedelta(1))
    assert rows(path, "SELECT count(*) FROM retraction") == [(1,)]


def test_undo_keeps_the_row(log: ReviewLog, make_review: MakeReview, path: Path) -> None:
    review = make_review()
    log.append(review)
    log.retract(review.id, LATER)
    assert rows(path, "SELECT id FROM review") == [(review.id,)]


def test_undo_of_what_is_not_there_is_an_error(log: ReviewLog) -> None:
    with pytest.raises(LookupError, match="nothing-like-it"):
        log.retract("nothing-like-it", LATER)


def test_replacing_a_rating_leaves_only_the_new_one(
    log: ReviewLog, make_review: MakeReview
) -> None:
    proposed = make_review(0, 3)
    log.append(proposed)
    chosen = replace(proposed, id="chosen", rating=Rating.HARD)
    assert log.replace(proposed.id, chosen) == replay([chosen])
    assert log.reviews() == [chosen]


def test_a_replacement_that_cannot_be_logged_leaves_the_old_review(
    log: ReviewLog, make_review: MakeReview
) -> None:
    old = make_review(0, 3)
    memory = log.append(old)
    with pytest.raises(sqlite3.IntegrityError):
        log.replace(old.id, replace(old, rating=Rating.HARD))
    with pytest.raises(LookupError):
        log.replace(old.id, make_review(card="another/card"))
    assert log.reviews() == [old]
    assert log.memories() == {old.card: memory}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE review SET rating = 4",
        "UPDATE OR REPLACE review SET rating = 4",
        "DELETE FROM review",
        "INSERT OR REPLACE INTO review SELECT * FROM review",
        "UPDATE retraction SET at = ''",
        "DELETE FROM retraction",
        "INSERT OR REPLACE INTO retraction SELECT * FROM retraction",
        "UPDATE text SET text = 'another'",
        "DELETE FROM text",
        "INSERT OR REPLACE INTO text SELECT number, 'another' FROM text",
    ],
)
def test_the_log_is_append_only_for_any_program(
    log: ReviewLog, make_review: MakeReview, path: Path, statement: str
) -> None:
    review = make_review()
    log.append(review)
    log.retract(review.id, LATER)
    before = rows(path, "SELECT * FROM logged"), rows(path, "SELECT * FROM retraction")
    with (
        closing(sqlite3.connect(path)) as db,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        db.execute(statement)
    assert (rows(path, "SELECT * FROM logged"), rows(path, "SELECT * FROM retraction")) == before


@pytest.mark.parametrize(
    "column, value",
    [
        ("kind", "exam"),
        ("rating", 5),
        ("right", 2),
        ("seconds", "long"),
        ("unknown", 2),
        ("answers", "{"),
        ("device", "text"),
    ],
)
def test_the_schema_refuses_what_makes_no_sense(
    log: ReviewLog, make_review: MakeReview, column: str, value: Any
) -> None:
    row = {"kind": "review", "rating": 3, "right": 1, "seconds": 1.0, "unknown": 0}
    row |= {"answers": "[]", "device": 1, column: value}
    with pytest.raises(sqlite3.IntegrityError), closing(log._database.connection.cursor()) as db:
        db.execute(
            "INSERT INTO review VALUES (1, 'id', 'a/b', 1, 1, :kind, :rating, 3, :right, :unknown,"
            " 0, 0, NULL, :seconds, :device, 1, 1, 1, 1, 1, NULL, :answers)",
            row,
        )


def test_counts_of_a_day(log: ReviewLog, make_review: MakeReview) -> None:
    log.append(make_review(0, card="a/old"))
    log.append(make_review(1, card="a/old"))
    log.append(make_review(1, 1, card="a/new"))
    log.append(make_review(1, 3, card="a/new", kind="relearn"))
    log.append(make_review(1, card="a/drilled", kind="practice"))
    undone = make_review(1, card="a/undone")
    log.append(undone)
    log.retract(undone.id, LATER)
    log.append(make_review(2, card="a/later"))
    a = frozenset("a")
    assert log.counts_on(DAY) == DayCounts(new=1, reviews=0, begun=a)
    assert log.counts_on(DAY + timedelta(1)) == DayCounts(new=1, reviews=1, begun=a)
    assert log.counts_on(DAY + timedelta(9)) == DayCounts()
    days = (DAY, DAY + timedelta(1), DAY + timedelta(2))
    assert log.answers_by_day() == dict(zip(days, (1, 4, 1), strict=True)), "practice included"


def test_the_usual_time_is_the_median_of_right_answers(
    log: ReviewLog, make_review: MakeReview
) -> None:
    for day, seconds in enumerate([9.0, 30.0]):
        log.append(make_review(day, seconds=seconds))
        assert log.usual_seconds("autograd/leaf") is None
    log.append(make_review(2, 1, seconds=1.0))
    log.append(make_review(3, seconds=12.0))
    assert log.usual_seconds("autograd/leaf") == 12.0


def test_the_pace_is_that_of_the_latest_days_with_what_is_asked_once_more(
    log: ReviewLog, make_review: MakeReview, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizapp.memory.reader.DAYS_OF_PACE", 3)
    log.append(make_review(0, seconds=900.0))
    for day, seconds in ((1, 30.0), (2, 7200.0), (9, 36.0)):
        log.append(make_review(day, seconds=seconds))
        log.append(make_review(day, card="a/b", rating=1, seconds=40.0))
        log.append(make_review(day, card="a/b", kind="relearn", seconds=5.0))
        log.append(make_review(day, card="a/b", kind="practice", seconds=100.0))
    assert log.pace() == Pace(answer=27.0, card=40.5)


def test_an_answer_of_another_machine_that_took_for_ever_leaves_a_pace(
    log: ReviewLog, make_review: MakeReview
) -> None:
    for day, seconds in enumerate((1e308, 1e308, -1e308)):
        log.append(make_review(day, seconds=seconds))
        log.append(make_review(day, card="a/b", seconds=seconds))
    assert log.pace() == Pace(answer=86400.0, card=86400.0)


def test_there_is_no_pace_while_there_are_few_answers(
    log: ReviewLog, make_review: MakeReview
) -> None:
    seen = []
    for day in range(3):
        log.append(make_review(day, seconds=8.0))
        seen.append(log.pace())
    assert seen == [None, None, Pace(answer=8.0, card=8.0)]


def test_confident_errors_are_those_not_answered_right_since(
    log: ReviewLog, make_review: MakeReview
) -> None:
    log.append(make_review(0, 1, card="a/long-ago"))
    log.append(make_review(4, 1, card="a/sure-and-wrong"))
    log.append(make_review(4, 3, card="a/sure-and-wrong", kind="relearn"))
    log.append(make_review(4, 1, card="a/guessed", guess=True))
    log.append(make_review(4, 1, card="a/right-since"))
    log.append(make_review(5, 3, card="a/right-since"))
    log.append(make_review(5, 3, card="a/right"))
    assert log.confident_errors(DAY + timedelta(3)) == {"a/sure-and-wrong"}


def test_the_preview_avoids_days_on_which_other_cards_are_due(
    log: ReviewLog, make_review: MakeReview
) -> None:
    log.append(make_review(0, 4))
    day = DAY + timedelta(8)
    taken = log.preview("autograd/leaf", day)[Rating.GOOD].due
    log.append(make_review(0, card="a/other", due=taken))
    assert log.preview("autograd/leaf", day)[Rating.GOOD].due != taken


def test_the_preview_does_not_count_the_card_itself(
    log: ReviewLog, make_review: MakeReview
) -> None:
    first = make_review(0, 4)
    log.append(first)
    day = DAY + timedelta(8)
    light = log.preview("autograd/leaf", day)[Rating.GOOD].due
    log.replace(first.id, make_review(0, 4, due=light))
    assert log.preview("autograd/leaf", day)[Rating.GOOD].due == light


def test_an_answer_that_another_terminal_keeps_from_being_written_is_an_error(
    log: ReviewLog, make_review: MakeReview, path: Path
) -> None:
    log.wait_at_most(0.001)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LogUnavailable, match="another program"):
            log.append(make_review())
    log.append(make_review())
    assert len(log.reviews()) == 1


def test_a_full_disk_is_an_error_and_loses_nothing(log: ReviewLog, make_review: MakeReview) -> None:
    log.append(make_review(0))
    db = log._database.connection
    [(pages,)] = db.execute("PRAGMA page_count")
    db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(LogUnavailable, match=r"the disk is full where /.* lies; every answer"):
        log.append(make_review(1, answers=("0" * 100_000,)))
    assert len(log.reviews()) == 1
    db.execute(f"PRAGMA max_page_count = {pages + 100}")
    log.append(make_review(1, answers=("0" * 100_000,)))
    assert len(log.reviews()) == 2


def test_why_the_system_refuses_a_write_is_told(log: ReviewLog, make_review: MakeReview) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, limits[1]))
    try:
        with pytest.raises(LogUnavailable, match="File too large"):
            log.append(make_review())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_folder_that_goes_while_one_writes_is_told_without_a_file_that_nobody_knows(
    log: ReviewLog, path: Path
) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        with pytest.raises(LogUnavailable) as told, log._database.transaction() as db:
            path.parent.rename(path.parent.with_name("gone"))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1, limits[1]))
            db.execute("INSERT INTO meta VALUES ('a', 'b')")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert str(told.value) == (f"The review log {path} cannot be used: No such file or directory.")


def test_only_a_review_that_is_there_can_be_retracted_by_any_means(log: ReviewLog) -> None:
    with pytest.raises(sqlite3.IntegrityError), log._database.transaction() as db:
        db.execute("INSERT INTO retraction VALUES ('nothing-like-it', 'device', '')")


def test_every_answer_is_synced_to_the_disk(log: ReviewLog) -> None:
    db = log._database.connection
    [(journal,)], [(synchronous,)] = (
        db.execute("PRAGMA journal_mode"),
        db.execute("PRAGMA synchronous"),
    )
    full = 2
    assert (journal, synchronous) == ("wal", full)


@pytest.mark.parametrize(
    ("column", "damaged"),
    [
        ("study_date", "'2026-0x-01'"),
        ("at", "CAST(x'32ff30' AS TEXT)"),
        ("answers", "'[\"1'"),
        ("kind", "'revqew'"),
        ("card", "CAST(x'ff' AS TEXT)"),
    ],
)
def test_a_row_that_was_damaged_is_set_aside_and_counted(
    path: Path, make_review: MakeReview, column: str, damaged: str
) -> None:
    """SQLite does not notice: the page is sound, and what stands in it was never logged."""
    with ReviewLog.open(path) as log:
        kept, lost = make_review(), make_review(day=1)
        log.append(kept)
        log.append(lost)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TRIGGER review_is_not_updated")
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute(f"UPDATE review SET {column} = {damaged} WHERE id = ?", [lost.id])
        db.execute("UPDATE memory SET due = 0")
    with ReviewLog.open(path) as log:
        assert log.memories().keys() == {kept.card}
        assert log.reviews() == [kept]
        assert log.unreadable() == 1
        assert kept.study_date in log.answers_by_day()
        log.append(make_review(day=2))
        assert log.unreadable() == 1 and len(log.reviews()) == 2


def test_two_terminals_see_each_others_memories(path: Path, make_review: MakeReview) -> None:
    with ReviewLog.open(path) as one, ReviewLog.open(path) as other:
        assert one.memories() == other.memories() == {}
        first = make_review(0, 3, "a/one")
        memory = one.append(first)
        assert one.memories() == other.memories() == {"a/one": memory}
        other.retract(first.id, first.at)
        assert one.memories() == other.memories() == {}


def test_a_write_that_fails_leaves_the_memories_as_they_were(
    log: ReviewLog, make_review: MakeReview, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = log.append(make_review(0, 3))
    assert log.memories()
    with monkeypatch.context() as broken:
        broken.setattr("quizapp.memory.cache.note_writer", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            log.append(make_review(5, 1))
    assert list(log.memories().values()) == [memory]


def test_a_card_came_when_any_machine_first_had_it(
    log: ReviewLog, make_review: MakeReview, tmp_path: Path
) -> None:
    log.append(make_review(2, card="a/one"))
    log.note_arrivals({"a/one", "a/old"}, {}, DAY + timedelta(9))
    log.note_arrivals({"a/one", "a/new"}, {"a/old": "a/new"}, DAY + timedelta(20))
    log.note_arrivals({"a/one", "a/later"}, {}, DAY + timedelta(30))
    of_mine = {"a/one": 2, "a/old": 2, "a/later": 30}
    assert log.arrivals({}) == {card: DAY + timedelta(day) for card, day in of_mine.items()}
    with ReviewLog.open(tmp_path / "other" / "quiz.db") as other:
        other.note_arrivals({"a/later", "a/new"}, {}, DAY + timedelta(25))
        assert other.take_in(list(log.rows(log.ends()))) == 3
        assert log.take_in(list(other.rows(other.ends(), without=[log.device]))) == 1
        assert log.take_in(list(other.rows(other.ends(), without=[log.device]))) == 0
        renames = {"a/old": "a/new"}
        in_all = {"a/one": 2, "a/new": 2, "a/later": 25}
        assert log.arrivals(renames) == other.arrivals(renames)
        assert log.arrivals(renames) == {c: DAY + timedelta(day) for c, day in in_all.items()}


def test_what_came_back_is_tested_once_a_day_and_a_new_card_is_not(
    log: ReviewLog, make_review: MakeReview
) -> None:
    day = date(2026, 3, 2)
    for number, (card, days, rating, kind) in enumerate(
        [
            ("a/one", 0, Rating.AGAIN, "review"),  # new
            ("a/one", 3, Rating.GOOD, "review"),
            ("a/one", 3, Rating.AGAIN, "review"),  # once more on that day
            ("a/one", 4, Rating.AGAIN, "practice"),
            ("a/one", 5, Rating.AGAIN, "review"),
            ("a/two", 5, Rating.GOOD, "review"),  # new
        ]
    ):
        at = datetime(2026, 3, 2 + days, 12, number, tzinfo=UTC)
        log.append(
            make_review(
                card=card, at=at, study_date=day + timedelta(days), rating=rating, kind=kind
            )
        )
    last = day + timedelta(9)
    assert log.tested(day, last, {"a/one", "a/two"}) == (2, 1)
    assert log.tested(day + timedelta(5), last, {"a/one"}) == (1, 0)
    assert log.tested(day, day + timedelta(4), {"a/one"}) == (1, 1)
    assert log.tested(day, last, {"a/two"}) == (0, 0)


def test_one_may_wait_for_less_time_for_a_while(
    log: ReviewLog, make_review: MakeReview, path: Path
) -> None:
    log.wait_at_most(5.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with log.waiting_at_most(0.0), pytest.raises(LogUnavailable):
            log.append(make_review())
    assert log._database.patience == 5.0
