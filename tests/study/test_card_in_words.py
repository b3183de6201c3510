"""A card and what was answered to it, in the words by which one looks back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from quizapp.deck.format.load import load_text
from quizapp.deck.model import Card
from quizapp.memory.acts.act import FRESH
from quizapp.memory.review import Rating, Review
from quizapp.memory.schedule import Memory
from quizapp.study.card_in_words import answer_in_words, answer_told, card_in_words
from quizapp.study.card_row import CardRow
from quizapp.text.language import speak, spoken
from tests.deck.kinds import kinds

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
TODAY = NOW.date()
CARDS = {card.id.partition("/")[2]: card for card in kinds().cards}


ASKS = """\
topic: own
cards:
  - {id: asks, prompt: p, code: x = 1, ask: {fails: code, value: x}}
"""


@pytest.fixture
def chinese() -> Iterator[None]:
    speak("zh")
    yield
    speak("en")


def answered(card: Card, *answers: str, content_hash: str) -> str:
    review = Review(
        id="",
        card=card.id,
        content_hash=content_hash,
        at=NOW,
        study_date=TODAY,
        kind="review",
        rating=Rating.AGAIN,
        proposed=Rating.AGAIN,
        right=False,
        answers=answers,
    )
    return answer_in_words(answer_told(review, card, spoken()))


@pytest.mark.parametrize(
    ("card", "answer", "told"),
    [
        ("views", "1,3", "`x.view(2, -1)`  `x[1:]`"),
        ("views", "none", "none"),
        ("one-of-two", "2", "No"),
        ("one-of-two", "?", "?"),
        ("in-order", "3 1 2", "x -= 2 ⏎ x += 1 ⏎ if x: ⏎     x *= 3"),
        ("transpose", "x.t()", "x.t()"),
    ],
)
def test_what_was_picked_by_numbers_is_told_in_its_words(card: str, answer: str, told: str) -> None:
    assert answered(CARDS[card], answer, content_hash=CARDS[card].content_hash) == told


def test_words_that_a_key_stands_for_are_told_in_chinese(chinese: None) -> None:
    deck = load_text(ASKS, "own.yaml").deck
    assert deck is not None
    [asks] = deck.cards
    assert answered(asks, "no", "1", content_hash=asks.content_hash) == "否  1"
    assert answered(CARDS["views"], "none", content_hash=CARDS["views"].content_hash) == "无"


def test_numbers_of_a_card_that_was_another_then_stay_numbers() -> None:
    assert answered(CARDS["views"], "1,3", content_hash="of another") == "1,3"


@pytest.mark.parametrize(("stability", "told"), [(0.4, ""), (3.4, ", 90% on 2026-03-05")])
def test_recall_of_less_than_a_day_has_no_day_of_its_own(stability: float, told: str) -> None:
    memory = Memory(stability, 5, last_study_date=TODAY, due=TODAY, reps=1, lapses=0)
    row = CardRow(
        card=CARDS["views"],
        memory=memory,
        recall=1.0,
        standing=FRESH,
        added=None,
        once_more=False,
    )
    _, _, line = card_in_words(row, TODAY)[1].partition(", ")
    assert line == f"due 2026-03-02: answered today{told}, difficulty 5.0"
    _, _, line = card_in_words(replace(row, recall=0.97), TODAY + timedelta(1))[1].partition(", ")
    assert line == f"due 2026-03-02: 97% that you recall it today{told}, difficulty 5.0"


@pytest.mark.parametrize(
    ("awaited", "told"),
    [
        ((), "new"),
        (("a", "b"), "new, to be learnt after a, b"),
        (tuple("abcde"), "new, to be learnt after a, b, c and 2 more"),
    ],
)
def test_a_new_card_tells_which_are_to_be_learnt_before_it(
    awaited: tuple[str, ...], told: str
) -> None:
    row = CardRow(
        card=CARDS["views"],
        memory=None,
        recall=None,
        standing=FRESH,
        added=None,
        once_more=False,
        awaited=awaited,
    )
    assert card_in_words(row, TODAY)[1] == told
