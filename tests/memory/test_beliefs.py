"""What a learner believes, by the log."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta

from quizapp.deck.kinds.recall import RecallCard
from quizapp.memory.beliefs import Belief
from quizapp.memory.log import ReviewLog
from quizapp.memory.queue import Limits, drill, plan
from quizapp.memory.review import DayCounts, Review
from quizapp.memory.schedule import Memory

MakeReview = Callable[..., Review]
MakeCard = Callable[..., RecallCard]
TODAY = date(2026, 3, 1)


def test_a_belief_is_counted_over_the_answers_that_could_have_shown_it(
    log: ReviewLog, make_review: MakeReview
) -> None:
    shown = [True, False, True, False, False, False]
    for day, was_shown in enumerate(shown):
        ideas = {"copies": was_shown, "other": False} if day else {"copies": was_shown}
        log.append(make_review(day, card=f"ops/{day % 2}", ideas=ideas))
    log.append(make_review(9, card="ops/none"))
    assert log.beliefs() == {
        "copies": Belief(
            shown=2, chances=6, last=date(2026, 1, 3), cards=("ops/0",), is_held=False
        ),
        "other": Belief(shown=0, chances=5, last=None, cards=(), is_held=False),
    }
    assert [review.ideas for review in log.reviews()][:2] == [
        {"copies": True},
        {"copies": False, "other": False},
    ]


def test_what_was_undone_shows_nothing(log: ReviewLog, make_review: MakeReview) -> None:
    review = make_review(ideas={"copies": True})
    log.append(review)
    assert log.beliefs()["copies"].is_held
    log.retract(review.id, review.at)
    assert log.beliefs() == {}


def test_an_idea_is_held_while_half_of_the_latest_chances_show_it(
    log: ReviewLog, make_review: MakeReview
) -> None:
    held = []
    for day, was_shown in enumerate([True, False, False, True, True, False, False, False]):
        log.append(make_review(day, ideas={"copies": was_shown}))
        held.append(log.beliefs()["copies"].is_held)
    assert held == [True, True, False, True, True, True, True, False]


def test_cards_that_refute_a_belief_come_sooner(make_card: MakeCard) -> None:
    cards = [make_card(f"{topic}/{number}") for topic in "ab" for number in range(6)]
    memories = {
        card.id: Memory(10.0, 5.0, TODAY - timedelta(20 - at), TODAY, reps=3, lapses=0)
        for at, card in enumerate(cards[:8])
    }
    late, new = cards[7].id, cards[11].id
    limits = Limits(new_per_day=2, reviews_per_day=3)

    def asked(*sooner: str, first: tuple[str, ...] = ()) -> list[str]:
        planned = plan(
            *(cards, memories, TODAY, DayCounts(), limits, random.Random(1)),
            sooner=sooner,
            first=first,
        )
        return [item.card_id for item in planned.items]

    assert late not in asked()
    assert new not in asked()
    assert asked(late)[0] == late
    assert new in asked(new)
    assert asked(late, first=(cards[0].id,))[0] == cards[0].id
    everywhere = drill(
        *(cards, "ab", memories, TODAY, DayCounts(), limits, random.Random(1)), sooner=(late,)
    )
    assert everywhere.items[0].card_id == late
