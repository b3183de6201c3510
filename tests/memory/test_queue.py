from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizapp.deck.kinds.recall import RecallCard
from quizapp.memory.queue import Limits, Plan, apart, drill, plan
from quizapp.memory.review import DayCounts
from quizapp.memory.schedule import Memory, retrievability
from quizapp.memory.topics import topic_counts

MakeCard = Callable[..., RecallCard]
Library = tuple[list[RecallCard], dict[str, Memory]]

TODAY = date(2026, 3, 1)
NOTHING_DONE = DayCounts()
LIMITS = Limits()


def memory(*, due_in: int = 0, stability: float = 10.0, ago: int = 10) -> Memory:
    return Memory(
        stability, 5.0, TODAY - timedelta(ago), TODAY + timedelta(due_in), reps=3, lapses=0
    )


def ids(planned: Plan, *kinds: str) -> list[str]:
    return [item.card_id for item in planned.items if not kinds or item.kind in kinds]


@st.composite
def libraries(draw: st.DrawFn, make_card: MakeCard) -> Library:
    """Cards of three topics in which links lead back only, some of them seen before."""
    size = draw(st.integers(0, 24))
    cards: list[RecallCard] = []
    memories: dict[str, Memory] = {}
    for number in range(size):
        topic = draw(st.sampled_from("abc"))
        earlier = [card.id for card in cards]
        after = draw(st.lists(st.sampled_from(earlier), max_size=2)) if earlier else []
        level = draw(st.sampled_from([1, 2, 3]))
        cards.append(make_card(f"{topic}/{number}", after=tuple(after), level=level))
        if draw(st.booleans()):
            memories[cards[-1].id] = memory(
                due_in=draw(st.integers(-5, 5)),
                stability=draw(st.floats(0.1, 100)),
                ago=draw(st.integers(1, 50)),
            )
    return cards, memories


limits_ = st.builds(Limits, new_per_day=st.integers(0, 20), reviews_per_day=st.integers(0, 20))
done_ = st.builds(DayCounts, new=st.integers(0, 10), reviews=st.integers(0, 10))


@given(st.data(), limits_, done_, st.integers(0, 9))
def test_every_sitting_keeps_the_rules(
    make_card: MakeCard, data: st.DataObject, limits: Limits, done: DayCounts, seed: int
) -> None:
    cards, memories = data.draw(libraries(make_card))
    by_id = {card.id: card for card in cards}
    topics = data.draw(st.sets(st.sampled_from("abc")))
    sittings = [
        plan(cards, memories, TODAY, done, limits, random.Random(seed)),
        drill(cards, topics, memories, TODAY, done, limits, random.Random(seed)),
    ]
    assert all(by_id[card].topic in topics for card in ids(sittings[1]))
    assert ids(sittings[0], "practice") == []
    for sitting in sittings:
        assert len(set(ids(sitting))) == len(ids(sitting))
        due = ids(sitting, "review")
        assert all(memories[card].due <= TODAY for card in due)
        assert len(due) <= max(0, limits.reviews_per_day - done.reviews)
        assert all(memories[card].due > TODAY for card in ids(sitting, "practice"))
        new = ids(sitting, "new")
        assert len(new) <= max(0, limits.new_per_day - done.new)
        assert not memories.keys() & set(new)
        for card in new:
            before = [
                other for other in by_id[card].after if sitting is sittings[0] or other[0] in topics
            ]
            assert all(memories[other].learnt for other in before)
            met = {*due, *new}
            assert not met & set(by_id[card].after)
            assert not any(card in by_id[other].after for other in met)


@settings(max_examples=30)
@given(st.data(), st.integers(0, 9))
def test_the_same_seed_plans_the_same(make_card: MakeCard, data: st.DataObject, seed: int) -> None:
    cards, memories = data.draw(libraries(make_card))
    first, second = (
        [
            plan(cards, memories, TODAY, NOTHING_DONE, LIMITS, random.Random(seed)),
            drill(cards, "ab", memories, TODAY, NOTHING_DONE, LIMITS, random.Random(seed)),
        ]
        for _ in range(2)
    )
    assert first == second


@settings(max_examples=50)
@given(st.data())
def test_without_limits_nothing_that_is_due_is_left_out(
    make_card: MakeCard, data: st.DataObject
) -> None:
    cards, memories = data.draw(libraries(make_card))
    planned = plan(cards, memories, TODAY, NOTHING_DONE, LIMITS, random.Random(1))
    assert set(ids(planned, "review")) == {
        card for card, memory in memories.items() if memory.due <= TODAY
    }


def test_due_cards_come_by_retrievability(make_card: MakeCard) -> None:
    cards = [make_card(f"a/{n}") for n in range(20)]
    memories = {card.id: memory(stability=5.0 + n) for n, card in enumerate(cards)}
    random.Random(3).shuffle(cards)
    planned = plan(cards, memories, TODAY, NOTHING_DONE, LIMITS, random.Random(1))
    recalled = [retrievability(memories[card], TODAY) for card in ids(planned)]
    assert recalled == sorted(recalled)


def test_the_limit_cuts_off_what_is_remembered_best(make_card: MakeCard) -> None:
    cards = [make_card(f"a/{n}") for n in range(6)]
    memories = {card.id: memory(stability=5.0 + n) for n, card in enumerate(cards)}
    done = DayCounts(reviews=97)
    planned = plan(cards, memories, TODAY, done, LIMITS, random.Random(1))
    assert ids(planned) == ["a/0", "a/1", "a/2"]


def test_equals_come_in_another_order_with_another_seed(make_card: MakeCard) -> None:
    cards = [make_card(f"a/{n}") for n in range(10)]
    memories = {card.id: memory() for card in cards}
    orders = {
        tuple(ids(plan(cards, memories, TODAY, NOTHING_DONE, LIMITS, random.Random(seed))))
        for seed in range(5)
    }
    assert len(orders) == 5


def test_neighbours_are_of_different_topics(make_card: MakeCard) -> None:
    cards = [make_card(f"{topic}/{n}") for topic in "ab" for n in range(6)]
    memories = {card.id: memory(stability=5.0 + n) for n, card in enumerate(cards)}
    planned = plan(cards, memories, TODAY, NOTHING_DONE, LIMITS, random.Random(1))
    topics = "".join(card[0] for card in ids(planned))
    assert topics == "ab" * 6


def test_confident_errors_come_first(make_card: MakeCard) -> None:
    cards = [make_card(f"{'ab'[n % 2]}/{n}") for n in range(12)]
    memories = {card.id: memory(stability=5.0 + n) for n, card in enumerate(cards[:10])}
    errors = {"b/9", "a/8"}
    planned = plan(cards, memories, TODAY, NOTHING_DONE, LIMITS, random.Random(1), first=errors)
    assert set(ids(planned)[:2]) == errors
    assert len(ids(planned)) == 12
    alone = {card: memories[card] for card in errors}
    planned = plan(cards, alone, TODAY, NOTHING_DONE, LIMITS, random.Random(1), first=errors)
    assert set(ids(planned)[:2]) == errors, "before many new ones, too"
    two = Limits(new_per_day=0, reviews_per_day=2)
    fewest = plan(cards, memories, TODAY, NOTHING_DONE, two, random.Random(1), first=errors)
    assert set(ids(fewest)) == errors, "no limit puts them off for others"


def test_new_cards_come_by_level_each_topic_in_turn(make_card: MakeCard) -> None:
    cards = [
        make_card("a/hard", level=3),
        make_card("a/one", level=1),
        make_card("a/two", level=1),
        make_card("a/three", level=1),
        make_card("b/one", level=1),
        make_card("b/middling", level=2),
    ]
    planned = plan(cards, {}, TODAY, NOTHING_DONE, Limits(new_per_day=3), random.Random(1))
    assert set(ids(planned)) == {"a/one", "b/one", "a/two"}
    everything = plan(cards, {}, TODAY, NOTHING_DONE, LIMITS, random.Random(1))
    assert ids(everything)[-1] == "a/hard"


def test_new_cards_are_spread_through_the_sitting(make_card: MakeCard) -> None:
    cards = [make_card(f"a/{n}") for n in range(40)]
    memories = {card.id: memory() for card in cards[:30]}
    planned = plan(cards, memories, TODAY, NOTHING_DONE, LIMITS, random.Random(1))
    places = [place for place, item in enumerate(planned.items) if item.kind == "new"]
    gaps = [later - earlier for earlier, later in pairwise(places)]
    assert len(places) == 10
    assert set(gaps) <= {3, 4, 5}


def test_new_cards_introduced_earlier_today_count(make_card: MakeCard) -> None:
    cards = [make_card(f"a/{n}") for n in range(20)]
    done = DayCounts(new=7)
    assert len(ids(plan(cards, {}, TODAY, done, LIMITS, random.Random(1)))) == 3


@pytest.mark.parametrize(
    "known, introduced",
    [
        (None, ["a/first"]),
        (memory(stability=0.2, due_in=1), []),
        (memory(stability=5.0, due_in=1), ["a/then"]),
        (memory(stability=5.0, due_in=0), []),
    ],
    ids=["new", "missed so far", "learnt", "learnt, and due in this sitting"],
)
def test_a_card_waits_for_what_it_comes_after(
    make_card: MakeCard, known: Memory | None, introduced: list[str]
) -> None:
    cards = [make_card("a/then", after=("a/first",)), make_card("a/first")]
    memories = {"a/first": known} if known else {}
    planned = plan(cards, memories, TODAY, NOTHING_DONE, LIMITS, random.Random(1))
    assert ids(planned, "new") == introduced


def test_a_drill_asked_for_by_name_waits_for_no_other_topic(make_card: MakeCard) -> None:
    cards = [make_card("a/first"), make_card("b/one", after=("a/first",))]
    cards.append(make_card("b/two", after=("b/one",)))
    path = {"a": (), "b": ("a",)}
    usual = plan(cards, {}, TODAY, NOTHING_DONE, LIMITS, random.Random(1), after=path)
    assert ids(usual) == ["a/first"]
    named = drill(cards, ["b"], {}, TODAY, NOTHING_DONE, LIMITS, random.Random(1), after=path)
    assert ids(named) == ["b/one"]


def test_a_prerequisite_that_no_deck_has_keeps_no_card_waiting(make_card: MakeCard) -> None:
    cards = [make_card("a/then", after=("gone/first",))]
    planned = plan(cards, {}, TODAY, NOTHING_DONE, LIMITS, random.Random(1))
    assert ids(planned) == ["a/then"]


def test_of_linked_due_cards_the_limit_drops_the_less_urgent(make_card: MakeCard) -> None:
    cards = [make_card("a/0"), make_card("a/1", after=("a/0",)), make_card("a/2")]
    memories = {card.id: memory(stability=5.0 + n) for n, card in enumerate(cards)}
    two = Limits(reviews_per_day=2)
    planned = plan(cards, memories, TODAY, NOTHING_DONE, two, random.Random(1))
    assert ids(planned) == ["a/0", "a/2"]


def test_linked_due_cards_are_kept_apart(make_card: MakeCard) -> None:
    pairs = [
        card
        for n in range(6)
        for card in (make_card(f"a/{n}"), make_card(f"a/{n}-then", after=(f"a/{n}",)))
    ]
    memories = {card.id: memory() for card in pairs}
    for seed in range(20):
        planned = plan(pairs, memories, TODAY, NOTHING_DONE, LIMITS, random.Random(seed))
        places = {card: place for place, card in enumerate(ids(planned))}
        assert len(places) == 12
        assert all(abs(places[f"a/{n}"] - places[f"a/{n}-then"]) > 3 for n in range(6))


def test_five_cards_come_between_two_that_are_linked(make_card: MakeCard) -> None:
    first, then = make_card("a/first"), make_card("a/then", after=("a/first",))
    others = [make_card(f"a/{n}") for n in range(9)]
    order = [card.id for card in apart([first, then, *others])]
    assert (order.index("a/first"), order.index("a/then")) == (0, 6)


def test_a_drill_ends_in_practice_of_the_rest(make_card: MakeCard) -> None:
    cards = [make_card(f"a/{n}") for n in range(4)] + [make_card("b/other")]
    memories = {
        "a/0": memory(due_in=-1),
        "a/1": memory(due_in=9, stability=50.0),
        "a/2": memory(due_in=9, stability=20.0),
        "b/other": memory(),
    }
    planned = drill(cards, ["a"], memories, TODAY, NOTHING_DONE, LIMITS, random.Random(1))
    kinds = {item.card_id: item.kind for item in planned.items}
    assert kinds == {"a/0": "review", "a/3": "new", "a/2": "practice", "a/1": "practice"}
    assert ids(planned)[2:] == ["a/2", "a/1"]


def test_what_is_due_beyond_the_limit_is_not_wasted_on_practice(make_card: MakeCard) -> None:
    cards = [make_card(f"a/{n}") for n in range(3)]
    memories = {card.id: memory() for card in cards}
    one = Limits(reviews_per_day=1)
    planned = drill(cards, ["a"], memories, TODAY, NOTHING_DONE, one, random.Random(1))
    assert len(ids(planned)) == 1


def test_a_card_missed_today_comes_first_beyond_all_limits(make_card: MakeCard) -> None:
    cards = [make_card(f"a/{n}") for n in range(4)] + [make_card("a/then", after=("a/1",))]
    memories = {"a/0": memory(), "a/1": memory(due_in=1, ago=0), "a/2": memory(due_in=1, ago=0)}
    spent = Limits(new_per_day=1, reviews_per_day=0)
    today = (memories, TODAY, NOTHING_DONE, spent, random.Random(1))
    planned = plan(cards, *today, unfinished={"a/1"})
    assert [(item.card_id, item.kind) for item in planned.items] == [
        ("a/1", "relearn"),
        ("a/3", "new"),
    ]
    drilled = drill(cards, ["a"], *today, unfinished={"a/1"})
    assert ids(drilled, "relearn") == ["a/1"] and ids(drilled, "practice") == ["a/2"]
    [a] = topic_counts(cards, memories, TODAY, NOTHING_DONE, spent, unfinished={"a/1"})
    assert a.due == 2


def test_counts_of_a_topic(make_card: MakeCard) -> None:
    cards = [make_card(f"a/{n}") for n in range(5)] + [make_card("b/0"), make_card("b/1")]
    cards.append(make_card("b/2", after=("b/1",)))
    memories = {
        "a/0": memory(due_in=-1),
        "a/1": memory(due_in=4),
        "a/2": memory(due_in=2, stability=0.5),
    }
    a, b = topic_counts(cards, memories, TODAY, DayCounts(new=9), LIMITS)
    assert (a.topic, a.cards, a.due, a.new, a.learnt) == ("a", 5, 1, 1, 2)
    assert a.next_due == TODAY + timedelta(2)
    assert a.mastery == pytest.approx(0.9 * 2 / 5)
    missed, _ = topic_counts(cards, memories, TODAY, DayCounts(), LIMITS, unfinished={"a/1"})
    assert missed.mastery == pytest.approx(0.9 * 1 / 5)
    assert (b.topic, b.cards, b.due, b.new, b.learnt, b.mastery) == ("b", 3, 0, 1, 0, 0)
    assert b.next_due is None


def test_the_count_of_new_cards_leaves_out_those_that_wait(make_card: MakeCard) -> None:
    cards = [make_card("a/first"), make_card("a/then", after=("a/first",))]
    [a] = topic_counts(cards, {}, TODAY, NOTHING_DONE, LIMITS)
    assert a.new == 1
