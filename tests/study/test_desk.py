"""Home as it was left: shown before decks and log are open, for as long as it is still so."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quizapp.machine.settings import places
from quizapp.memory.review import Rating, Review
from quizapp.memory.uuid7 import uuid7
from quizapp.study.desk import DAYS_KEPT, Desk
from quizapp.study.study import Study
from quizapp.text.language import speak
from runner.protocol.wire import Hello

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)
DECK = """\
topic: numbers
title: Numbers
cards:
  - {id: two, level: 1, prompt: p, code: y = 2, ask: {value: y}}
"""


def never() -> Study:
    raise AssertionError("home is shown without decks and log")


def answer(study: Study, rating: Rating, now: datetime) -> None:
    day = study.study_date(now)
    study.log.append(
        Review(
            id=uuid7(now, random.Random(now.minute)),
            card="numbers/two",
            content_hash="",
            at=now,
            study_date=day,
            kind="review",
            rating=rating,
            proposed=rating,
            right=rating > Rating.AGAIN,
        )
    )


@pytest.fixture
def home(
    tmp_path: Path, share_decks: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A learner who has answered once and left."""
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    share_decks(tmp_path)
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "numbers.yaml").write_text(DECK)
    study = Study.open()
    answer(study, Rating.GOOD, NOW)
    Desk.of(study).leave(NOW)
    return tmp_path


@pytest.mark.parametrize("days", range(DAYS_KEPT))
def test_what_home_shows_at_once_is_what_it_would_count(home: Path, days: int) -> None:
    day = NOW + days * DAY
    desk = Desk.as_left(day, never)
    assert desk is not None
    shown = desk.glance(day)
    with Study.open() as study:
        assert shown == Desk.of(study).glance(day)
    assert shown.title_of("numbers") == "Numbers"
    assert not shown.offers_placement


def changed_log(home: Path) -> None:
    with Study.open() as study:
        answer(study, Rating.AGAIN, NOW + timedelta(minutes=5))


def changed_deck(home: Path) -> None:
    (home / "decks" / "numbers.yaml").write_text(DECK.replace("Numbers", "Integers"))


def another_deck(home: Path) -> None:
    (home / "decks" / "more.yaml").write_text(DECK.replace("numbers", "more"))


def changed_settings(home: Path) -> None:
    (home / "config.toml").write_text("new_per_day = 3\n")


def another_language(home: Path) -> None:
    speak("zh")


def another_learner(home: Path) -> None:
    other = home / "other"
    other.mkdir()
    (other / "cache").symlink_to(home / "cache")
    os.environ["QUIZ_HOME"] = str(other)


def changed_machine(home: Path) -> None:
    with Study.open() as study:
        study.meet(Hello("2.13.0", "3.11.7", ("cpu",)))


def damaged(home: Path) -> None:
    file = places().cache / "home"
    file.write_bytes(file.read_bytes()[:-40])


@pytest.mark.parametrize(
    "change",
    [
        changed_log,
        changed_deck,
        another_deck,
        changed_settings,
        another_language,
        another_learner,
        changed_machine,
        damaged,
    ],
)
def test_nothing_is_shown_at_once_that_may_have_changed(
    home: Path, change: Callable[[Path], None], request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: speak("en"))
    change(home)
    assert Desk.as_left(NOW, never) is None


def test_a_day_for_which_nothing_is_known_is_counted_first(home: Path) -> None:
    assert Desk.as_left(NOW + DAYS_KEPT * DAY, never) is None


def test_decks_and_log_are_opened_once_and_from_then_on_counted(home: Path) -> None:
    opened = []

    def open_study() -> Study:
        opened.append(Study.open())
        return opened[-1]

    desk = Desk.as_left(NOW, open_study)
    assert desk is not None and not desk.is_open
    before = desk.glance(NOW).overview
    answer(desk.study, Rating.GOOD, NOW + timedelta(minutes=5))
    assert desk.glance(NOW).overview.answers != before.answers
    desk.leave(NOW)
    assert len(opened) == 1
