"""`quiz check --advice` of random values that a seed in the code fixes."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest

from tests.cli.conftest import Quiz


def told(quiz: Quiz, deck: Path) -> list[int]:
    """The lines of asks that can only be guessed."""
    advice = json.loads(quiz("check", str(deck), "--advice", "--json").stdout)["advice"]
    return [one["line"] for one in advice if "another seed" in one["message"]]


def card(name: str, code: str, ask: str) -> str:
    lines = textwrap.indent(code, " " * 6)
    return f"  - id: {name}\n    prompt: What now?\n    ask: {ask}\n    code: |\n{lines}\n"


@pytest.mark.long
def test_a_value_that_goes_with_the_seed_of_the_code_is_told(quiz: Quiz) -> None:
    drawn = "torch.manual_seed(0)\ny = torch.randint(0, 10, (3,))"
    of_its_own = "g = torch.Generator().manual_seed(3)\ny = torch.rand(2, generator=g)"
    deck = quiz.deck(
        card("value", drawn, "{value: y}")
        + card("text", f"{drawn}\nprint(y)", "{output: stdout}")
        + card("generator", of_its_own, "{shape: y, value: y}")
    )
    lines = deck.read_text().splitlines()
    assert told(quiz, deck) == [number for number, line in enumerate(lines, 1) if " ask:" in line]


@pytest.mark.long
def test_what_a_seed_leaves_as_it_is_or_sets_itself_is_sound(quiz: Quiz) -> None:
    drawn = "torch.manual_seed(0)\ny = torch.rand(4)"
    deck = quiz.deck(
        card("shape", drawn, "{shape: y}")
        + card("sum", drawn, "{value: y.softmax(0).sum()}")
        + card("lesson", drawn, "{bool: y.sum() > 2}")
        + card("again", f"{drawn}\ntorch.manual_seed(0)\nz = torch.rand(4)", "{value: y - z}")
        + card("the-seed", drawn, "{value: torch.initial_seed()}")
    )
    assert told(quiz, deck) == []
