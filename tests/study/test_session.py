"""A whole sitting without a terminal."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quizapp.library.library import Library
from quizapp.library.loading import load_library
from quizapp.memory.log import ReviewLog
from quizapp.memory.queue import QueueItem, QueueKind
from quizapp.memory.review import Rating
from quizapp.memory.schedule import intervals
from quizapp.study.past import MOST_UNDONE
from quizapp.study.session import Session
from quizapp.study.turn import RELEARN_GAP
from runner.protocol.wire import Fact, Outcome

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
SECONDS = itertools.count()

DECK = """\
format: 1
topic: ops
cards:
{cards}
  - id: why
    prompt: Why?
    back: Because.
"""
CARD = """\
  - id: double-{number}
    prompt: What is y?
    hint: Twice.
    vary: {{n: [1, 2, 3]}}
    code: y = 2 * n
    ask: {{value: y}}
"""


def tick() -> datetime:
    """A time a second after the last one; the whole file is well within a day."""
    return START + timedelta(seconds=next(SECONDS))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    deck = tmp_path / "ops.yaml"
    deck.write_text(DECK.format(cards="".join(CARD.format(number=n) for n in range(10))))
    loaded = load_library([tmp_path], cache=None)
    assert not loaded.problems
    return loaded


@pytest.fixture
def log(tmp_path: Path) -> Iterator[ReviewLog]:
    with ReviewLog.open(tmp_path / "quiz.db") as opened:
        yield opened


def sitting(
    library: Library, log: ReviewLog, *ids: str, kind: QueueKind = "new", seed: int = 1
) -> Session:
    items = [QueueItem(f"ops/{id}", kind) for id in ids]
    return Session(library, log, items, rollover_hour=4, rng=random.Random(seed))


def outcome(session: Session) -> Outcome:
    """What running the card's code gives: the tests of the runner prove that it does."""
    assert session.turn is not None
    value = 2 * int(session.turn.exercise.draw["n"])
    fact = Fact("value", {"type": "int", "data": value, "text": str(value)})
    return Outcome((fact,), "", "", None, 0.0)


def answer(session: Session, *, right: bool = True, seconds: float = 5.0) -> None:
    seen = outcome(session)
    fact = seen.facts[0]
    assert isinstance(fact, Fact)
    text = str(fact.data["data"] if right else fact.data["data"] + 1)
    session.answer([text], seen, now=tick(), seconds=seconds)


def test_an_answer_is_in_the_log_before_it_is_rated(
    library: Library, log: ReviewLog, tmp_path: Path
) -> None:
    session = sitting(library, log, "double-0")
    answer(session)
    with ReviewLog.open(tmp_path / "quiz.db") as other:
        [review] = other.reviews()
    assert (review.card, review.right, review.rating) == ("ops/double-0", True, Rating.GOOD)
    assert (review.parts, review.seconds) == ((True,), 5.0)
    assert review.answers == (str(2 * int(review.draw["n"])),)


def test_the_learners_rating_replaces_the_proposed_one(library: Library, log: ReviewLog) -> None:
    session = sitting(library, log, "double-0")
    answer(session)
    assert session.turn is not None
    promised = session.turn.intervals[Rating.EASY].due
    then = tick()
    session.rate(Rating.EASY, now=then)
    [review] = log.reviews()
    assert (review.rating, review.proposed, review.at) == (Rating.EASY, Rating.GOOD, then)
    assert log.memories()["ops/double-0"].due == promised
    assert session.turn is None


def test_a_rating_that_is_as_proposed_writes_nothing_more(library: Library, log: ReviewLog) -> None:
    session = sitting(library, log, "double-0")
    answer(session)
    logged = log.reviews()
    session.rate(Rating.GOOD, now=tick())
    assert log.reviews() == logged


def test_an_answer_in_less_than_half_the_usual_time_proposes_easy(
    library: Library, log: ReviewLog
) -> None:
    for _ in range(3):
        answer(sitting(library, log, "double-0", kind="practice"))
    session = sitting(library, log, "double-0")
    answer(session, seconds=2.0)
    assert session.turn is not None and session.turn.proposed is Rating.EASY


def test_a_missed_card_comes_back_until_it_is_right(library: Library, log: ReviewLog) -> None:
    session = sitting(library, log, *(f"double-{n}" for n in range(10)))
    seen = []
    for step in range(12):
        assert session.turn is not None
        seen.append((session.turn.exercise.card.id, session.turn.slot.kind))
        answer(session, right=step not in (0, 7))
        session.rate(session.turn.proposed, now=tick())
    assert session.turn is None
    again = ("ops/double-0", "relearn")
    assert [place for place, turn in enumerate(seen) if turn == again] == [RELEARN_GAP + 1, 11]


def test_cards_missed_over_and_over_do_not_keep_the_rest_waiting(
    library: Library, log: ReviewLog
) -> None:
    cards = [f"double-{n}" for n in range(10)]
    session = sitting(library, log, *cards)
    unasked = {f"ops/{card}" for card in cards}
    for _ in range(2 * len(cards) + RELEARN_GAP):
        assert session.turn is not None
        unasked.discard(session.turn.exercise.card.id)
        answer(session, right=False)
        session.rate(Rating.AGAIN, now=tick())
    assert not unasked


def test_only_the_first_answer_of_the_day_moves_the_memory(
    library: Library, log: ReviewLog
) -> None:
    session = sitting(library, log, "double-0")
    answer(session, right=False)
    session.rate(Rating.AGAIN, now=tick())
    after_the_miss = log.memories()
    answer(session)
    session.rate(Rating.GOOD, now=tick())
    assert log.memories() == after_the_miss
    assert [review.kind for review in log.reviews()] == ["review", "relearn"]


def test_a_card_that_comes_back_is_drawn_anew(library: Library, log: ReviewLog) -> None:
    for seed in range(20):
        session = sitting(library, log, "double-0", kind="practice", seed=seed)
        assert session.turn is not None
        first = session.turn.exercise.draw
        answer(session, right=False)
        session.rate(Rating.AGAIN, now=tick())
        assert session.turn.exercise.draw != first
        session.undo(now=tick())
        answer(session, right=False)
        session.rate(Rating.AGAIN, now=tick())
        assert session.turn.exercise.draw != first, "also where another was drawn meanwhile"
        later = sitting(library, log, "double-0", kind="practice", seed=seed)
        assert later.turn is not None
        assert later.turn.exercise.draw != first, "nor in the next sitting"


@pytest.mark.parametrize("rated", [False, True])
def test_undo_asks_the_same_exercise_again(library: Library, log: ReviewLog, rated: bool) -> None:
    session = sitting(library, log, "double-0", "double-1")
    session.take_hint()
    session.toggle_guess()
    before = session.turn
    assert not session.undo(now=tick())
    answer(session, right=False)
    if rated:
        session.rate(Rating.AGAIN, now=tick())
    assert session.undo(now=tick())
    assert session.turn == before
    assert (session.position, session.total) == (1, 2)
    assert log.reviews() == [] and log.memories() == {}


def test_undo_takes_back_one_answer_after_another(library: Library, log: ReviewLog) -> None:
    session = sitting(library, log, "double-0", "double-1", "double-2")
    for _ in range(3):
        answer(session)
        session.rate(Rating.GOOD, now=tick())
    for left in (2, 1, 0):
        assert session.undo(now=tick())
        assert len(log.reviews()) == left
    assert not session.undo(now=tick())


def test_only_so_many_acts_are_kept_to_be_undone(library: Library, log: ReviewLog) -> None:
    session = sitting(library, log, "double-0", "double-1", "double-2")
    session.skip()
    oldest = session.turn
    for _ in range(MOST_UNDONE):
        session.skip()
    session.plan_again([QueueItem(f"ops/double-{n}", "new") for n in range(3)])
    for _ in range(MOST_UNDONE):
        assert session.undo(now=tick())
    assert session.turn == oldest and not session.undo(now=tick())


def test_a_hint_or_a_guess_proposes_hard(library: Library, log: ReviewLog) -> None:
    session = sitting(library, log, "double-0", "double-1")
    session.take_hint()
    answer(session)
    assert session.turn is not None and session.turn.proposed is Rating.HARD
    session.rate(Rating.HARD, now=tick())
    session.toggle_guess()
    answer(session)
    assert session.turn.proposed is Rating.HARD
    assert [(review.hint, review.guess) for review in log.reviews()] == [
        (True, False),
        (False, True),
    ]


def test_a_recall_card_is_graded_by_its_rating(library: Library, log: ReviewLog) -> None:
    session = sitting(library, log, "why", "double-0")
    session.torch_version = "2.13.0"
    session.reveal(now=tick())
    assert session.turn is not None and session.turn.proposed is Rating.GOOD
    assert log.reviews() == []
    session.rate(Rating.AGAIN, now=tick(), seconds=3)
    [review] = log.reviews()
    assert (review.right, review.rating) == (None, Rating.AGAIN)
    assert session.total == 3
    answer(session)
    assert [review.torch for review in log.reviews()] == ["", "2.13.0"], "none ran for the first"


@pytest.mark.parametrize("help", [Session.take_hint, Session.toggle_guess])
def test_a_recall_card_after_a_hint_or_by_a_guess_proposes_hard(
    library: Library, log: ReviewLog, help: Callable[[Session], None]
) -> None:
    session = sitting(library, log, "why")
    help(session)
    session.reveal(now=tick())
    assert session.turn is not None and session.turn.proposed is Rating.HARD


@pytest.mark.parametrize("given", ["?", " IDK.", "I don't know"])
def test_what_is_not_known_is_a_miss_but_not_wrong(
    library: Library, log: ReviewLog, given: str
) -> None:
    session = sitting(library, log, "double-0", "double-1", "why")
    asked = session.turn
    session.answer([given], outcome(session), now=tick(), seconds=5)
    assert session.turn is not None and session.turn.verdict is not None
    [told] = session.turn.verdict.asks
    assert told.truth and (told.right, told.unknown, told.why) == (False, True, "")
    assert session.turn.proposed is Rating.AGAIN
    [review] = log.reviews()
    assert (review.right, review.unknown, review.rating) == (None, True, Rating.AGAIN)
    assert log.confident_errors(since=START.date()) == frozenset()
    session.undo(now=tick())
    assert session.turn == asked and log.reviews() == []
    session.answer([given], outcome(session), now=tick(), seconds=5)
    session.rate(Rating.AGAIN, now=tick())
    answer(session, right=False)
    session.rate(Rating.AGAIN, now=tick())
    session.answer((), None, now=tick(), seconds=5)
    assert session.turn.revealed and session.turn.verdict is None
    assert [review.unknown for review in log.reviews()] == [True, False, True]
    summary = session.summary(tick())
    assert (summary.right, summary.missed) == (0, ("ops/double-1",))
    assert summary.not_known == ("ops/double-0", "ops/why")
    assert session.total == 5, "what was missed comes back"


def test_a_skip_can_be_undone_and_forgets_no_hint(library: Library, log: ReviewLog) -> None:
    session = sitting(library, log, "double-0", "double-1")
    session.take_hint()
    hinted = session.turn
    session.skip()
    session.plan_again([QueueItem("ops/double-0", "new"), QueueItem("ops/double-2", "new")])
    session.undo(now=tick())
    assert session.turn == hinted
    assert [exercise.card.id for exercise in session.upcoming()].count("ops/double-0") == 1
    session.skip()
    while session.turn is not None and session.turn.slot.card_id != "ops/double-0":
        answer(session)
        session.rate(Rating.GOOD, now=tick())
    assert session.turn is not None and session.turn.hint


def test_a_skipped_card_comes_last_and_one_left_out_not_at_all(
    library: Library, log: ReviewLog
) -> None:
    session = sitting(library, log, "double-0", "double-1", "double-2")
    session.skip()
    session.leave_out()
    asked = []
    while session.turn is not None:
        asked.append(session.turn.exercise.card.id)
        answer(session)
        session.rate(Rating.GOOD, now=tick())
    assert asked == ["ops/double-2", "ops/double-0"]
    assert len(log.reviews()) == session.summary(tick()).right == 2


def test_practice_never_moves_the_schedule(library: Library, log: ReviewLog) -> None:
    session = sitting(library, log, "double-0", kind="practice")
    answer(session)
    assert session.turn is not None and session.turn.intervals == {}
    session.rate(Rating.GOOD, now=tick())
    assert log.memories() == {}


def test_a_review_ahead_moves_the_schedule_by_the_days_that_passed(
    library: Library, log: ReviewLog
) -> None:
    def review(kind: QueueKind, day: int) -> None:
        session = sitting(library, log, "double-0", kind=kind)
        assert session.turn is not None
        now = tick() + timedelta(days=day)
        answers = [str(2 * int(session.turn.exercise.draw["n"]))]
        session.answer(answers, outcome(session), now=now, seconds=5)
        session.rate(session.turn.proposed, now=now)

    review("new", 0)
    before = log.memories()["ops/double-0"]
    review("ahead", 1)
    after = log.memories()["ops/double-0"]
    assert before.last_study_date + timedelta(days=1) == after.last_study_date < before.due
    assert [one.kind for one in log.reviews()] == ["review", "review"]
    scheduled = intervals(before, after.last_study_date)[Rating.GOOD]
    assert (after.due - after.last_study_date).days in range(scheduled - 1, scheduled + 2)


def test_a_card_missed_in_an_earlier_sitting_moves_no_memory_again(
    library: Library, log: ReviewLog
) -> None:
    session = sitting(library, log, "double-0")
    answer(session, right=False)
    missed = log.memories()
    assert log.missed_on(START.date()) == {"ops/double-0": False}
    session = sitting(library, log, "double-0", kind="relearn")
    answer(session)
    assert log.memories() == missed
    assert log.missed_on(START.date()) == {"ops/double-0": True}
    session.undo(now=tick())
    assert log.missed_on(START.date()) == {"ops/double-0": False}


def test_a_plan_made_anew_keeps_what_is_under_way(library: Library, log: ReviewLog) -> None:
    session = sitting(library, log, *(f"double-{n}" for n in range(4)))
    answer(session, right=False)
    session.rate(Rating.AGAIN, now=tick())
    assert session.turn is not None
    [present, then, *_] = session.upcoming()
    items = [QueueItem(f"ops/double-{n}", "new") for n in (2, 7, 1, 0, 8, 9)]
    session.plan_again(items, most=5)
    assert session.upcoming()[:2] == [present, then]
    assert session.total == 6  # five cards, and the missed one once more
    asked = []
    while session.turn is not None:
        asked.append((session.turn.slot.card_id[-1], session.turn.slot.kind))
        answer(session)
        session.rate(Rating.GOOD, now=tick())
    assert asked == [("1", "new"), ("2", "new"), ("7", "new"), ("0", "relearn"), ("8", "new")]
    for _ in range(len(asked) + 1):
        assert session.undo(now=tick())
    assert [exercise.card.id[-1] for exercise in session.upcoming()] == ["0", "1", "2", "7"]


def test_the_summary_counts_a_card_by_its_first_answer(library: Library, log: ReviewLog) -> None:
    session = sitting(library, log, "double-0", "double-1")
    answer(session, right=False)
    session.rate(Rating.AGAIN, now=tick())
    while session.turn is not None:
        answer(session)
        session.rate(Rating.GOOD, now=tick())
    summary = session.summary(tick())
    assert (summary.right, summary.wrong, summary.new) == (1, 1, 2)
    assert summary.missed == ("ops/double-0",)
    assert sum(summary.due.values()) == 2 and list(summary.due) == sorted(summary.due)


def test_the_summary_says_which_cards_are_asked_once_more_today(
    library: Library, log: ReviewLog
) -> None:
    session = sitting(library, log, "double-0", "double-1", "double-2")
    for _ in range(3):
        answer(session, right=False)
        session.rate(Rating.AGAIN, now=tick())
    assert session.summary(tick()).once_more == 3
    answer(session)
    session.rate(Rating.GOOD, now=tick())
    session.act("bury", now=tick())
    assert session.summary(tick()).once_more == 1
    assert session.summary(tick() + timedelta(days=1)).once_more == 0


def test_the_summary_says_when_each_card_comes_back_also_one_missed_before(
    library: Library, log: ReviewLog
) -> None:
    answer(sitting(library, log, "double-0"), right=False)
    items = [QueueItem("ops/double-0", "relearn"), QueueItem("ops/double-1", "new")]
    session = Session(library, log, items, rollover_hour=4, rng=random.Random(1))
    for _ in range(2):
        answer(session, right=False)
        session.rate(Rating.AGAIN, now=tick())
    summary = session.summary(tick())
    assert summary.once_more == sum(summary.due.values()) == 2


def test_a_miss_in_practice_is_asked_again_in_that_practice_alone(
    library: Library, log: ReviewLog
) -> None:
    session = sitting(library, log, "double-0")
    answer(session)
    session.rate(Rating.GOOD, now=tick())
    for _ in range(2):
        session = sitting(library, log, "double-0", kind="practice")
        answer(session, right=False)
        session.rate(Rating.AGAIN, now=tick())
        assert session.turn is not None
        assert session.summary(tick()).once_more == 0
        answer(session, right=False)
        assert log.missed_on(START.date()) == {"ops/double-0": True}
        assert log.owed_on(START.date()) == frozenset()


def test_the_summary_goes_by_the_verdict_and_not_by_the_rating(
    library: Library, log: ReviewLog
) -> None:
    session = sitting(library, log, "double-0", "double-1")
    answer(session)
    session.rate(Rating.AGAIN, now=tick())
    answer(session, right=False)
    session.rate(Rating.GOOD, now=tick())
    assert session.summary(tick()).missed == ("ops/double-1",)


def test_what_is_answered_but_not_rated_counts_in_the_summary(
    library: Library, log: ReviewLog
) -> None:
    session = sitting(library, log, "double-0", "double-1")
    answer(session)
    assert session.summary(tick()).right == 1


def changed(library: Library, tmp_path: Path, old: str, new: str) -> Library:
    """The library after its deck was edited."""
    path = tmp_path / "ops.yaml"
    path.write_text(path.read_text().replace(old, new))
    return load_library([tmp_path], cache=None)


def test_an_edited_card_is_shown_as_it_is_now_with_its_draw_and_history(
    library: Library, log: ReviewLog, tmp_path: Path
) -> None:
    session = sitting(library, log, "double-0", "double-1")
    answer(session)
    session.rate(Rating.GOOD, now=tick())
    assert session.turn is not None
    draw = session.turn.exercise.draw
    session.reload(changed(library, tmp_path, "y = 2 * n", "y = n * 2"))
    assert session.turn is not None
    assert session.turn.exercise.shown_code == f"n = {draw['n']}\ny = n * 2"
    assert session.turn.exercise.draw == draw
    answer(session)
    assert len(log.reviews()) == 2
    assert session.undo(now=tick())


def test_a_draw_that_is_gone_is_drawn_anew(
    library: Library, log: ReviewLog, tmp_path: Path
) -> None:
    session = sitting(library, log, "double-0")
    session.reload(changed(library, tmp_path, "n: [1, 2, 3]", "n: [7]"))
    assert session.turn is not None
    assert session.turn.exercise.draw == {"n": "7"}


def test_a_card_that_was_deleted_is_left_out_wherever_it_is(
    library: Library, log: ReviewLog, tmp_path: Path
) -> None:
    session = sitting(library, log, "double-0", "double-1", "double-2")
    edited = changed(library, tmp_path, "id: double-0", "id: other")
    session.reload(changed(edited, tmp_path, "id: double-1", "id: another"))
    assert session.turn is not None
    assert session.turn.slot.card_id == "ops/double-2"
    assert session.total == 1


def test_a_card_that_was_renamed_stays_where_it_is_with_its_draw(
    library: Library, log: ReviewLog, tmp_path: Path
) -> None:
    session = sitting(library, log, "double-0", "double-1", "double-2")
    answer(session)
    session.rate(Rating.GOOD, now=tick())
    assert session.turn is not None
    draw = session.turn.exercise.draw
    edited = library
    for number in range(3):
        was = f"id: other-{number}\n    was: [double-{number}]"
        edited = changed(edited, tmp_path, f"id: double-{number}", was)
    session.reload(edited)
    log.follow(edited.renames)
    assert session.turn.slot.card_id == "ops/other-1"
    assert session.turn.exercise.draw == draw
    upcoming = [exercise.card.id for exercise in session.upcoming()]
    assert upcoming == ["ops/other-1", "ops/other-2"]
    assert session.undo(now=tick()) == "answer"
    assert session.turn.slot.card_id == "ops/other-0"
    assert (session.total, log.reviews()) == (3, [])


@pytest.mark.parametrize("answered", [False, True])
def test_undo_goes_back_to_none_of_the_cards_that_were_deleted_since(
    library: Library, log: ReviewLog, tmp_path: Path, answered: bool
) -> None:
    session = sitting(library, log, "double-0", "double-1", "double-2")
    answer(session)
    edited = changed(library, tmp_path, "id: double-1", "id: other")
    if answered:
        edited = changed(edited, tmp_path, "id: double-0", "id: another")
    session.reload(changed(edited, tmp_path, "y = 2 * n", "y = n * 2"))
    assert session.undo(now=tick()) == "answer"
    there = ["ops/double-2"] if answered else ["ops/double-0", "ops/double-2"]
    assert [exercise.card.id for exercise in session.upcoming()] == there
    assert session.turn is not None and "n * 2" in session.turn.exercise.shown_code
    assert session.total == len(there)


def test_a_deleted_card_that_was_missed_does_not_come_once_more(
    library: Library, log: ReviewLog, tmp_path: Path
) -> None:
    session = sitting(library, log, "double-0", "double-1")
    answer(session)
    session.reload(changed(library, tmp_path, "id: double-0", "id: other"))
    session.rate(Rating.AGAIN, now=tick())
    assert [exercise.card.id for exercise in session.upcoming()] == ["ops/double-1"]


def test_a_broken_edit_loses_no_card_and_mending_it_goes_on(
    library: Library, log: ReviewLog, tmp_path: Path
) -> None:
    session = sitting(library, log, "double-0", "double-1")
    for broken in ("\n  : [", "ask: {shade: y}"):
        before, total = session.turn, session.total
        text = (tmp_path / "ops.yaml").read_text()
        edited = changed(library, tmp_path, "ask: {value: y}", broken)
        assert edited.problems and "ops/double-0" not in edited.cards
        session.reload(edited.instead_of(library))
        assert (session.turn, session.total) == (before, total)
        (tmp_path / "ops.yaml").write_text(text)
    session.reload(changed(library, tmp_path, "y = 2 * n", "y = n * 2"))
    assert session.turn is not None and "n * 2" in session.turn.exercise.shown_code


def test_an_answered_card_stays_as_it_was_answered(
    library: Library, log: ReviewLog, tmp_path: Path
) -> None:
    session = sitting(library, log, "double-0", "double-1")
    answer(session)
    before = session.turn
    session.reload(changed(library, tmp_path, "y = 2 * n", "y = n * 2"))
    assert session.turn is before
    session.rate(Rating.GOOD, now=tick())
    assert session.turn is not None
    assert "n * 2" in session.turn.exercise.shown_code
