"""Answers from Anki find the cards that were made of the package as it was before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from quizapp.anki.history import Entry, logged
from quizapp.anki.known import known_cards
from quizapp.anki.recall import Recall, by_id, deck_text
from quizapp.deck.format.load import load_text
from quizapp.deck.kinds.recall import RecallCard
from quizapp.memory.review import Review

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
LONG = "In the following code, what is the value of {} after that?".format


def entry(day: int) -> Entry:
    at = NOON + timedelta(day)
    return Entry(at=at, day=at.date(), ease=3, kind=1, factor=2500, seconds=2.0)


def card(front: str, back: str = "b", *days: int) -> Recall:
    return Recall(front, back, (), [entry(day) for day in days])


def deck(cards: Sequence[Recall], *changes: tuple[str, str]) -> list[RecallCard]:
    """The deck of a package, and what its author changed in it since."""
    text = deck_text("mine", "Mine", by_id(cards))
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    loaded = load_text(text, "mine.yaml").deck
    assert loaded is not None
    return [one for one in loaded.cards if isinstance(one, RecallCard)]


def found(
    before: Sequence[Recall], now: Sequence[Recall], *changes: tuple[str, str]
) -> dict[str, str]:
    """The front of each card that is known, by its id; the first package's answers are logged."""
    answers = [
        one
        for id, recall in by_id(before).items()
        for one in logged(f"mine/{id}", recall.history)
        if isinstance(one, Review)
    ]
    known = known_cards(by_id(now), deck(before, *changes), answers)
    return {id.removeprefix("mine/"): recall.prompt for id, recall in known.items()}


@pytest.mark.parametrize("fronts", [("什么?", "何?", "谁?"), (LONG("x"), LONG("y"), LONG("z"))])
def test_what_is_deleted_or_changed_in_anki_moves_no_answer_to_another_card(
    fronts: tuple[str, str, str],
) -> None:
    first, second, third = (card(front, str(at)) for at, front in enumerate(fronts))
    ids = list(by_id([first, second, third]))
    learnt = card(fronts[2], "2", 3)
    assert found([first, second, third], [second, learnt]) == {ids[1]: fronts[1], ids[2]: fronts[2]}
    changed = card("New", "0", 5)
    assert found([first, second, third], [changed, second, learnt]) == {
        ids[1]: fronts[1],
        ids[2]: fronts[2],
    }


def test_a_card_of_which_an_answer_is_logged_is_known_whatever_has_become_of_it() -> None:
    before = [card("One", "1", 1), card("Two", "2", 2)]
    assert found(before, [card("Zwei", "zwei", 2, 4), card("One", "1")]) == {
        "two": "Zwei",
        "one": "One",
    }


def test_a_card_is_known_by_its_front_where_its_back_was_changed() -> None:
    assert found([card("One", "1"), card("Two", "2")], [card("Two", "zwei", 1)]) == {"two": "Two"}


def test_a_card_whose_front_was_changed_here_is_known_by_the_id_that_it_kept() -> None:
    before = [card("What is it", "1"), card("什么?", "2")]
    changes = ("prompt: What is it", "prompt: Which"), ("prompt: 什么?", "prompt: What")
    assert found(before, [card("What is it", "1", 1), card("什么?", "2", 1)], *changes) == {
        "what-is-it": "What is it"
    }


def test_equal_cards_are_known_in_their_order_and_all_others_not_at_all() -> None:
    twice = [card("Same", "b"), card("Same", "b")]
    assert list(found(twice, twice)) == ["same", "same-2"]
    assert found(twice, [card("Other", "b", 1)]) == {}


def test_what_is_written_otherwise_by_now_is_the_same() -> None:
    assert found([card(r"a `x` \. **b**")], [card(r"a `` x `` \\. b")]) == {
        "a-x-b": r"a `` x `` \\. b"
    }


def test_what_a_field_was_written_with_before_is_the_same() -> None:
    old = card("See the docs", "- one\n\n- two\n\na | b\n\n1 | 2\n\nTitle\n\nsaid")
    new = card(
        r"See [the docs](https://example.org/a_\(b\))",
        "- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## Title\n\n---\n\n> said",
    )
    assert list(found([old], [new])) == ["see-the-docs"]


def test_answers_to_a_renamed_card_are_logged_where_the_first_ones_are() -> None:
    renamed = ("id: one", "id: eins\n  was: one")
    assert list(found([card("One", "1", 1)], [card("One", "1", 1, 3)], renamed)) == ["one"]
    assert list(found([card("One", "1")], [card("One", "1", 3)], renamed)) == ["eins"]
    changed = ("prompt: One", "prompt: Eins?")
    both = [card("One", "1", 3), card("Eins!", "1", 4)]
    assert list(found([card("One", "1")], both, renamed, changed)) == ["eins"]
