"""What a learner knows already is found out, taken as known, and can be taken back."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quizapp.deck.kinds.recall import RecallCard
from quizapp.deck.parts import Text
from quizapp.library.library import Library
from quizapp.library.loading import load_library
from quizapp.library.shipped import SHIPPED_DECKS
from quizapp.memory.log import ReviewLog
from quizapp.memory.path import waits
from quizapp.memory.review import DayCounts, Rating, Review
from quizapp.study.inquiry import FEWEST, MOST, Inquiry
from quizapp.study.phrases import placed_in_words, taken_up_in_words
from quizapp.study.placement import (
    ANSWERS,
    Placed,
    Placement,
    broken_off,
    spread,
    take_back_placement,
)
from runner.protocol.wire import Fact, Outcome
from tests.simulated_learners import KINDS, Simulated, place

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
TODAY = START.date()
TWO = Outcome((Fact("value", {"type": "int", "data": 2, "text": "2"}),), "", "", None, 0.0)

_seconds = itertools.count()


def tick() -> datetime:
    """A second later each time."""
    return START + timedelta(seconds=next(_seconds))


CARD = "  - {{id: c{number}, level: {level}, prompt: What is y?, code: y = 2, ask: {{value: y}}}}\n"


@pytest.fixture(scope="module")
def shipped(read_decks: Path) -> Library:
    return load_library([SHIPPED_DECKS], read_decks)


@pytest.mark.parametrize(
    "kind, questions, wrongly, missed",
    [
        ("novice", FEWEST, 0.0, 0.0),
        ("NumPy user", MOST, 0.2, 0.35),
        ("practitioner", MOST, 0.25, 0.4),
        ("distributed engineer", 22, 0.10, 0.05),
        ("guesser", 18, 0.03, 0.0),
    ],
)
def test_simulated_learners_are_placed_as_they_should_be(
    shipped: Library, kind: str, questions: int, wrongly: float, missed: float
) -> None:
    """On average over some, of all cards taken and all known; of all there are for a guesser."""
    placed: list[Simulated] = [place(KINDS[kind], shipped, seed) for seed in range(12)]
    assert all(FEWEST <= one.questions <= MOST for one in placed)
    assert sum(one.questions for one in placed) / len(placed) <= questions
    known = sum(one.known for one in placed)
    of = sum(one.taken for one in placed) if known else len(placed) * len(shipped.cards)
    assert sum(one.taken_wrongly for one in placed) <= wrongly * of
    assert sum(one.missed for one in placed) <= missed * known


def test_the_same_chance_asks_the_same_and_another_asks_otherwise(shipped: Library) -> None:
    def first(seed: int) -> list[str]:
        inquiry = Inquiry(shipped.cards.values(), shipped.after, random.Random(seed))
        asked: list[str] = []
        for answer in itertools.islice(itertools.cycle(ANSWERS), 6):
            card = inquiry.next()
            assert card is not None
            asked.append(card.id)
            inquiry = inquiry.after(card, answer)
        return asked

    assert first(1) == first(1)
    assert len({tuple(first(seed)) for seed in range(4)}) > 1
    assert len(set(first(1))) == 6


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """Two topics of two levels, one after the other."""
    for topic, head in (("basics", ""), ("beyond", "after: basics\n")):
        cards = "".join(CARD.format(number=n, level=1 + n % 2) for n in range(20))
        (tmp_path / f"{topic}.yaml").write_text(f"topic: {topic}\n{head}cards:\n{cards}")
    loaded = load_library([tmp_path], None)
    assert not loaded.problems
    return loaded


@pytest.fixture
def log(tmp_path: Path) -> Iterator[ReviewLog]:
    with ReviewLog.open(tmp_path / "quiz.db") as opened:
        yield opened


def begin(library: Library, log: ReviewLog) -> Placement:
    cards = library.cards.values()
    return Placement(
        library,
        log,
        cards,
        rollover_hour=4,
        max_interval=365,
        rng=random.Random(1),
        broken_off=broken_off(log),
    )


def go_through(placement: Placement, answer: str) -> Placed:
    """Answer everything so."""
    while placement.turn is not None:
        coming = [exercise.card.id for exercise in placement.upcoming()]
        assert coming[0] == placement.turn.exercise.card.id
        placement.answer([answer], TWO, now=tick(), seconds=3.0)
        assert placement.turn is None or placement.turn.exercise.card.id in coming
    return placement.finish(tick())


def review_of(library: Library, card: str) -> Review:
    return Review(
        id="a-review",
        card=card,
        content_hash=library.cards[card].content_hash,
        at=START + timedelta(days=9),
        study_date=TODAY + timedelta(9),
        kind="review",
        rating=Rating.GOOD,
        proposed=Rating.GOOD,
        right=True,
    )


def test_what_is_known_comes_back_in_the_coming_weeks_and_can_be_taken_back(
    library: Library, log: ReviewLog
) -> None:
    placed = go_through(begin(library, log), "2")
    memories = log.memories()
    assert FEWEST <= placed.asked <= MOST
    assert placed.taken == len(memories) == len(library.cards)
    assert {topic.topic: topic.taken for topic in placed.topics} == {"basics": 20, "beyond": 20}
    dues = sorted(memory.due for memory in memories.values())
    assert (dues[0], dues[-1]) == (placed.first, placed.last)
    assert TODAY + timedelta(2) < dues[0] < dues[-1] < TODAY + timedelta(28)
    assert len(set(dues)) > 15
    taken, returning, *topics = placed_in_words(placed, TODAY, str.upper)
    assert taken == f"{placed.asked} questions answered. Taken as known: 40 of 40 cards."
    assert topics == ["  BASICS   20 of 20", "  BEYOND   20 of 20"]
    assert returning.startswith("They come back to be confirmed, the first ")
    assert waits(library.cards.values(), library.after, memories) == {}
    assert log.reviews() == [] and log.answers_by_day() == {}
    assert log.last_on(TODAY) is None, "undo in a review leaves it alone"
    log.rebuild()
    assert log.memories() == memories

    review = review_of(library, "basics/c0")
    assert log.append(review) is not None
    assert log.counts_on(review.study_date) == DayCounts(new=0, reviews=1)
    assert take_back_placement(log, tick(), random.Random(2)) == len(library.cards)
    assert list(log.memories()) == ["basics/c0"], "what was reviewed since is kept"
    assert log.counts_on(review.study_date).new == 1
    assert take_back_placement(log, START, random.Random(3)) == 0


def test_every_answer_is_logged_as_what_it_is(library: Library, log: ReviewLog) -> None:
    placement = begin(library, log)
    placement.torch_version = "2.13.0"
    placed = []
    for answers, seen in ((["2"], TWO), (["3"], TWO), (["?"], TWO)):
        assert placement.turn is not None
        placed.append(placement.turn.exercise.card.id)
        placement.answer(answers, seen, now=tick(), seconds=3.0)
    assert placement.turn is not None
    skipped = placement.turn.exercise.card.id
    placement.leave_out()
    assert placement.turn.exercise.card.id != skipped
    said = {act.card: json.loads(act.value) for act in log.acts() if act.name == "asked"}
    assert sorted(said) == sorted(placed)
    assert [said[card]["answer"] for card in placed] == ["right", "wrong", "unknown"]
    assert said[placed[1]]["answers"] == ["3"] and said[placed[1]]["torch"] == "2.13.0"


def test_a_placement_that_was_broken_off_goes_on(library: Library, log: ReviewLog) -> None:
    whole = go_through(begin(library, log), "2")
    assert take_back_placement(log, tick(), random.Random(2)) == whole.taken
    assert begin(library, log).taken_up == 0, "one that was ended begins anew"

    left = begin(library, log)
    asked = []
    for _ in range(5):
        assert left.turn is not None
        asked.append(left.turn.exercise.card.id)
        left.answer(["2"], TWO, now=tick(), seconds=3.0)
    again = begin(library, log)
    assert (again.taken_up, again.asked) == (5, 5)
    assert again.turn is not None and again.turn.exercise.card.id not in asked
    assert list(taken_up_in_words(again)) == [
        "It goes on where it broke off: 5 questions answered."
    ]
    while again.turn is not None:
        again.answer(["2"], TWO, now=tick(), seconds=3.0)
    assert again.finish(tick()).taken == len(library.cards)
    assert begin(library, log).taken_up == 0


def test_a_placement_goes_on_after_one_that_came_to_nothing_and_takes_answers_back(
    library: Library, log: ReviewLog
) -> None:
    assert go_through(begin(library, log), "?").taken == 0
    left = begin(library, log)
    assert (left.taken_up, left.can_be_taken_back) == (0, False)
    asked = []
    for _ in range(4):
        assert left.turn is not None
        asked.append(left.turn.exercise.card.id)
        left.answer(["2"], TWO, now=tick(), seconds=3.0)
    again = begin(library, log)
    assert again.taken_up == 4
    again.take_back(tick())
    assert again.turn is not None and again.turn.exercise.card.id == asked[-1]
    again.answer(["?"], TWO, now=tick(), seconds=3.0)
    assert [act.card for act in broken_off(log)] == asked
    again.take_back(tick())
    again.take_back(tick())
    assert again.asked == 2 and len(broken_off(log)) == 2


def test_who_knows_nothing_begins_at_the_beginning(library: Library, log: ReviewLog) -> None:
    placed = go_through(begin(library, log), "?")
    assert (placed.asked, placed.taken, placed.first) == (FEWEST, 0, None)
    assert log.memories() == {}


def test_a_card_that_was_missed_is_learnt_anew_among_those_that_are_known(
    library: Library, log: ReviewLog
) -> None:
    placement = begin(library, log)
    for _ in range(12):
        placement.answer(["2"], TWO, now=tick(), seconds=3.0)
    assert placement.turn is not None
    missed = placement.turn.exercise.card.id
    placement.answer(["3"], TWO, now=tick(), seconds=3.0)
    placed = go_through(placement, "2")
    assert library.cards.keys() - log.memories().keys() == {missed}
    assert placed.taken == len(library.cards) - 1


def test_what_turns_out_not_to_run_here_is_not_taken_as_known(
    library: Library, log: ReviewLog
) -> None:
    placement = begin(library, log)
    while placement.turn is not None:
        placement.answer(["2"], TWO, now=tick(), seconds=3.0)
    placed = placement.finish(START, {"basics/c0", "basics/c1", "beyond/c0"})
    assert {topic.topic: topic.cards for topic in placed.topics} == {"basics": 2, "beyond": 1}
    assert set(log.memories()) == {"basics/c0", "basics/c1", "beyond/c0"}


def built_on(library: Library, topic: str) -> set[str]:
    """The topic, and what it is taught after."""
    return {topic}.union(*(built_on(library, other) for other in library.after[topic]))


@pytest.mark.parametrize("seed", range(3))
def test_who_stops_early_is_taken_to_know_what_was_answered_and_what_it_builds_on(
    shipped: Library, seed: int
) -> None:
    inquiry = Inquiry(shipped.cards.values(), shipped.after, random.Random(seed))
    shown: set[str] = set()
    for _ in range(FEWEST - 1):
        card = inquiry.next()
        assert card is not None
        inquiry = inquiry.after(card, "right")
        shown |= built_on(shipped, card.topic)
        assert {card.topic for card, _ in inquiry.taken_as_known()} <= shown
    card = inquiry.next()
    assert card is not None
    assert not {card.topic for card, _ in inquiry.after(card, "right").taken_as_known()} <= shown


@pytest.mark.parametrize("seed", [3, 5, 8])  # which miss all of some topic
def test_a_topic_that_was_missed_is_not_taken_as_known_for_the_sake_of_others(
    shipped: Library, seed: int
) -> None:
    rng = random.Random(seed)
    inquiry = Inquiry(shipped.cards.values(), shipped.after, rng)
    right, missed = Counter[str](), dict[str, int]()
    while (card := inquiry.next()) is not None:
        is_right = rng.random() < 0.75
        inquiry = inquiry.after(card, "right" if is_right else "wrong")
        right[card.topic] += is_right
        if not is_right:
            missed[card.topic] = min(card.level, missed.get(card.topic, card.level))
    taken = [card for card, _ in inquiry.taken_as_known()]
    none_right = {topic: level for topic, level in missed.items() if not right[topic]}
    assert none_right
    assert [card.id for card in taken if card.level >= none_right.get(card.topic, 9)] == []
    assert len({card.topic for card in taken}) > 5


def test_a_placement_that_was_not_begun_takes_nothing(library: Library, log: ReviewLog) -> None:
    assert begin(library, log).finish(START).taken == 0


def test_what_is_remembered_already_is_neither_asked_nor_taken(
    library: Library, log: ReviewLog
) -> None:
    before = log.append(review_of(library, "basics/c0"))
    placed = go_through(begin(library, log), "2")
    assert log.memories()["basics/c0"] == before
    assert placed.taken == len(library.cards) - 1
    assert "basics/c0" not in {act.card for act in log.acts()}


def test_intervals_are_spread_the_less_sure_first_and_keep_to_the_longest() -> None:
    words = Text(en="")
    cards = [RecallCard(id=f"a/{n}", prompt=words, back=words, line=1) for n in range(400)]
    taken = [(card, 0.9 if number < 200 else 1.0) for number, card in enumerate(cards)]
    days = spread(taken, 365, random.Random(1))
    assert max(days[card.id] for card in cards[:200]) <= min(days[card.id] for card in cards[200:])
    assert max(list(days.values()).count(day) for day in days.values()) <= 9
    assert max(spread(taken, 10, random.Random(1)).values()) <= 10
    assert set(spread(taken[:3], 1, random.Random(1)).values()) == {1}
    assert spread([], 365, random.Random(1)) == {}
