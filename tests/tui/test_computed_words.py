"""Words that are computed, as a learner meets them."""

from __future__ import annotations

from pathlib import Path

from tests.tui.conftest import Gate
from tests.tui.kinds import sit
from tests.tui.learner import Learner

OPTIONS = """\
prompt: What is the sum of {= n} ones?
vary: {n: [3]}
code: x = torch.ones(n)
choices:
  - {text: "{= x.sum().item()} it is", holds: true}
  - {text: "{= x.sum().item() + 1} it is", holds: false, say: "It is {= x.sum():.1f}."}
explain: One for each of {= len(x)}, and not {= x.nothing}.
"""
BACK = """\
prompt: How large is float16?
back: Up to {= torch.finfo(torch.float16).max}.
"""
BLOCKS = """\
prompt: How many bits have they?
back: |
  - first of {= 1}
  - other

  | dtype | bits | what it holds, and what it is for in a network that is trained |
  |---|--:|---|
  | `float16` | {= torch.finfo(torch.float16).bits} | half as much |
"""
GAP = """\
prompt: Make it three.
code: y = ____
tests: assert y == 3
solution: 1 + 2
wrong: ["2"]
explain: The sum is {= y}.
"""


def test_options_wait_for_their_words_and_an_explanation_has_no_holes(
    home: Path, gate: Gate
) -> None:
    gate.holds = lambda snippet: bool(snippet.looks)

    async def act(someone: Learner) -> None:
        await someone.sees("What is the sum of 3 ones?", "… it is")
        gate.open()
        shown = await someone.sees("3.0 it is", "4.0 it is")
        await someone.press("1" if "1  4.0" in shown else "2", "enter")
        await someone.sees("It is 3.0.", "One for each of 3, and not x.nothing.")

    sit(home, OPTIONS, act)


def test_a_text_is_laid_out_for_the_width_there_is(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("enter")
        await someone.sees(
            "• first of 1", "float16    16  half", "for in a network that is trained"
        )
        await someone.resize(60, 24)
        await someone.sees("dtype    bits  what it holds, and what it is for in a    │\n")

    sit(home, BLOCKS, act)


def test_a_back_is_told_when_it_is_known(home: Path, gate: Gate) -> None:
    gate.holds = lambda snippet: bool(snippet.looks)

    async def act(someone: Learner) -> None:
        await someone.press("enter")
        await someone.sees("Up to torch.finfo(torch.float16).max.")
        gate.open()
        await someone.sees("Up to 65504.0.")

    sit(home, BACK, act)


def test_what_is_said_of_code_that_was_to_be_written_speaks_of_a_solution(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("2", "ctrl+s")
        await someone.sees("The sum is 3.")

    sit(home, GAP, act)
