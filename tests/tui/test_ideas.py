"""A wrong model that an answer shows, told below the verdict and in the summary."""

from __future__ import annotations

from pathlib import Path

from tests.tui.kinds import logged, sit
from tests.tui.learner import Learner

CARD = """\
prompt: What is it?
code: x = 3
ask: {value: x}
mistakes:
  - {value: 2 * x, idea: backward-overwrites-grad, say: It is not doubled.}
"""


def test_the_idea_behind_an_answer_is_told_and_summed_up(home: Path, shipped: None) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("6")
        await someone.press("enter")
        await someone.sees(
            "It is not doubled.", "The idea behind it: Each backward() replaces", "1 of 1 answer"
        )
        await someone.press("q")
        await someone.sees("torch refutes", "• Each backward() replaces")

    sit(home, CARD, act)
    [review] = logged(home)
    assert review.ideas == {"backward-overwrites-grad": True}
