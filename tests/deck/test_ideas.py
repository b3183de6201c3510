"""Which wrong models an answer shows, of those that it could show."""

from __future__ import annotations

import pytest

from quizapp.deck.format.load import load_text
from quizapp.deck.model import Card
from runner.protocol.wire import Fact, Outcome, Raised

DECK = """\
topic: own
ideas: {copies: A view copies., twice: All is doubled., other: Another.}
cards:
  - id: predict
    prompt: What is it?
    vary: {n: [1, 2]}
    code: y = n
    ask: {value: y, bool: y > 1}
    mistakes:
      - {value: y + 1, idea: copies, say: No.}
      - {value: 2 * y, idea: twice, say: No., when: n > 1}
      - {value: y + 5, say: No.}
  - id: one
    prompt: Which?
    choices:
      - {text: A, holds: true, idea: other}
      - {text: B, holds: false, idea: copies}
      - {text: C, holds: false, idea: twice}
  - id: many
    prompt: Which?
    choose: many
    choices:
      - {text: A, holds: true, idea: other}
      - {text: B, holds: false, idea: copies}
  - id: gap
    prompt: Fill it.
    code: |
      y = (
          ____
      )
    tests: assert y == 3
    solution: "3"
    wrong: ["1", {code: 1 + 1, idea: twice}]
"""


@pytest.fixture(scope="module")
def cards() -> dict[str, Card]:
    loaded = load_text(DECK, "own.yaml")
    assert loaded.problems == ()
    assert loaded.deck is not None
    return {card.id.partition("/")[2]: card for card in loaded.deck.cards}


def seen(*facts: Fact | Raised) -> Outcome:
    return Outcome(facts, "", "", None, 0.0)


def value(number: int) -> Fact:
    return Fact("value", {"type": "int", "data": number, "text": str(number)})


def predict(*, twice: bool) -> Outcome:
    mistakes = [value(2), value(4), value(6)]
    return seen(value(1), Fact("bool", False), *mistakes, Fact("bool", twice))


HOLDS, NOT = Fact("bool", True), Fact("bool", False)
FAILED = Outcome((), "", "", Raised("AssertionError", (), ""), 0.0)


@pytest.mark.parametrize(
    ("card", "answers", "outcome", "shown"),
    [
        ("predict", ["2", "no"], predict(twice=True), {"copies": True, "twice": False}),
        ("predict", ["4", "no"], predict(twice=True), {"copies": False, "twice": True}),
        ("predict", ["4", "no"], predict(twice=False), {"copies": False}),
        ("predict", ["1", "yes"], predict(twice=False), {"copies": False}),
        ("one", ["2"], seen(HOLDS, NOT, NOT), {"other": False, "copies": True, "twice": False}),
        ("one", ["1"], seen(HOLDS, NOT, NOT), {"other": False, "copies": False, "twice": False}),
        ("many", ["2"], seen(HOLDS, NOT), {"other": True, "copies": True}),
        ("gap", ["(1  +  1)  # so"], FAILED, {"twice": True}),
        ("gap", ["2"], FAILED, {"twice": False}),
        ("gap", ["3"], seen(), {"twice": False}),
    ],
)
def test_an_answer_shows_an_idea_where_it_is_just_that_mistake(
    cards: dict[str, Card],
    card: str,
    answers: list[str],
    outcome: Outcome,
    shown: dict[str, bool],
) -> None:
    verdict = cards[card].grade(answers, outcome)
    assert cards[card].ideas_shown(verdict, outcome) == shown


def test_who_does_not_know_shows_nothing(cards: dict[str, Card]) -> None:
    outcome = predict(twice=True)
    verdict = cards["predict"].grade_unknown(outcome)
    assert verdict is not None
    assert cards["predict"].ideas_shown(verdict, outcome) == {}


def test_the_ideas_of_a_card_are_those_that_its_parts_name(cards: dict[str, Card]) -> None:
    assert {name: card.ideas for name, card in cards.items()} == {
        "predict": {"copies", "twice"},
        "one": {"other", "copies", "twice"},
        "many": {"other", "copies"},
        "gap": {"twice"},
    }
