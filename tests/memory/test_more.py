"""What there is to do beyond the day's cards."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta

from quizapp.deck.kinds.recall import RecallCard
from quizapp.memory.more import again, ahead, more_new
from quizapp.memory.queue import Plan
from quizapp.memory.schedule import Memory

MakeCard = Callable[..., RecallCard]

TODAY = date(2026, 3, 1)


def memory(*, due_in: int, ago: int, stability: float = 10.0) -> Memory:
    last, due = TODAY - timedelta(ago), TODAY + timedelta(due_in)
    return Memory(stability, 5.0, last, due, reps=3, lapses=0)


def kinds(planned: Plan) -> dict[str, str]:
    return {item.card_id: item.kind for item in planned.items}


def test_more_new_cards_are_those_whose_turn_is_next(make_card: MakeCard) -> None:
    cards = [
        make_card("a/hard", level=3),
        make_card("a/easy", level=1),
        make_card("a/waits", level=1, after=("a/easy",)),
        make_card("a/follows", level=2, after=("b/known",)),
        make_card("b/known"),
        make_card("b/new", level=1),
    ]
    memories = {"b/known": memory(due_in=1, ago=0)}
    assert kinds(more_new(cards, memories, ["a"], 2)) == {"a/easy": "new", "a/follows": "new"}
    assert len(more_new(cards, memories, ["a", "b"], None).items) == 4


def test_more_new_cards_of_all_topics_are_of_the_few_that_were_begun(make_card: MakeCard) -> None:
    cards = [make_card(f"{topic}/{n}") for topic in "abcd" for n in range(3)]
    more = more_new(cards, {}, None, 4, begun=("b", "d"))
    assert kinds(more) == dict.fromkeys(("b/0", "b/1", "d/0", "d/1"), "new")


def test_reviews_ahead_begin_with_what_was_held_back_and_leave_out_todays(
    make_card: MakeCard,
) -> None:
    cards = [make_card(f"a/{n}") for n in range(5)] + [make_card("b/other")]
    memories = {
        "a/0": memory(due_in=9, ago=1, stability=50.0),
        "a/1": memory(due_in=1, ago=9),
        "a/2": memory(due_in=0, ago=5, stability=90.0),
        "a/3": memory(due_in=1, ago=0),
        "b/other": memory(due_in=1, ago=9),
    }
    planned = ahead(cards, memories, TODAY, ["a"], 2, random.Random(1))
    assert kinds(planned) == {"a/2": "review", "a/1": "ahead"}
    everything = ahead(cards, memories, TODAY, ["a", "b"], None, random.Random(1))
    assert set(kinds(everything)) == {"a/0", "a/1", "a/2", "b/other"}


def test_misses_again_are_practice_once_they_were_right(make_card: MakeCard) -> None:
    cards = [make_card("a/righted"), make_card("a/open"), make_card("b/open")]
    missed = {"a/righted": True, "a/open": False, "b/open": False, "gone/card": False}
    planned = again(cards, missed, ["a"], random.Random(1))
    assert kinds(planned) == {"a/righted": "practice", "a/open": "relearn"}
