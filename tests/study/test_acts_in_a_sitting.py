"""What a learner decides about a card while it is asked, and undo beyond the sitting."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quizapp.library.library import Library
from quizapp.library.loading import load_library
from quizapp.memory.acts.kinds.leech import LEECH
from quizapp.memory.log import ReviewLog
from quizapp.memory.queue import QueueItem, QueueKind
from quizapp.memory.review import Rating
from quizapp.study.phrases import undone_in_a_sitting
from quizapp.study.recorder import Recorder
from quizapp.study.session import Session

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
TODAY = START.date()
SECONDS = itertools.count()

DECK = """\
format: 1
topic: ops
cards:
  - {id: one, prompt: p, back: b}
  - {id: two, prompt: p, back: b}
"""


def tick() -> datetime:
    """A time a second after the last one."""
    return START + timedelta(seconds=next(SECONDS))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "ops.yaml").write_text(DECK)
    return load_library([tmp_path], cache=None)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[ReviewLog]:
    with ReviewLog.open(tmp_path / "quiz.db") as opened:
        yield opened


def sitting(
    library: Library, log: ReviewLog, *ids: str, planned: Sequence[str] = ("one", "two")
) -> Session:
    """A sitting of some cards, where those `planned` are due or new unless they are set aside."""

    def plan(ids: Sequence[str]) -> list[QueueItem]:
        return [QueueItem(f"ops/{id}", "new") for id in ids]

    def is_asked(item: QueueItem) -> bool:
        return log.standing(item.card_id).is_asked(TODAY)

    return Session(
        *(library, log, plan(ids)),
        rollover_hour=4,
        rng=random.Random(1),
        earlier=log.last_on(TODAY),
        planned=lambda now: filter(is_asked, plan(planned)),
    )


def present(session: Session) -> str:
    assert session.turn is not None
    return session.turn.slot.card_id


def answer(session: Session) -> None:
    session.reveal(now=tick())
    session.rate(Rating.GOOD, now=tick())


def test_a_suspended_card_leaves_the_sitting_and_undo_brings_it_back(
    library: Library, log: ReviewLog
) -> None:
    session = sitting(library, log, "one", "two")
    session.act("suspend", now=tick())
    assert (present(session), session.total) == ("ops/two", 1)
    assert not log.standing("ops/one").is_asked(TODAY)
    assert session.undo(now=tick())
    assert (present(session), session.total) == ("ops/one", 2)
    assert log.standing("ops/one").is_asked(TODAY)


def test_a_flag_leaves_the_card_where_it_is_and_undo_takes_only_the_flag(
    library: Library, log: ReviewLog
) -> None:
    session = sitting(library, log, "one", "two")
    session.act("flag", now=tick())
    session.take_hint()
    assert session.standing.flagged
    session.undo(now=tick())
    assert not session.standing.flagged
    assert session.turn is not None
    assert session.turn.hint  # it cannot be unseen


def test_a_card_buried_after_its_answer_keeps_the_answer(library: Library, log: ReviewLog) -> None:
    session = sitting(library, log, "one", "two")
    session.answer(["?"], None, now=tick(), seconds=1.0)
    session.act("bury", now=tick())
    assert present(session) == "ops/two"
    assert [turn.slot.card_id for turn in session.done] == ["ops/one"]
    session.undo(now=tick())
    assert session.turn is not None
    assert session.turn.revealed
    assert [review.card for review in log.reviews()] == ["ops/one"]


def test_a_value_that_is_not_understood_changes_nothing(library: Library, log: ReviewLog) -> None:
    session = sitting(library, log, "one")
    with pytest.raises(ValueError, match="in how many days"):
        session.act("due", "soon", now=tick())
    assert log.acts() == []
    assert not session.can_undo


def test_what_an_earlier_sitting_logged_is_undone_step_by_step(
    library: Library, log: ReviewLog
) -> None:
    first = sitting(library, log, "one", "two")
    answer(first)
    first.act("suspend", now=tick())
    later = sitting(library, log, "one")
    assert later.undo(now=tick())
    assert log.acts() == []
    assert present(later) == "ops/two"
    assert later.undo(now=tick())
    assert log.reviews() == []
    assert present(later) == "ops/one"
    assert later.turn is not None
    assert later.turn.slot.kind == "new"
    assert not later.can_undo
    assert not later.undo(now=tick())


def decide_of_all(log: ReviewLog, name: str) -> None:
    """What is decided at once about both cards, as in browse."""
    recorder = Recorder(log, rollover_hour=4, rng=random.Random(3))
    recorder.act_on_all(["ops/one", "ops/two"], name, "", now=tick())


def test_what_was_decided_at_once_before_a_sitting_is_undone_at_once_and_named(
    library: Library, log: ReviewLog
) -> None:
    decide_of_all(log, "suspend")
    session = sitting(library, log)
    undone = session.undo(now=tick())
    assert undone_in_a_sitting(undone) == "2 cards: each is suspended: undone."
    assert log.acts() == [] and not session.can_undo


def test_a_card_is_asked_after_such_an_undo_only_if_it_is_planned_for_now(
    library: Library, log: ReviewLog
) -> None:
    decide_of_all(log, "suspend")
    session = sitting(library, log, planned=["two"])
    session.undo(now=tick())
    assert (present(session), session.total) == ("ops/two", 1)
    decide_of_all(log, "suspend")
    session = sitting(library, log, planned=[])
    session.undo(now=tick())
    assert session.is_over


def test_undo_of_what_was_decided_before_leaves_a_card_that_waits_where_it_is(
    library: Library, log: ReviewLog
) -> None:
    decide_of_all(log, "flag")
    session = sitting(library, log, "one", "two")
    before = session.turn
    session.undo(now=tick())
    assert session.turn is before and session.total == 2


def test_a_card_is_set_aside_again_where_the_undone_act_had_resumed_it(
    library: Library, log: ReviewLog
) -> None:
    decide_of_all(log, "suspend")
    log_one = Recorder(log, rollover_hour=4, rng=random.Random(4))
    log_one.act("ops/one", "resume", "", now=tick())
    session = sitting(library, log, "one")
    session.undo(now=tick())
    assert session.is_over


def test_a_card_that_the_app_has_set_aside_is_named_when_that_is_undone(
    library: Library, log: ReviewLog
) -> None:
    Recorder(log, rollover_hour=4, rng=random.Random(4)).act("ops/one", LEECH, "", now=tick())
    undone = undone_in_a_sitting(sitting(library, log).undo(now=tick()))
    assert undone.startswith("ops/one ") and undone.endswith(": undone.")


@pytest.mark.parametrize("kind", ["practice", "review"])
def test_undo_asks_for_a_card_of_an_earlier_sitting_as_it_was_asked_there(
    library: Library, log: ReviewLog, kind: QueueKind
) -> None:
    answer(sitting(library, log, "one"))
    items = [QueueItem("ops/one", kind)]
    answer(Session(library, log, items, rollover_hour=4, rng=random.Random(2)))
    later = sitting(library, log)
    assert later.undo(now=tick())
    assert later.turn is not None
    assert later.turn.slot.kind == kind


def test_a_card_missed_for_the_eighth_time_is_set_aside_until_it_is_resumed(
    library: Library, log: ReviewLog
) -> None:
    def missed_on(day: int) -> Session:
        session = sitting(library, log, "one", "two")
        now = START + timedelta(days=day)
        session.answer(["?"], None, now=now, seconds=1.0)
        session.rate(Rating.AGAIN, now=now)
        return session

    for day in range(8):  # the first time, it was not learnt yet
        session = missed_on(day)
        assert session.leech is None
        assert session.total == 3  # it comes back
        assert sum(session.summary(START).due.values()) == 1
    session = missed_on(8)
    assert session.leech is not None
    assert not session.summary(START).due
    assert (present(session), session.total) == ("ops/two", 2)
    assert log.standing("ops/one").words(TODAY + timedelta(8)) == ("leech",)
    now = START + timedelta(days=8, seconds=1)
    session.act_on_leech("reset", now=now)
    assert log.standing("ops/one").is_asked(TODAY) and "ops/one" not in log.memories()
    session.undo(now=now)
    assert present(session) == "ops/two" and log.memories()["ops/one"].lapses == 8
    assert session.undo(now=now)
    assert present(session) == "ops/one"
    assert log.standing("ops/one").is_asked(TODAY + timedelta(8))


def test_what_another_terminal_has_answered_meanwhile_is_not_asked(
    library: Library, log: ReviewLog
) -> None:
    here, there = sitting(library, log, "one", "two"), sitting(library, log, "two", "one")
    for session in (there, here):
        session.reveal(now=tick())
        session.rate(Rating.GOOD, now=tick())
        assert session.turn is None or session is there
    assert here.turn is None and len(log.reviews()) == 2


def test_what_another_terminal_has_set_aside_meanwhile_is_not_asked(
    library: Library, log: ReviewLog
) -> None:
    here, there = sitting(library, log, "one", "two"), sitting(library, log, "two", "one")
    there.act("suspend", now=tick())
    here.reveal(now=tick())
    here.rate(Rating.GOOD, now=tick())
    assert here.turn is None


@pytest.mark.parametrize(("name", "said"), [("reset", ""), ("due", "3")])
def test_a_missed_card_that_is_reset_or_put_off_is_not_asked_once_more_today(
    library: Library, log: ReviewLog, name: str, said: str
) -> None:
    session = sitting(library, log, "one")
    session.reveal(now=tick())
    session.rate(Rating.AGAIN, now=tick())
    assert log.missed_on(TODAY) == {"ops/one": False}
    session.act(name, said, now=tick())
    assert log.missed_on(TODAY) == {}
    session.undo(now=tick())
    assert log.missed_on(TODAY) == {"ops/one": False}
