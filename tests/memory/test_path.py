"""Which topics are open, and of which topics a day's new cards are."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

from quizapp.deck.kinds.recall import RecallCard
from quizapp.library.loading import load_library
from quizapp.library.shipped import SHIPPED_DECKS
from quizapp.memory.more import more_new
from quizapp.memory.path import of_few_topics, waits
from quizapp.memory.queue import Limits, plan
from quizapp.memory.review import DayCounts
from quizapp.memory.schedule import Memory

MakeCard = Callable[..., RecallCard]

TODAY = date(2026, 3, 1)
LEARNT = Memory(5.0, 5.0, TODAY, TODAY + timedelta(5), reps=1, lapses=0)
MISSED = Memory(0.2, 5.0, TODAY, TODAY + timedelta(1), reps=1, lapses=0)
PATH = {"a": (), "b": ("a",), "c": ("b",), "mine": ()}


def new(cards: list[RecallCard], *, begun: str = "", done: int = 0, most: int = 6) -> list[str]:
    """The ids of a first day's new cards, sorted."""
    counts = DayCounts(new=done, begun=frozenset(begun.split()))
    limits = Limits(new_per_day=most + done)
    planned = plan(cards, {}, TODAY, counts, limits, random.Random(1), after=PATH)
    return sorted(item.card_id for item in planned.items)


def test_a_topic_opens_once_the_first_things_before_it_are_learnt(make_card: MakeCard) -> None:
    cards = [make_card("a/x", level=1), make_card("a/y", level=1), make_card("a/z", level=2)]
    cards += [make_card("b/x", level=3), make_card("c/x", level=1)]
    assert waits(cards, PATH, {}) == {"b": {"a": 2}, "c": {"b": 1}}
    assert waits(cards, PATH, {"a/x": LEARNT, "a/y": MISSED}) == {"b": {"a": 1}, "c": {"b": 1}}
    assert waits(cards, PATH, {"a/x": LEARNT, "a/y": LEARNT}) == {"c": {"b": 1}}


def test_a_topic_that_was_begun_stays_open(make_card: MakeCard) -> None:
    cards = [make_card("a/x"), make_card("b/x"), make_card("b/y")]
    assert waits(cards, PATH, {"b/x": MISSED}) == {}


def test_a_topic_of_which_nothing_can_be_asked_passes_on_what_it_waits_for(
    make_card: MakeCard,
) -> None:
    assert waits([make_card("a/x"), make_card("c/x")], PATH, {}) == {"c": {"a": 1}}


def test_new_cards_of_a_day_are_of_two_topics_in_turn(make_card: MakeCard) -> None:
    cards = [make_card(f"{topic}/{n}") for topic in "xyz" for n in range(4)]
    chosen = of_few_topics(cards, {"z": (), "x": (), "y": ()}, (), 8)
    assert [card.id for card in chosen[:4]] == ["z/0", "x/0", "z/1", "x/1"]
    assert {card.topic for card in chosen} == {"z", "x"}


def test_further_topics_begin_where_two_have_too_few_cards_for_the_day(
    make_card: MakeCard,
) -> None:
    """The last cards of a topic come one by one: those after it do not wait for them."""
    cards = [make_card("x/0"), make_card("y/0")]
    cards += [make_card(f"{topic}/{n}") for topic in ("z", "last") for n in range(9)]
    path = {"x": (), "y": (), "z": (), "last": ()}
    assert [card.id for card in of_few_topics(cards, path, (), 5)] == [
        *("x/0", "y/0", "z/0", "z/1", "z/2")
    ]
    begun = of_few_topics(cards, path, {"x", "y"}, 3)
    assert [card.id for card in begun] == ["x/0", "y/0", "z/0"]


def test_a_deck_on_no_path_shares_the_day_with_the_path(make_card: MakeCard) -> None:
    cards = [make_card(f"{topic}/{n}") for topic in ("a", "mine", "other") for n in range(9)]
    assert new(cards) == ["a/0", "a/1", "a/2", "mine/0", "mine/1", "mine/2"]
    begun = new(cards, begun="other", done=1)
    assert begun == ["a/0", "a/1", "a/2", "other/0", "other/1", "other/2"]


def test_the_topics_begun_today_go_on_and_no_third_one_begins(make_card: MakeCard) -> None:
    cards = [make_card("a/0"), make_card("mine/0"), make_card("other/0")]
    assert new(cards, begun="a gone", done=2, most=1) == ["a/0"]
    more = more_new(cards, {}, None, 2, PATH, frozenset({"gone", "done"}))
    assert sorted(item.card_id for item in more.items) == ["a/0", "mine/0"]


def test_drills_of_what_comes_later_leave_the_next_on_the_path_its_share(
    make_card: MakeCard,
) -> None:
    cards = [make_card(f"{topic}/{n}") for topic in "abc" for n in range(4)]
    path = {"a": (), "b": ("a",), "c": ("b",)}
    chosen = of_few_topics(cards, path, {"b", "c"}, 6)
    assert [card.id for card in chosen] == ["a/0", "b/0", "c/0", "a/1", "b/1", "c/1"]
    assert {card.topic for card in of_few_topics(cards, path, {"a", "c"}, 6)} == {"a", "c"}


def test_traps_wait_until_other_topics_have_only_traps_left(make_card: MakeCard) -> None:
    cards = [make_card("x/trap", level=3), make_card("y/one", level=2), make_card("z/one", level=1)]
    chosen = of_few_topics(cards, {"x": (), "y": (), "z": ()}, (), 2)
    assert [card.id for card in chosen] == ["y/one", "z/one"]


def test_the_first_cards_of_a_newcomer_are_about_tensors_shapes_and_dtypes(
    read_decks: Path,
) -> None:
    """Of the shipped decks, on a machine of which nothing is known yet."""
    library = load_library([SHIPPED_DECKS], read_decks)
    planned = plan(
        *(library.cards.values(), {}, TODAY, DayCounts(), Limits(), random.Random(1)),
        after=library.after,
    )
    cards = [library.cards[item.card_id] for item in planned.items]
    assert len(cards) == 10
    assert {card.topic for card in cards} <= {"tensor-ops", "shape-ops", "dtypes"}
    assert {card.level for card in cards} == {1}
