"""`quiz check --advice` of tests that pass with something else than the solution."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest

from tests.cli.conftest import Quiz

STEPS = """\
x = torch.ones(2)
stepped = []
for i in range(7):
    if ____:
        stepped.append(i)"""


def card(
    tests: str,
    solution: str = "x * 2",
    *,
    prompt: str = "Make y.",
    code: str = "x = torch.tensor([1., 2.])\ny = ____",
    rest: str = "",
) -> str:
    fields = {"prompt": prompt, "tests": tests, "solution": solution, "wrong": ["x[:0]"]}
    told = "".join(f"    {name}: {json.dumps(said)}\n" for name, said in fields.items())
    return f"  - id: one\n{told}{rest}    code: |\n{textwrap.indent(code, ' ' * 6)}\n"


def told(quiz: Quiz, deck: Path) -> list[str]:
    advice = json.loads(quiz("check", str(deck), "--advice", "--json").stdout)["advice"]
    return [one["message"] for one in advice if "the tests pass" in one["message"]]


@pytest.mark.long
def test_what_is_no_solution_and_passes_is_told(quiz: Quiz) -> None:
    shaped = card("assert y.shape == (2,)")
    of_zeros = card("assert torch.equal(y, x * 2)", code="x = torch.zeros(3)\ny = ____")
    of_an_argument = card(
        "assert double(torch.zeros(2)).tolist() == [0, 0]",
        "t * 2",
        code="x = torch.ones(3)\ndef double(t):\n    return ____",
    )
    given = card("assert y is None or y.numel() == 2")
    of_draws = card("assert y.shape == (2,) and n", "x * n", rest="    vary: {n: [2, 3]}\n")
    every = "`x`, `torch.zeros_like({0})`, `({0}) * 3`"
    for one, passing in (
        (shaped, every.format("x * 2")),
        (of_zeros, "`x`"),
        (of_an_argument, "`t`"),
        (given, every.format("x * 2").replace(", ", ", `None`, ", 1)),
        (of_draws, every.format("x * n")),
    ):
        assert told(quiz, quiz.deck(one)) == [f"the tests pass with {passing} in the gap, too"]


@pytest.mark.long
def test_tests_that_want_what_the_solution_gives_or_leave_it_free_are_sound(quiz: Quiz) -> None:
    for one in (
        card("assert y.tolist() == [2, 4]"),
        card("assert y.equal(x)", "x.clone()").replace("torch.tensor([1., 2.])", "[]"),
        card("assert shares(y, x) and y.dim() == 2", "x[None]"),
        card("assert y.shape == (2,)", prompt="Make any y of the shape of x."),
        card("assert y.shape == (2,)", "torch.ones(2)"),
        card("assert stepped == [3]", "i + 1 == 4", code=STEPS).replace("x[:0]", "i < 0"),
        card("assert (x == 2).all()", "x.fill_(2.)", code="x = torch.ones(2)\n____"),
        card("assert y == n * 2 and x.numel()", "n * 2", rest="    vary: {n: [0, 3]}\n"),
    ):
        assert told(quiz, quiz.deck(one)) == []
