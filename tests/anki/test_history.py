"""What was answered in Anki goes on here: held against what Anki's own library makes of it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from quizapp.anki.history import FILTERED, LEARNING, MANUAL, Entry, logged
from quizapp.anki.package import read_package
from quizapp.anki.recall import Recall, recall_cards
from quizapp.commands import import_cards
from quizapp.memory.acts.act import Act
from quizapp.memory.replay import steps
from quizapp.memory.review import Rating, Review
from quizapp.memory.schedule import DEFAULT_SCHEDULING, Memory
from quizapp.memory.study_day import study_date
from tests.replayed import replay

HERE = Path(__file__).parent
PACKAGE = HERE / "answered-in-anki.apkg"
REVIEW = 1


@pytest.fixture
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


def both(card: str, entries: Sequence[Entry]) -> tuple[list[Review], list[Act]]:
    every = list(logged(card, entries))
    reviews = [one for one in every if isinstance(one, Review)]
    return reviews, [one for one in every if isinstance(one, Act)]


def memory(card: str, entries: Sequence[Entry]) -> Memory | None:
    reviews, acts = both(card, entries)
    return replay(reviews, acts=acts)


@pytest.mark.usefixtures("in_berlin")
def test_memories_and_retention_are_those_of_anki() -> None:
    """But of several answers on a day: only the first moves a memory of ours."""
    anki = json.loads((HERE / "answered-in-anki.json").read_text())
    cards, _ = recall_cards(read_package(PACKAGE))
    assert sum(len(both(card.prompt, card.history)[0]) for card in cards) == anki["answers"]
    alike = passed = failed = 0
    for card in cards:
        ours, theirs = memory(card.prompt, card.history), anki["states"][card.prompt]
        assert (ours is None) == (theirs is None)
        if ours and not answered_twice_on_a_day(card):
            alike += 1
            assert ours.stability == pytest.approx(theirs[0], rel=0.01)
            assert ours.difficulty == pytest.approx(theirs[1], rel=0.01)
        right = list(recalls(card))
        passed += sum(right)
        failed += len(right) - sum(right)
    assert alike > 30
    assert (passed, failed) == (anki["passed"], anki["failed"])


def answered_twice_on_a_day(card: Recall) -> bool:
    reviews, _ = both(card.prompt, card.history)
    return any(review.kind == "relearn" for review in reviews)


def recalls(card: Recall) -> Iterator[bool]:
    """Whether it was recalled, each time that it was answered on a day after it was learnt."""
    reviews, acts = both(card.prompt, card.history)
    before = None
    for logged_one, after in steps(reviews, DEFAULT_SCHEDULING, acts):
        if isinstance(logged_one, Review) and logged_one.kind == "review" and before is not None:
            yield logged_one.rating > Rating.AGAIN
        before = after


def entries(*told: tuple[int, int, int, int]) -> list[Entry]:
    """On which day each, by which button, of which kind, with which factor."""
    times = [
        datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(day, minutes=at)
        for at, (day, *_) in enumerate(told)
    ]
    return [
        Entry(at, study_date(at), ease, kind, factor, 3.0)
        for at, (_, ease, kind, factor) in zip(times, told, strict=True)
    ]


LEARNT = [(0, 3, LEARNING, 0), (3, 3, REVIEW, 2500)]


def test_cramming_and_what_is_no_answer_move_no_memory() -> None:
    more = [(5, 1, FILTERED, 0), (6, 0, MANUAL, 2500), (7, 0, 5, 2500)]
    assert memory("a/b", entries(*LEARNT, *more)) == memory("a/b", entries(*LEARNT))
    reviews, acts = both("a/b", entries(*LEARNT, *more))
    assert [review.kind for review in reviews] == ["review", "review", "practice"]
    assert not acts


def test_a_memory_begins_after_the_last_reset() -> None:
    forgotten = [*LEARNT, (5, 0, MANUAL, 0)]
    assert memory("a/b", entries(*forgotten)) is None
    again = memory("a/b", entries(*forgotten, (9, 3, LEARNING, 0)))
    assert again is not None
    assert again.reps == 1
    by_steps = memory("a/b", entries(*LEARNT, (9, 1, LEARNING, 0), (10, 3, LEARNING, 0)))
    assert by_steps is not None
    assert by_steps.reps == 2, "the last series of steps, whatever was before"


def test_what_is_imported_anew_is_the_same_and_what_is_new_comes_after() -> None:
    first, more = entries(*LEARNT), entries(*LEARNT, (9, 2, REVIEW, 2500))
    assert list(logged("a/b", first)) == list(logged("a/b", more))[:2]
    ids = [one.id for one in logged("a/b", more)]
    assert all(one < other for one, other in pairwise(ids))
    assert {one.id for one in logged("a/c", more)}.isdisjoint(ids)


def test_numbers_of_answers_are_all_written_alike(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = datetime(2020, 1, 1, 12, tzinfo=UTC)
    days = [first + timedelta(days=number) for number in range(1200)]
    answered = [Entry(at, at.date(), ease=3, kind=1, factor=2500, seconds=5.0) for at in days]
    import_cards._take_in({"mine/a": answered})
    told = "1,200 answers to them in Anki, 1,200 of which are new here.\n"
    assert capsys.readouterr().out == told
