"""Advice about cards that another deck has already."""

from __future__ import annotations

import json
import re

from tests.cli.conftest import Quiz

ROWS = """\
  - id: rows
    prompt: What are the shape and the strides of `x`?
    code: x = torch.ones(2, 3)
    ask: [{shape: x}, {strides: x}]
    explain: It has rows.
"""
WHY = """\
  - id: why-detach
    prompt: What does it cut, and what does it keep?
    back: It cuts the graph.
"""


def test_a_copy_of_a_card_in_another_deck_is_told_where_one_deck_is_checked(quiz: Quiz) -> None:
    quiz.deck(ROWS + WHY, name="first")
    renamed = re.sub(r"\bx\b", "y", ROWS) + WHY.replace("why-detach", "cut")
    deck = quiz.deck(renamed + WHY.replace("graph.", "tape."), name="second")
    told = json.loads(quiz("check", str(deck), "--advice", "--json").stdout)["advice"]
    assert [(one["card"], one["message"]) for one in told] == [
        ("second/rows", "the code is that of first/rows but for names"),
        ("second/cut", "it asks what first/why-detach asks"),
    ]


def test_cards_of_a_pair_that_differ_in_a_constant_are_no_copies(quiz: Quiz) -> None:
    pairs = [
        ("x.sum(dim=0)", "x.sum(dim=1)"),
        ("x.sum(0, keepdim=True)", "x.sum(0, keepdim=False)"),
        ("x + 2.5", "x + 3.5"),
        ("x + 2", "x + 2.0"),
    ]
    cards = [
        ROWS.replace("id: rows", f"id: rows-{n}-{part}")
        .replace("torch.ones(2, 3)", f"torch.ones(2, 3)\n      x = {code}")
        .replace("code: x", "code: |\n      x")
        for n, pair in enumerate(pairs)
        for part, code in enumerate(pair)
    ]
    deck = quiz.deck("".join(cards))
    told = json.loads(quiz("check", str(deck), "--advice", "--json").stdout)
    assert (told["problems"], told["cards"]) == ([], 8)
    assert not [one["message"] for one in told["advice"] if "the code is that of" in one["message"]]
