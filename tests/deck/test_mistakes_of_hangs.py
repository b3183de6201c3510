"""Mistakes about code that may hang: nothing is seen of them, so that the draw tells them."""

from __future__ import annotations

import pytest

from quizapp.deck.exercise import exercise
from quizapp.deck.format.load import load_text
from runner.protocol.wire import Fact, Outcome, Raised

DECK = """\
topic: own
cards:
  - id: one
    prompt: Does it end?
    vary: {{n: [1, 2, 3]}}
    code: |
      x = n
      while n == 1: pass
    ask: {{hangs: code}}
    mistakes: [{mistakes}]
"""
UNSEEN = Raised("TimeoutError", ("OSError", "Exception"), "the code did not end")


@pytest.mark.parametrize(
    ("n", "answer", "said"),
    [
        ("1", "no", "One is not two."),
        ("2", "yes", "Two is not one."),
        ("3", "yes", None),
        ("1", "yes", None),
        ("2", "no", None),
    ],
)
def test_a_mistake_is_said_in_its_draws_whether_the_code_ends_or_not(
    n: str, answer: str, said: str | None
) -> None:
    mistakes = (
        "{hangs: n != 1, when: n == 1, say: One is not two.}, "
        "{hangs: n > 1, when: n == 2, say: Two is not one.}"
    )
    deck = load_text(DECK.format(mistakes=mistakes), "own.yaml").deck
    assert deck is not None
    drawn = exercise(deck, deck.cards[0], {"n": n})
    hangs = n == "1"
    looks = drawn.snippet().looks
    facts = [Fact("hangs", hangs), *[UNSEEN if hangs else Fact("bool", False) for _ in looks[1:]]]
    verdict = drawn.card.grade([answer], Outcome(tuple(facts), "", "", None, 1.0))
    (graded,) = verdict.asks
    assert graded.right is ((answer == "yes") == hangs)
    assert (graded.mistake.en if graded.mistake else None) == said


def test_what_only_a_run_could_tell_is_refused() -> None:
    for mistake, place in (
        ("{hangs: x == 1, say: No.}", 17),
        ("{hangs: n, when: x, say: No.}", 27),
    ):
        (problem,) = load_text(DECK.format(mistakes=mistake), "own.yaml").problems
        told = "`x` is not drawn; of code that may hang only the draw can tell"
        key = "hangs" if place == 17 else "when"
        assert (problem.column, problem.message) == (place, f"mistakes: {key}: {told}")
