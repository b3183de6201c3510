"""What differs between versions of torch, given what was found on each."""

from __future__ import annotations

import random
from collections.abc import Sequence

from quizapp.checking.check import OnTorch, Skipped, conclude
from quizapp.checking.examined import Examined
from quizapp.checking.findings import Finding, Site
from quizapp.checking.plan import plan_check
from quizapp.checking.versions import Difference, differences_between, seen_on
from quizapp.deck.format.load import load_text
from runner.protocol.wire import Fact, Raised

DECK = """\
format: 1
topic: ops
cards:
- {id: a, prompt: p, vary: {n: [1, 2, 3]}, code: x = n, ask: {shape: x, dtype: x}}
- id: b
  prompt: p
  code: x = 1
  choices:
    - {text: one, holds: x == 1}
    - {text: two, holds: x == 2}
"""
_deck = load_text(DECK, "ops.yaml").deck
assert _deck is not None
PLANS = plan_check([(_deck, card) for card in _deck.cards], random.Random(0))
INT = Fact("dtype", "int64")
WRONG = Finding(Site("card"), "went wrong")


def on(
    torch: str,
    shapes: Sequence[Fact | Raised],
    *,
    holds: bool = True,
    found: tuple[Finding, ...] = (),
) -> OnTorch:
    """What a check found where `x` has these shapes, draw by draw."""
    a = [Examined(found, (shape, INT)) for shape in shapes]
    b = [Examined((), (Fact("bool", holds), Fact("bool", not holds)))]
    return OnTorch(torch=torch, checked=conclude(PLANS, [a, b], []))


def shapes(*sizes: int) -> list[Fact | Raised]:
    return [Fact("shape", [size]) for size in sizes]


def test_nothing_differs_where_every_truth_is_the_same() -> None:
    found = [on("2.13", shapes(1, 2, 3)), on("2.15", shapes(1, 2, 3))]
    assert list(differences_between(PLANS, found)) == []


def test_another_truth_is_told_with_the_first_draw_that_shows_it() -> None:
    found = [on("2.6", shapes(1, 2, 3)), on("2.13", shapes(1, 2, 3)), on("2.15", shapes(1, 4, 6))]
    assert list(differences_between(PLANS, found)) == [
        Difference("ops/a", "shape of x (n = 2, and 1 more draw)", ("(2,)", "(2,)", "(4,)"))
    ]


def test_an_expression_that_raises_on_one_version_differs() -> None:
    raised = Raised("RuntimeError", (), "no such thing")
    found = [on("2.13", shapes(1, 2, 3)), on("2.15", [raised, *shapes(2, 3)])]
    [one] = differences_between(PLANS, found)
    assert one.by_version == ("(1,)", "RuntimeError: no such thing")


def test_an_option_that_holds_on_one_version_differs() -> None:
    found = [on("2.13", shapes(1, 2, 3)), on("2.15", shapes(1, 2, 3), holds=False)]
    assert list(differences_between(PLANS, found)) == [
        Difference("ops/b", "option 1", ("holds", "does not hold")),
        Difference("ops/b", "option 2", ("does not hold", "holds")),
    ]


def test_a_problem_of_one_version_differs_and_that_of_all_does_not() -> None:
    with_problem = on("2.15", shapes(1, 2, 3), found=(WRONG,))
    [one] = differences_between(PLANS, [on("2.13", shapes(1, 2, 3)), with_problem])
    assert (one.what, one.by_version) == ("went wrong (n = 1, and 2 more draws)", ("", "found"))
    assert list(differences_between(PLANS, [with_problem, with_problem])) == []


def test_a_card_that_runs_on_one_version_only_differs_in_that_alone() -> None:
    of_b = [Examined((), (Fact("bool", True), Fact("bool", False)))]
    lacking = Skipped(card="ops/a", reason="needs more")
    without = OnTorch(torch="2.6", checked=conclude(PLANS[1:], [of_b], [lacking]))
    found = [without, on("2.13", shapes(1, 2, 3))]
    assert list(differences_between(PLANS, found)) == [
        Difference("ops/a", "needs more", ("skipped", ""))
    ]
    assert seen_on(found, lambda on: on.checked.skipped) == {lacking: ("2.6",)}
