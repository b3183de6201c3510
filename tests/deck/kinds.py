"""A sound deck with a card of every kind that is not predicted."""

from __future__ import annotations

from quizapp.deck.format.load import load_text
from quizapp.deck.model import Deck
from tests.trusting import trusted

KINDS = """\
topic: kinds
setup: import torch
cards:
  - id: views
    prompt: Which share memory with `x`?
    vary: {n: [4, 6]}
    code: x = torch.arange(float(n))
    choose: many
    choices:
      - {text: "`x.view(2, -1)`", holds: "shares(x, x.view(2, -1))"}
      - {text: "`x.clone()`", holds: "shares(x, x.clone())", say: A clone is a copy.}
      - {text: "`x[1:]`", holds: "shares(x, x[1:])"}
      - {text: "The first four elements of itself", holds: "n == 4"}
  - id: one-of-two
    prompt: Is it?
    choices: [{text: "Yes", holds: true}, {text: "No", holds: false}]
    expect: 1
  - id: transpose
    prompt: Turn `x` round.
    code: |
      x = torch.arange(6).view(2, 3)
      y = ____
    tests: |
      assert y.shape == (3, 2), f"y has shape {tuple(y.shape)}"

      assert y[0, 1] == 3
    solution: x.t()
    wrong: [x, "x.view(3, 2)"]
  - id: block
    prompt: Fill `x` in place.
    code: |
      x = torch.zeros(2)
      if True:
          ____
    tests: assert x.tolist() == [1, 2], f"x is {x.tolist()}"
    solution: |
      x[0] = 1
      x[1] = 2
    wrong: [x += 1]
  - id: mend
    prompt: Mend the loop.
    vary: {n: [2, 3]}
    code: w = torch.ones(1, requires_grad=True)
    starter: |
      for _ in range(n):
          (w * 2).sum().backward()
    tests: assert w.grad.item() == 2, f"w.grad is {w.grad.item()}"
    solution: |
      for _ in range(n):
          w.grad = None
          (w * 2).sum().backward()
  - id: in-order
    prompt: Put it in order.
    code: x = 0
    order: |
      x += 1
      if x:
          x *= 3
      x -= 2
    tests: assert x == 1, f"x is {x}"
"""


def kinds() -> Deck:
    """The deck of above."""
    loaded = load_text(KINDS, "kinds.yaml")
    assert not loaded.problems, loaded.problems
    return trusted(loaded.deck)
