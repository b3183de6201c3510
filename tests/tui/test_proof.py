"""The proof behind an explanation, as a learner meets it."""

from __future__ import annotations

from pathlib import Path

from tests.tui.kinds import sit
from tests.tui.learner import Learner

CARD = """\
prompt: What is its sum?
code: x = torch.ones(3)
ask: {value: x.sum()}
explain: A sum of ones counts them.
proof: |
  for n in range(5):
      assert torch.ones(n).sum() == n
  assert x.sum() == 3
"""
BACK = """\
prompt: How large is float16?
back: Up to 65504.
proof: assert torch.finfo(torch.float16).max == 65504
source: notes.md:41
"""


def test_the_assertions_are_counted_and_opened_to_be_run(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("3")
        await someone.press("enter")
        await someone.sees("2 assertions stand behind this; P opens them", "enter next")
        await someone.press("P")
        await someone.sees("assert torch.ones(n).sum() == n", "x = torch.ones(3)")
        await someone.press("ctrl+s")
        await someone.sees("x.sum() = 3.")
        await someone.press("escape")
        await someone.sees("A sum of ones counts them.")

    sit(home, CARD, act)


def test_a_card_without_code_has_assertions_too(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("enter")
        await someone.sees("1 assertion stands behind this; P opens it", "source: notes.md:41")
        await someone.press("P")
        await someone.sees("assert torch.finfo(torch.float16).max")

    sit(home, BACK, act)
