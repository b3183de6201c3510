"""What there is to do today, on a machine that cannot run every card."""

from __future__ import annotations

import gzip
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from quizapp.deck.exercise import Exercise
from quizapp.deck.needs import runs_anywhere
from quizapp.memory.acts.act import OF_ALL, Act
from quizapp.memory.acts.kinds.asked import ASKED
from quizapp.memory.acts.kinds.parameters import PARAMETERS
from quizapp.memory.counts import TopicCounts
from quizapp.memory.errors import Unwritable
from quizapp.memory.fitted import Figures, Fitted
from quizapp.memory.review import Rating, Review
from quizapp.memory.schedule import DEFAULT_SCHEDULING
from quizapp.memory.uuid7 import uuid7
from quizapp.statistics.statistics import logged, statistics
from quizapp.study.counting import USUAL_PACE
from quizapp.study.overview_in_words import notes_in_words, today_in_words
from quizapp.study.placing import Placing
from quizapp.study.refitted import BeforeFit
from quizapp.study.session import Session
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from runner.protocol.layers import LAYERS
from runner.protocol.wire import Fact, Hello, Outcome

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
CPU = Hello("2.13.0", "3.11.7", ("cpu",), LAYERS, ("ranks", "workers"))
GPU = replace(CPU, devices=("cpu", "cuda:0"))

DECK = """\
topic: {topic}
cards:
  - {{id: first, level: 1, prompt: p, code: y = 2, ask: {{value: y}}, {first}}}
  - {{id: second, level: 2, after: first, prompt: p, code: y = 2, ask: {{value: y}}}}
  - {{id: third, level: 3, prompt: p, code: y = 2, ask: {{value: y}}, needs: torch>=99}}
"""


@pytest.fixture
def study(
    tmp_path: Path, share_decks: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Study]:
    """A learner with a deck for any machine and one that begins on a GPU."""
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    share_decks(tmp_path)
    (tmp_path / "config.toml").write_text("new_per_day = 100\n")
    (tmp_path / "decks").mkdir()
    for topic, first in (("anywhere", "hint: h"), ("gpu", "device: cuda")):
        deck = DECK.format(topic=topic, first=first)
        (tmp_path / "decks" / f"{topic}.yaml").write_text(deck)
    with Study.open() as opened:
        yield opened


def test_another_language_is_taken_up_as_a_whole_at_the_next_start(study: Study) -> None:
    titled = {"en": "Shapes and views", "zh": "形状与视图"}
    assert study.title_of("shape-ops") == titled["en"]
    study.set("language", "zh")
    assert (study.settings.language, study.title_of("shape-ops")) == ("zh", titled["en"])
    with Study.open() as again:
        assert again.title_of("shape-ops") == titled["zh"]


TWO = Outcome((Fact("value", {"type": "int", "data": 2, "text": "2"}),), "", "", None, 0.0)


def everything(session: Session) -> list[Exercise]:
    """All that a session asks, in order, if it is left out card by card."""
    asked = []
    while session.turn is not None and session.turn.exercise not in asked:
        asked.append(session.turn.exercise)
        session.skip()
    return asked


def test_a_topic_that_is_named_is_begun_beyond_the_limit_once(study: Study) -> None:
    study.settings = replace(study.settings, new_per_day=0)
    study.meet(CPU)
    named, all_topics = Sitting(("anywhere",)), Sitting(study.library.topics)
    assert study.sitting(all_topics, NOW, random.Random(1)).turn is None
    assert study.beyond_limit(named, NOW) == 1
    session = study.sitting(named, NOW, random.Random(1))
    session.answer(["2"], TWO, now=NOW, seconds=3.0)
    session.rate(Rating.GOOD, now=NOW)
    tomorrow = NOW + timedelta(days=1)
    assert study.beyond_limit(named, tomorrow) == 0, "who has begun goes by the limit again"


def topic(study: Study, name: str) -> TopicCounts:
    (counts,) = [counts for counts in study.overview(NOW).topics if counts.topic == name]
    return counts


def test_topics_whose_decks_have_one_title_are_told_apart(study: Study) -> None:
    deck = DECK.format(topic="gpu-2", first="device: cuda") + "title: GPU\n"
    (study.places.decks / "gpu-2.yaml").write_text(deck)
    own = study.places.decks / "gpu.yaml"
    own.write_text(own.read_text() + "title: GPU\n")
    study.reload()
    titles = [study.title_of(topic) for topic in ("anywhere", "gpu", "gpu-2")]
    assert titles == ["anywhere", "GPU (gpu)", "GPU (gpu-2)"]
    own.write_text(own.read_text().replace("title: GPU", "title: GPUs"))
    study.reload()
    assert study.title_of("gpu-2") == "GPU"


def test_before_the_runner_has_spoken_every_card_counts(study: Study) -> None:
    assert topic(study, "anywhere").cards == 3
    assert (topic(study, "anywhere").new, topic(study, "gpu").new) == (2, 2)


def test_what_cannot_be_asked_here_does_not_count_among_the_new_cards(study: Study) -> None:
    before = study.overview(NOW).new
    study.hello = GPU
    assert (topic(study, "anywhere").new, topic(study, "gpu").new) == (1, 1)
    assert topic(study, "gpu").cards == 2
    assert study.overview(NOW).new < before


def test_until_the_runner_speaks_cards_are_counted_by_what_it_said_last(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = [topic(study, "gpu").cards]
    for hello in (CPU, GPU):
        study.meet(hello)
        with Study.open() as unspoken:  # a command that starts no torch
            counts.append(topic(unspoken, "gpu").cards)
            assert unspoken.overview(NOW) == study.overview(NOW)
            assert not list(unspoken.left_out(["gpu"])), "the machine may have changed since"
            assert unspoken.hangs_on_the_machine(Sitting(("gpu",)), NOW)
    assert counts == [3, 1, 2]
    monkeypatch.setattr("platform.node", lambda: "another")
    with Study.open() as elsewhere:
        assert topic(elsewhere, "gpu").cards == 3


def test_a_card_that_cannot_be_asked_here_keeps_no_other_waiting(study: Study) -> None:
    study.hello = CPU
    assert (topic(study, "gpu").cards, topic(study, "gpu").new) == (1, 1)
    session = study.sitting(Sitting(("gpu",)), NOW, random.Random(0))
    assert session.turn is not None
    assert (session.turn.exercise.card.id, session.total) == ("gpu/second", 1)


@pytest.mark.usefixtures("shipped")
def test_before_the_runner_has_spoken_only_what_runs_anywhere_is_asked(study: Study) -> None:
    session = study.sitting(Sitting(), NOW, random.Random(0))
    here = {card.id for card in study.library.cards.values() if runs_anywhere(card)}
    early = {exercise.card.id for exercise in everything(session)}
    shipped = {card for card in early if not card.startswith(("anywhere/", "gpu/"))}
    assert shipped and shipped == early <= here  # the learner's own decks are not trusted
    present = session.turn
    study.hello = CPU
    study.plan_again(session, Sitting(), NOW, random.Random(0))
    assert session.turn is present
    now = {exercise.card.id for exercise in everything(session)}
    assert "anywhere/first" in now and "gpu/first" not in now
    assert session.total == study.overview(NOW).new


def test_what_hangs_on_the_machine_waits_for_the_runner(study: Study) -> None:
    wanted = Sitting(("gpu",))
    assert study.sitting(wanted, NOW, random.Random(0)).turn is None
    assert study.hangs_on_the_machine(wanted, NOW)
    study.hello = CPU
    assert study.sitting(wanted, NOW, random.Random(0)).turn is not None
    assert not study.hangs_on_the_machine(wanted, NOW)


def test_of_what_is_not_trusted_only_decks_with_code_are_refused(
    study: Study, tmp_path: Path
) -> None:
    (tmp_path / "decks" / "words.yaml").write_text("cards: [{id: a, prompt: Why?, back: So.}]\n")
    study.reload()
    study.hello = replace(CPU, sandbox=())
    assert {deck.topic for deck in study.refused_decks} == {"anywhere", "gpu"}


def test_a_topics_review_holds_what_its_row_on_home_says(study: Study) -> None:
    study.hello = CPU
    overview = study.overview(NOW)
    for name in ("anywhere", "gpu"):
        session = study.sitting(Sitting((name,), kind="review"), NOW, random.Random(0))
        assert session.total == overview.new_of.get(name, 0) == overview.today_of.get(name, 0)


def test_a_card_missed_and_left_comes_back_in_the_next_sitting_today(study: Study) -> None:
    study.hello = CPU
    session = study.sitting(Sitting(("anywhere",)), NOW, random.Random(0))
    session.answer(["7"], TWO, now=NOW, seconds=3)
    overview = study.overview(NOW)
    assert (overview.once_more, overview.review) == (1, 0)
    assert overview.forecast[:2] == [1, 1], "and tomorrow"
    told = statistics(logged(study, overview.study_date)).forecast
    assert told[: len(overview.forecast)] == overview.forecast, "they tell what home does"
    assert (topic(study, "anywhere").due, overview.in_all.due, overview.held_back) == (1, 1, 0)
    assert today_in_words(overview).startswith("1 once more, ")
    again = study.sitting(Sitting(kind="review"), NOW, random.Random(1))
    assert again.turn is not None
    assert (again.turn.slot.card_id, again.turn.slot.kind) == ("anywhere/first", "relearn")
    sought = study.sitting(Sitting(search="card:anywhere/first"), NOW, random.Random(1))
    assert sought.turn is not None and sought.turn.slot.kind == "relearn"
    tomorrow = study.overview(NOW + timedelta(days=1))
    assert (tomorrow.once_more, tomorrow.review) == (0, 1)
    again.answer(["2"], TWO, now=NOW + timedelta(seconds=1), seconds=3)
    assert study.overview(NOW).once_more == 0
    assert study.more(("anywhere",), NOW) == {"new": 0, "ahead": 0, "again": 1}


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("card:anywhere/second", ["second"]),
        ("card:anywhere/first or card:anywhere/second or card:anywhere/third", ["first", "second"]),
        ("topic:anywhere card:second", ["second"]),
        ("card:anywhere/*", ["first"]),
        ("topic:anywhere -card:first", []),
        ("topic:anywhere", ["first"]),
    ],
)
def test_a_card_that_a_query_names_is_asked_whatever_it_comes_after(
    study: Study, query: str, asked: list[str]
) -> None:
    study.hello = CPU
    session = study.sitting(Sitting(search=query), NOW, random.Random(0))
    assert [one.card.id for one in everything(session)] == [f"anywhere/{id}" for id in asked]


def review(study: Study, card: str, at: datetime, **others: Any) -> Review:
    """A right answer to a card, unless said otherwise."""
    values: dict[str, Any] = {
        "id": uuid7(at, random.Random(card)),
        "card": card,
        "content_hash": study.library.cards[card].content_hash,
        "at": at,
        "study_date": study.study_date(at),
        "kind": "review",
        "rating": Rating.GOOD,
        "proposed": Rating.GOOD,
        "right": True,
    }
    return Review(**values | others)


def test_how_long_todays_review_takes_goes_by_the_learners_pace(study: Study) -> None:
    before = study.overview(NOW)
    assert before.minutes == math.ceil(before.new * USUAL_PACE.card / 60)
    for number, kind in enumerate(("review", "relearn", "relearn")):
        at = NOW + timedelta(seconds=number)
        study.log.append(review(study, "anywhere/first", at, kind=kind, seconds=40.0))
    after = study.overview(NOW)
    assert after.minutes == 2 * after.new, "what is missed is asked again"


def test_what_a_fit_closes_is_told_and_what_it_moves_that_was_shown_on_no_day(
    study: Study, tmp_path: Path
) -> None:
    later = "topic: later\ntitle: Later on\nafter: [anywhere]\n"
    cards = "cards: [{id: a, prompt: p, back: b}]\n"
    (tmp_path / "decks" / "later.yaml").write_text(later + cards)
    study.reload()
    assert "later" in study.waiting(NOW)
    study.log.append(review(study, "anywhere/first", NOW))
    assert "later" not in study.waiting(NOW)
    shown = study.study_date(NOW) + timedelta(2)
    study.log.append(review(study, "gpu/second", NOW, due=shown))
    before = BeforeFit(study, NOW)
    assert not [*before.changes()]
    parameters = (*(0.1,) * 4, *DEFAULT_SCHEDULING.parameters[4:])
    fitted = Fitted(
        reviews=400,
        held_out=80,
        before=Figures(log_loss=1.0, rmse_bins=1.0),
        after=Figures(log_loss=0.5, rmse_bins=0.5),
        parameters=parameters,
        engine="",
        by_itself=True,
    )
    study.log.act(
        Act(
            id=uuid7(NOW, random.Random(0)),
            card=OF_ALL,
            at=NOW,
            study_date=study.study_date(NOW),
            name=PARAMETERS,
            value=fitted.as_value(),
        )
    )
    shut, moved = before.changes()
    assert shut.startswith("No longer open: Later on. By the")
    assert moved.startswith("Due on another day: 1 card answered last elsewhere")
    assert study.log.memories()["gpu/second"].due == shown


def test_a_confident_error_opens_the_review_for_a_week(study: Study) -> None:
    study.hello = CPU
    study.log.append(review(study, "anywhere/first", NOW, rating=Rating.AGAIN, right=False))
    for days, opens in ((7, True), (8, False)):
        now = NOW + timedelta(days=days)
        session = study.sitting(Sitting(kind="review"), now, random.Random(0))
        assert session.turn is not None
        assert (session.turn.slot.card_id == "anywhere/first") == opens


def test_what_is_due_but_cannot_be_asked_here_does_not_count(study: Study) -> None:
    study.log.append(review(study, "gpu/first", NOW))
    (memory,) = study.log.memories().values()
    later = NOW + (memory.due - study.study_date(NOW))
    for hello, due in ((None, 1), (GPU, 1), (CPU, 0)):
        study.hello = hello
        overview = study.overview(later)
        assert (overview.review, overview.forecast[0]) == (due, due)
        assert study.overview(NOW).in_all.next_due == (memory.due if due else None)


def test_home_tells_when_the_last_is_done_of_more_than_a_day_takes(study: Study) -> None:
    for topic in ("anywhere", "gpu"):
        study.log.append(review(study, f"{topic}/first", NOW - timedelta(days=60)))
    more = "More is due than 1 a day"
    for new_per_day, last in ((0, ": the last of it is done on Thursday."), (9, ", for longer")):
        study.settings = replace(study.settings, reviews_per_day=1, new_per_day=new_per_day)
        [note] = notes_in_words(study.overview(NOW))
        assert note.startswith(more + last)


def test_home_tells_of_answers_by_a_clock_that_was_ahead(study: Study) -> None:
    for days, told in ((1, []), (2, ["1 answer of a day yet to come: a clock was wrong then"])):
        study.log.append(review(study, "anywhere/first", NOW + timedelta(days=days)))
        notes = notes_in_words(study.overview(NOW))
        assert [note.partition(",")[0] for note in notes] == told


def test_it_is_told_before_a_large_log_is_brought_to_todays_form(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    study.log.close()
    old = Path(__file__).parents[1] / "memory" / "versions" / "5.db.gz"
    study.places.database.write_bytes(gzip.decompress(old.read_bytes()))
    monkeypatch.setattr("quizapp.memory.database.LARGE", 1000)
    told = list[str]()
    for _ in range(2):
        Study.open(told.append).log.close()
    [words] = told
    assert words.startswith("The review log is brought into the form that this version of quiz")


def test_a_log_where_nothing_can_be_written_is_read_in_a_copy(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    study.log.append(review(study, "anywhere/first", NOW))
    home, told = study.places.data, list[str]()
    monkeypatch.setattr("os.access", lambda place, mode: place not in (home, home / "quiz.db"))
    with pytest.raises(Unwritable):
        Study.open()
    with Study.to_read(told.append) as reader:
        assert reader.log.reviews() == study.log.reviews() != []
    assert "a copy of it is read" in told[0]


def test_a_backup_that_cannot_be_made_is_told_and_none_is_looked_for_in_vain(study: Study) -> None:
    (study.places.database.parent / "backups").write_text("in the way")
    assert study.lost() == ""
    assert "backups is no folder" in study.back_up(NOW)


@pytest.mark.usefixtures("shipped")
def test_cards_put_off_until_tomorrow_are_of_the_course_and_keep_what_is_locked_locked(
    study: Study,
) -> None:
    study.meet(CPU)
    today, tomorrow = study.study_date(NOW), NOW + timedelta(days=1)
    every = Sitting(study.library.topics)

    def stands() -> tuple[list[tuple[int, object]], int, set[str]]:
        topics = study.overview(NOW).topics
        figures = statistics(logged(study, today))
        awaited = study.catalogue(today).awaited(
            study.library.cards["autograd/scalar-only-backward"]
        )
        return [(one.cards, one.waits_for) for one in topics], figures.cards, {*awaited}

    before = stands()
    assert "dtypes" in study.waiting(NOW)
    first = {card.id for card in study.course_cards() if card.topic == "tensor-ops"}
    for number, card in enumerate(sorted(first)):
        act = Act(id=f"b{number}", card=card, at=NOW, study_date=today, name="bury")
        study.log.act(act)
    assert stands() == before and "dtypes" in study.waiting(NOW)
    asked = {card.id for card in study.asked_cards(today)}
    planned = {one.card.id for one in everything(study.sitting(every, NOW, random.Random(1)))}
    assert asked.isdisjoint(first) and planned.isdisjoint(first)
    assert topic(study, "tensor-ops").new == 0 == topic(study, "tensor-ops").due
    assert first <= {card.id for card in study.asked_cards(study.study_date(tomorrow))}


def test_a_placement_that_was_broken_off_is_offered_also_to_who_has_answered_since(
    study: Study,
) -> None:
    study.hello = CPU
    placing, today = Placing(study), study.study_date(NOW)
    assert placing.is_offered and not placing.is_begun
    act = Act(id="a", card="anywhere/third", at=NOW, study_date=today, name=ASKED, value="{}")
    study.log.act(act)
    session = study.sitting(Sitting(("anywhere",)), NOW, random.Random(0))
    session.answer(["2"], TWO, now=NOW, seconds=3)
    assert placing.is_offered and placing.is_begun
    placing.decline()
    assert not placing.is_offered
