"""Cards that are picked, written, mended or put in order, one in a deck."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Review
from quizapp.study.sitting import Sitting
from tests.tui.learner import Learner, learner

VIEWS = """\
prompt: Which share memory with `x`?
hint: A view is no copy.
code: x = torch.arange(4.)
choose: many
choices:
  - {text: "`x.view(2, 2)`", holds: "shares(x, x.view(2, 2))", say: A view is no copy.}
  - {text: "`x.clone()`", holds: "shares(x, x.clone())", say: A clone is a copy.}
  - {text: "A slice, such as `x[1:]`", holds: "shares(x, x[1:])"}
explain: Views look at the same memory.
"""
"""Shown as 2, 1, 3 under the seed of `learner`."""

ONE = """\
prompt: Is it?
choices: [{text: "Yes", holds: true}, {text: "No", holds: false}, {text: "Both", holds: false}]
"""

GAP = """\
prompt: Turn `x` round.
hint: There is a short name.
vary: {n: [3]}
code: |
  x = torch.arange(6.).view(2, n)
  y = ____
tests: |
  assert y.shape == (3, 2), f"y has shape {tuple(y.shape)}"
  assert y[0, 1] == 3, "the elements are not where they should be"
solution: x.t()
wrong: [x]
explain: Rows become columns.
"""

BLOCK = """\
prompt: Fill `x` in place.
timeout: 1
code: |
  x = torch.zeros(2)
  if True:
      ____
tests: |
  assert x.tolist() == [1, 2], f"x is {x.tolist()}"
solution: |
  x[0] = 1
  x[1] = 2
wrong: [x += 1]
"""

FIX = """\
prompt: Mend the loop.
code: w = torch.ones(1, requires_grad=True)
starter: |
  for _ in range(2):
      (w * 2).sum().backward()
tests: |
  assert w.grad.item() == 2, f"w.grad is {w.grad.item()}"
solution: |
  for _ in range(2):
      w.grad = None
      (w * 2).sum().backward()
explain: Gradients add up.
"""

ORDER = """\
prompt: Put it in order.
code: x = torch.zeros(())
order: |
  x += 1
  if x:
      x *= 3
  x -= 2
tests: |
  assert x == 1, f"x is {x}"
"""
"""Only the order written passes."""


def write_deck(home: Path, card: str) -> Sitting:
    """A deck of one card, in a drill."""
    fields = "".join(f"    {line}\n" for line in card.splitlines())
    deck = f"topic: own\nsetup: import torch\ncards:\n  - id: own\n{fields}"
    (home / "decks" / "own.yaml").write_text(deck)
    return Sitting(("own",))


def sit(
    home: Path,
    card: str,
    act: Callable[[Learner], Awaitable[None]],
    *,
    size: tuple[int, int] = (100, 30),
) -> None:
    """Let somebody act in a drill of the card."""
    first = write_deck(home, card)

    async def run() -> None:
        async with learner(size, first=first) as someone:
            await someone.sees("1 of 1")
            await act(someone)

    asyncio.run(run())


def logged(home: Path) -> list[Review]:
    with ReviewLog.open(home / "quiz.db") as log:
        return log.reviews()
