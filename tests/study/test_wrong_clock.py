"""A clock that was a year ahead for a while: what was answered then can be had back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quizapp.library.loading import load_library
from quizapp.memory.acts.act import FRESH
from quizapp.memory.log import ReviewLog
from quizapp.memory.queue import QueueItem
from quizapp.memory.review import Rating
from quizapp.memory.schedule import Memory
from quizapp.study.recorder import Recorder
from quizapp.study.session import Session

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
AHEAD = NOW + timedelta(365)
CARD = "ops/one"


class Learner:
    """Has answered a card while the clock was ahead, and has set it right since."""

    def __init__(self, folder: Path, log: ReviewLog) -> None:
        (folder / "ops.yaml").write_text("topic: ops\ncards: [{id: one, prompt: p, back: b}]")
        self._library = load_library([folder], cache=None)
        self.log = log
        self._recorder = Recorder(log, rollover_hour=4, rng=random.Random(1))
        self.decide("suspend", now=AHEAD)
        self.answer(AHEAD)

    def answer(self, now: datetime, rating: Rating = Rating.GOOD) -> None:
        items = [QueueItem(CARD, "review")]
        session = Session(self._library, self.log, items, rollover_hour=4, rng=random.Random(1))
        session.reveal(now=now)
        session.rate(rating, now=now)

    def decide(self, name: str, said: str = "", *, now: datetime = NOW) -> None:
        self._recorder.act(CARD, name, said, now=now)

    @property
    def memory(self) -> Memory | None:
        return self.log.memories().get(CARD)


@pytest.fixture
def learner(tmp_path: Path) -> Iterator[Learner]:
    with ReviewLog.open(tmp_path / "quiz.db") as log:
        yield Learner(tmp_path, log)


def test_what_is_decided_of_several_at_once_is_undone_at_once(learner: Learner) -> None:
    recorder = Recorder(learner.log, rollover_hour=4, rng=random.Random(2))
    recorder.act("ops/else", "flag", "", now=NOW - timedelta(minutes=1))
    done = [recorder.act(card, "bury", "", now=NOW) for card in (CARD, "ops/two", "ops/three")]
    last = learner.log.last_acts_on(NOW.date())
    assert {act.card for act in last} == {act.card for act in done}


def test_what_is_decided_now_holds(learner: Learner) -> None:
    learner.decide("resume")
    assert learner.log.standing(CARD) == FRESH
    learner.decide("reset")
    assert learner.memory is None
    learner.answer(NOW)
    assert learner.memory and learner.memory.last_study_date == NOW.date()


def test_a_card_that_is_made_due_is_asked_and_its_answer_counts(learner: Learner) -> None:
    assert learner.memory and learner.memory.is_ahead(NOW.date())
    learner.decide("due", "0")
    assert learner.memory.due == NOW.date()
    learner.answer(NOW)
    assert learner.memory.last_study_date == NOW.date() < learner.memory.due
    assert learner.memory.due < NOW.date() + timedelta(60)
    assert learner.memory.reps == 2
    learner.log.rebuild()
    assert learner.memory.reps == 2
