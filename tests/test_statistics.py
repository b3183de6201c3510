"""What is counted of a log, against a straightforward computation over its reviews."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from fsrs_rs_python import FSRS, FSRSItem, FSRSReview

from quizapp.inside.spans import plain as plain_line
from quizapp.library.library import Library
from quizapp.library.loading import load_library
from quizapp.memory.acts.act import Act
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating, Review
from quizapp.memory.schedule import DEFAULT_SCHEDULING, Memory, retrievability
from quizapp.memory.spread import EVERY_DAY, Days
from quizapp.memory.uuid7 import uuid7
from quizapp.statistics.figures import (
    difficulties,
    ends_on,
    hardest,
    longest_streak,
    stabilities,
)
from quizapp.statistics.pages.section import Told
from quizapp.statistics.pages.table import PAGES
from quizapp.statistics.shares import MATURE, YOUNG, Share
from quizapp.statistics.statistics import Logged, Statistics, statistics
from tests.memory.test_acts import act
from tests.replayed import replay

DAY = date(2026, 1, 1)
DAYS = 200
TODAY = DAY + timedelta(DAYS)

DECKS = {
    "views": "  - {id: a, prompt: p, code: y = 1, ask: {value: y}}\n"
    "  - {id: b, prompt: p, back: b}\n"
    "  - {id: never, prompt: p, back: b}\n",
    "grads": "  - {id: c, prompt: p, back: b}\n  - {id: later, prompt: p, back: b}\n",
}
CARDS = ("views/a", "views/b", "grads/c", "gone/d")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("decks")
    for topic, cards in DECKS.items():
        (folder / f"{topic}.yaml").write_text(f"format: 1\ncards:\n{cards}")
    return load_library([folder], None)


def reviews(rng: random.Random) -> Iterator[Review]:
    """Two hundred days of a learner, by whom some cards are missed, guessed and practised."""
    due = dict.fromkeys(CARDS, DAY)
    for number in range(DAYS + 1):
        day = DAY + timedelta(number)
        at = datetime.combine(day, time(9), UTC)
        for card in CARDS:
            kinds = ["review"] if due[card] <= day else []
            kinds += ["practice"] if rng.random() < 0.05 else []
            kinds += ["review"] if kinds and rng.random() < 0.3 else []  # once more on that day
            for kind in kinds:
                at += timedelta(minutes=1)
                rating = Rating(rng.choice([1, 2, 3, 3, 3, 4]))
                if kind == "review" and due[card] <= day:
                    due[card] = day + timedelta(rng.choice([1, 3, 20, 21, 40]))
                yield Review(
                    id=uuid7(at, rng),
                    card=card,
                    content_hash="abc",
                    at=at,
                    study_date=day,
                    kind=kind,  # type: ignore[arg-type]
                    rating=rating,
                    proposed=rating,
                    right=rng.choice([True, False, None]),
                    guess=rng.random() < 0.3,
                    seconds=rng.uniform(2, 90),
                    due=due[card],
                )


@pytest.fixture(scope="module")
def answered(library: Library) -> list[Review]:
    return list(reviews(random.Random(7)))


def counted(
    library: Library, answered: Sequence[Review], acts: Sequence[Act], path: Path
) -> Statistics:
    """The figures of a log that holds these."""
    with ReviewLog.open(path / "quiz.db") as log:
        for review in answered:
            log.append(review)
        for one in acts:
            log.act(one)
        return statistics(
            Logged(
                today=TODAY,
                cards=library.cards,
                answers=log.answers(),
                by_day=log.answers_by_day(),
                memories={c: m for c, m in log.memories().items() if c in library.cards},
                first_day=log.first_day_here(),
                taken_in=log.taken_in_since(TODAY - timedelta(29)),
                course=frozenset(library.cards) - {"grads/later"},
                once_more={"views/a"},
                pace=log.pace(),
                beliefs=log.beliefs(),
                scheduling=log.scheduling,
                days=log.days,
            )
        )


@pytest.fixture(scope="module")
def figures(
    library: Library, answered: list[Review], tmp_path_factory: pytest.TempPathFactory
) -> Statistics:
    return counted(library, answered, [], tmp_path_factory.mktemp("log"))


class FirstOfDay(NamedTuple):
    """A first answer of a day to a card that was there before."""

    review: Review
    expected: float
    interval: int


@pytest.fixture(scope="module")
def tested(library: Library, answered: list[Review]) -> list[FirstOfDay]:
    """As Anki defines them, of the log's rows alone; the chances by FSRS over the whole history."""
    found = []
    engine = FSRS([*DEFAULT_SCHEDULING.parameters])
    decay = -DEFAULT_SCHEDULING.parameters[20]
    factor = 0.9 ** (1 / decay) - 1
    for card in CARDS:
        if card not in library.cards:
            continue
        first_of_day: dict[date, Review] = {}
        for review in answered:
            if review.card == card and review.kind == "review":
                first_of_day.setdefault(review.study_date, review)
        history: list[FSRSReview] = []
        last: Review | None = None
        for day, review in sorted(first_of_day.items()):
            away = (day - last.study_date).days if last else 0
            if last is not None and last.due is not None:
                stability = engine.memory_state(FSRSItem(history)).stability
                expected = (1 + factor * away / stability) ** decay
                found.append(FirstOfDay(review, expected, (last.due - last.study_date).days))
            history.append(FSRSReview(int(review.rating), away))
            last = review
    return found


def told(of: Sequence[FirstOfDay]) -> Share:
    recalled = sum(one.review.rating > 1 for one in of)
    count = len(of) or 1
    return Share(len(of), recalled / count, sum(one.expected for one in of) / count)


def like(wanted: Share) -> object:
    return pytest.approx((wanted.answers, wanted.recalled, wanted.expected), abs=1e-4)


def plain(share: Share) -> tuple[int, float, float]:
    return share.answers, share.recalled, share.expected


@pytest.mark.parametrize(
    ("part", "name_of"),
    [
        ("by_age", lambda one: "young" if one.interval < 21 else "mature"),
        ("by_topic", lambda one: one.review.card.split("/")[0]),
        ("by_kind", lambda one: "predict" if one.review.card == "views/a" else "recall"),
        ("by_confidence", lambda one: "marked as a guess" if one.review.guess else "not marked"),
        ("by_month", lambda one: f"{one.review.study_date:%Y-%m}"),
    ],
)
def test_true_retention_is_that_of_the_first_answers_of_a_day(
    figures: Statistics, tested: list[FirstOfDay], part: str, name_of: Callable[[FirstOfDay], str]
) -> None:
    groups = defaultdict(list)
    for one in tested:
        groups[name_of(one)].append(one)
    found = getattr(figures, part)
    assert found.keys() == groups.keys() and len(groups) > 1
    for name, of in groups.items():
        assert plain(found[name]) == like(told(of)), name
    assert plain(figures.in_all) == like(told(tested))


def test_true_retention_of_late_has_young_and_mature_cards_apart(
    figures: Statistics, tested: list[FirstOfDay]
) -> None:
    for name, days in {"the last 7 days": 7, "the last 30 days": 30, "all": DAYS + 1}.items():
        of = [one for one in tested if 0 <= (TODAY - one.review.study_date).days < days]
        young = [one for one in of if one.interval < 21]
        mature = [one for one in of if one.interval >= 21]
        for age, part in {"young": young, "mature": mature, "all": of}.items():
            assert plain(figures.by_period[name][age]) == like(told(part)), (name, age)


def test_calibration_is_told_by_twentieths_and_in_two_numbers(
    figures: Statistics, tested: list[FirstOfDay]
) -> None:
    spans = defaultdict(list)
    for one in tested:
        spans[int(one.expected * 20) / 20].append(one)
    assert [begin for begin, _ in figures.calibration] == sorted(spans)
    for begin, found in figures.calibration:
        assert plain(found) == like(told(spans[begin]))
    shares = [told(of) for of in spans.values()]
    squares = sum(one.answers * (one.recalled - one.expected) ** 2 for one in shares)
    assert figures.off_by == pytest.approx(math.sqrt(squares / len(tested)), abs=1e-4)
    surprise = [
        -math.log(p if one.review.rating > 1 else 1 - p) for one in tested for p in one[1:2]
    ]
    assert figures.log_loss == pytest.approx(sum(surprise) / len(tested), abs=1e-4)


def test_time_and_days_are_those_of_all_answers(
    figures: Statistics, answered: list[Review], library: Library
) -> None:
    by_day = Counter(review.study_date for review in answered)
    minutes = defaultdict[date, float](float)
    for review in answered:
        minutes[review.study_date] += review.seconds / 60
    assert figures.answers == by_day
    assert figures.minutes == pytest.approx(minutes, rel=1e-4)
    late = [r for r in answered if (TODAY - r.study_date).days < 30]
    seconds = sum(review.seconds for review in late)
    assert figures.seconds_an_answer == pytest.approx(seconds / len(late), rel=1e-4)
    days = len({review.study_date for review in late})
    assert figures.minutes_a_day == pytest.approx(seconds / 60 / days, rel=1e-4)
    here = [review for review in answered if review.card in library.cards]
    spent = sum(review.seconds for review in here) / 60
    assert figures.minutes_a_card == pytest.approx(spent / 3, rel=1e-4)


def test_today_is_told_apart(library: Library, answered: list[Review], tmp_path: Path) -> None:
    rng = random.Random(3)
    late = [one for one in reviews(rng) if one.study_date == TODAY - timedelta(50)]
    of_today = [
        *(r for r in answered if r.study_date == TODAY),
        *(
            Review(**{**vars(one), "id": f"{at}", "study_date": TODAY, "kind": "practice"})
            for at, one in enumerate(late)
        ),
    ]
    found = counted(library, of_today, [], tmp_path).done_today
    ratings = Counter(int(review.rating) for review in of_today)
    assert (found.again, found.hard, found.good, found.easy) == tuple(
        ratings[rating] for rating in range(1, 5)
    )
    assert found.answers == len(of_today) > 0
    assert found.graded == sum(review.right is not None for review in of_today)
    assert found.right == sum(review.right is True for review in of_today)
    moved = {r.card for r in of_today if r.kind == "review" and r.card in library.cards}
    assert found.new == len(moved)


def test_sure_and_guess_are_held_against_the_truth(
    figures: Statistics, answered: list[Review], library: Library
) -> None:
    graded = [r for r in answered if r.right is not None and r.card in library.cards]
    for found, guess in ((figures.sure, False), (figures.guesses, True)):
        of = [review.right for review in graded if review.guess is guess]
        assert found.answers == len(of) > 0
        assert found.right == pytest.approx(sum(map(bool, of)) / len(of))


def test_progress_follows_the_path_to_the_day_it_ends(
    figures: Statistics, answered: list[Review], library: Library
) -> None:
    first: dict[str, date] = {}
    for review in answered:
        if review.kind == "review" and review.card in library.cards:
            first.setdefault(review.card, review.study_date)
    assert figures.new_a_day == sum((TODAY - day).days < 30 for day in first.values()) / 30
    topics = [(one.topic, one.cards, one.seen) for one in figures.path]
    assert topics == [("grads", 1, 1), ("views", 3, 2)]
    assert (figures.cards, figures.seen) == (4, 3)
    assert [one.ends for one in figures.path] == [None, figures.ends]
    memories = {
        card: replay([review for review in answered if review.card == card])
        for card in library.cards
    }
    known = [memory for memory in memories.values() if memory]
    not_missed = [memory for card, memory in memories.items() if memory and card != "views/a"]
    chances = [retrievability(memory, TODAY) for memory in not_missed]
    assert figures.would_recall == pytest.approx(sum(chances))
    assert figures.learnt == sum(memory.learnt for memory in known)
    assert sum(figures.stabilities) == sum(figures.difficulties) == len(known)


def test_the_pace_of_who_has_just_begun_is_that_of_the_days_since(
    library: Library, answered: list[Review], tmp_path: Path
) -> None:
    first = {review.card: review for review in reversed(answered) if review.kind == "review"}
    of_two_days = [
        Review(**{**vars(review), "study_date": TODAY - timedelta(at % 2)})
        for at, review in enumerate(first[card] for card in library.cards if card in first)
    ]
    found = counted(library, of_two_days, [], tmp_path)
    assert len(of_two_days) == 3
    assert (found.pace_days, found.new_a_day, found.ends) == (2, 1.5, TODAY + timedelta(1))


def good(day: int, *, card: str = "views/a", content_hash: str = "abc") -> Review:
    on = DAY + timedelta(day)
    at = act("flag", day).at
    values = {"study_date": on, "at": at, "id": f"{day}", "rating": Rating(3)}
    return Review(card=card, content_hash=content_hash, kind="review", proposed=Rating(3),
                  right=True, **values)  # type: ignore[arg-type]  # fmt: skip


def test_what_was_reset_is_not_tested_by_its_next_answer(library: Library, tmp_path: Path) -> None:
    reset = act("reset", 5, card="views/a")
    found = counted(library, [good(0), good(9), good(12)], [reset], tmp_path)
    assert found.in_all.answers == 1


def test_what_was_taken_as_known_is_not_begun_by_its_first_answer(
    library: Library, tmp_path: Path
) -> None:
    (tmp_path / "new").mkdir()
    assert counted(library, [good(DAYS)], [], tmp_path / "new").done_today.new == 1
    placed = act("placed", 0, card="views/a", value="5")
    assert counted(library, [good(DAYS)], [placed], tmp_path).done_today.new == 0


@pytest.mark.parametrize("ahead", [1, 3, 60])
def test_answers_of_days_to_come_are_no_part_of_the_pace(
    library: Library, tmp_path: Path, ahead: int
) -> None:
    found = counted(library, [good(DAYS + ahead)], [], tmp_path)
    assert (found.seen, found.pace_days, found.new_a_day, found.ends) == (1, 1, 0.0, None)


def test_after_a_pause_of_a_month_the_time_of_an_answer_is_not_told(
    library: Library, tmp_path: Path
) -> None:
    for days, said in ((29, "Of the last 30 days: "), (30, "Nothing was answered in the last 30")):
        (tmp_path / said).mkdir()
        figures = counted(library, [good(DAYS - days)], [], tmp_path / said)
        *_, time_spent = PAGES["days"](Told(figures, {}, {}))
        told = " ".join(map(plain_line, time_spent.lines(80)))
        assert said in told and "seconds a card." in told


def test_answers_taken_in_from_anki_are_no_part_of_the_pace(
    library: Library, tmp_path: Path
) -> None:
    of_anki = [good(DAYS - 20, card="views/b", content_hash=""), good(DAYS - 300, content_hash="")]
    own = [good(DAYS - 1, card="grads/c"), good(DAYS, card="views/b")]
    found = counted(library, [*of_anki, *own], [], tmp_path)
    assert (found.seen, found.pace_days, found.new_a_day) == (3, 2, 0.5)


def test_home_tells_the_same_of_what_was_remembered_of_late(
    library: Library, answered: list[Review], tmp_path: Path
) -> None:
    placed = act("placed", 0, card="views/never", value="5")
    of_placed = good(DAYS - 3, card="views/never")
    told = counted(library, [*answered, of_placed], [placed], tmp_path)
    late = told.by_period["the last 30 days"]["all"]
    with ReviewLog.open(tmp_path / "quiz.db") as log:
        tested, remembered = log.tested(TODAY - timedelta(29), TODAY, library.cards)
    assert tested == late.answers
    assert remembered / tested == pytest.approx(late.recalled)


def test_an_empty_log_has_figures(library: Library, tmp_path: Path) -> None:
    found = counted(library, [], [], tmp_path)
    assert (found.in_all, found.calibration, found.minutes) == (Share(0, 0.0, 0.0), [], {})
    assert (found.log_loss, found.off_by, found.ends, found.longest_streak) == (None, None, None, 0)


def memory(stability: float, lapses: int, difficulty: float = 5.0) -> Memory:
    return Memory(stability, difficulty, DAY, DAY, 9, lapses)


def test_cards_are_counted_by_stability_difficulty_and_lapses() -> None:
    memories = {
        "a": memory(0.5, 0, difficulty=1.0),
        "b": memory(1.0, 2),
        "c": memory(400.0, 2, difficulty=9.0),
        "d": memory(29.9, 3, difficulty=10.0),
    }
    assert stabilities(memories.values()) == [1, 1, 1, 0, 0, 1]
    assert difficulties(memories.values()) == [1, 0, 0, 0, 1, 0, 0, 0, 2]
    assert hardest(memories, 2) == ["d", "c"]


def test_the_end_is_told_by_the_pace_where_there_is_one() -> None:
    assert ends_on(10, 5, 30, DAY) == DAY + timedelta(60)
    assert ends_on(11, 5, 30, DAY) == DAY + timedelta(66)
    assert ends_on(10, 0, 30, DAY) is None
    assert ends_on(10**9, 1, 30, DAY) is None


def test_the_longest_streak_is_the_most_days_in_a_row() -> None:
    studied = [DAY + timedelta(day) for day in (9, 0, 1, 2, 4, 5)]
    assert longest_streak(studied, EVERY_DAY) == 3
    assert longest_streak(studied, Days(away=((DAY + timedelta(3), DAY + timedelta(3)),))) == 5


@pytest.mark.parametrize("seed", range(3))
def test_true_retention_is_what_ankis_own_library_counts(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Of the same answers, where it is installed: `pip install anki`."""
    anki = pytest.importorskip("anki.collection").Collection(str(tmp_path / "collection.anki2"))
    monkeypatch.setenv("TZ", "UTC")
    answered = list(reviews(random.Random(seed)))
    ours = counted(library, answered, [], tmp_path).by_age
    ids = {}
    for name in [card for card in CARDS if card in library.cards]:
        note = anki.new_note(anki.models.by_name("Basic"))
        note["Front"] = name
        anki.add_note(note, 1)
        ids[name] = note.cards()[0].id
    for row in as_anki_logs(answered, ids):
        anki.db.execute("INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, ?, 5000, ?)", *row)
    theirs = anki._backend.graphs(search="", days=365).true_retention.all_time
    anki.close()
    for age, passed, failed in (
        (YOUNG, theirs.young_passed, theirs.young_failed),
        (MATURE, theirs.mature_passed, theirs.mature_failed),
    ):
        assert ours[age].answers == passed + failed > 10
        assert ours[age].recalled == pytest.approx(passed / (passed + failed))


def as_anki_logs(answered: Sequence[Review], ids: Mapping[str, int]) -> Iterator[tuple[int, ...]]:
    """Answers up to yesterday, by their time in milliseconds: that, card, rating, interval, the one
    before, ease factor and type.
    """
    learnt: dict[str, Review] = {}
    later = datetime.now(UTC).date() - timedelta(1) - TODAY
    for review in answered:
        if review.card not in ids:
            continue
        last = learnt.get(review.card)
        again = last is not None and last.study_date == review.study_date
        before = -600 if again else (last.due - last.study_date).days if last and last.due else 0
        after = (review.due - review.study_date).days if review.due else 0
        crammed = review.kind == "practice"
        kind = 3 if crammed else 2 if again else 1 if last else 0  # or relearning, review, learning
        at = int((review.at + later).timestamp() * 1000)
        yield at, ids[review.card], int(review.rating), after, before, 0 if crammed else 2500, kind
        if not crammed and not again:
            learnt[review.card] = review
