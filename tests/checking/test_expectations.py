"""What is expected of all draws of a card is found out in one process, where that is safe."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from quizapp.checking.check import examine_all
from quizapp.checking.examined import Examined
from quizapp.checking.expectations import is_plain
from quizapp.checking.plan import plan_check
from quizapp.deck.format.load import load_text
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome, Snippet
from tests.trusting import trusted

DECK = """\
format: 1
topic: ops
setup: |
  import torch
  def twice(n):
      return 2 * n
cards:
- id: right
  prompt: p
  vary: {n: [1, 2, 3], kind: [torch.int32, torch.int64]}
  code: x = torch.full((n, 2), n, dtype=kind)
  ask: {shape: x, dtype: x}
  expect: {shape: "(n, max(1, 2))", dtype: torch.int64 if kind is torch.int64 else kind}
- id: wrong-for-one
  prompt: p
  vary: {n: [1, 2, 3]}
  code: x = n * n
  ask: {value: x}
  expect: {value: "n * n if n < 3 else 8"}
- id: raises-for-one
  prompt: p
  vary: {n: [0, 1, 2]}
  code: x = 2 - n
  ask: {value: x}
  expect: {value: "[2, 1][n]"}
- id: of-the-setup
  prompt: p
  vary: {n: [1, 2]}
  code: x = n + n
  ask: {value: x}
  expect: {value: twice(n)}
- id: by-chance
  prompt: p
  vary: {n: [1, 2]}
  code: x = torch.rand(n)[0] * 0 + n
  ask: {value: x}
  expect: {value: "torch.rand(1).item() * 0 + n"}
"""


class Counting(Runner):
    """It remembers what it was asked to run."""

    def __init__(self, command: Sequence[str]) -> None:
        super().__init__(command)
        self.ran: list[Snippet] = []

    async def run(self, snippet: Snippet, *, rehashed: bool = False) -> Outcome | Fault:
        self.ran.append(snippet)
        return await super().run(snippet, rehashed=rehashed)


@pytest.mark.long
def test_what_is_found_is_the_same_with_fewer_processes(
    tmp_path: Path, lent_runner: Sequence[str]
) -> None:
    deck = trusted(load_text(DECK, str(tmp_path / "ops.yaml")).deck)
    plans = plan_check([(deck, card) for card in deck.cards], random.Random(0))

    async def both() -> tuple[list[list[list[Examined]]], list[int]]:
        found, counts = [], []
        async with Counting(lent_runner) as runner:
            for together in (True, False):
                found.append(await examine_all(plans, runner, together=together))
                counts.append(len(runner.ran))
                runner.ran.clear()
        return found, counts

    (together, apart), (fewer, more) = asyncio.run(both())
    assert together == apart
    assert [sum(bool(one.found) for one in by_draw) for by_draw in together] == [0, 1, 1, 0, 0]
    saved = (6 - 1) + (3 - 1)
    tried_in_vain = 1  # the one that raises
    found_again = 2 * 2  # the draw of each of two cards in which something is wrong: it runs alone
    seen_alone = 5  # the last draw of each card
    assert fewer == more - saved + tried_in_vain + found_again + seen_alone


@pytest.mark.parametrize(
    "expression",
    ["n + 1", "(n, 2)", "torch.float32 if n else k", "[n] * 3", "sum(i for i in (n, k))", "f'{n}'"],
)
def test_plain_expressions(expression: str) -> None:
    assert is_plain(expression, frozenset({"n", "k", "torch"}))


@pytest.mark.parametrize(
    "expression",
    [
        *("torch.rand(1)", "n.pop()", "other", "twice(n)", "(n := 2)", "next(n)", "lambda: n"),
        *("[n for n in (1, 2)]", "sorted((1, 2), key=k)", "1), (2", "max(1, *n)", "await n"),
    ],
)
def test_expressions_that_may_change_something(expression: str) -> None:
    assert not is_plain(expression, frozenset({"n", "k", "torch"}))


def test_a_function_of_the_same_name_is_not_trusted() -> None:
    assert is_plain("max(1, n)", frozenset({"n"}))
    assert not is_plain("max(1, n)", frozenset({"n", "max"}))


def test_a_draw_that_is_used_up_is_not_shared() -> None:
    assert not is_plain("(i for i in range(3))", frozenset(), whole=True)
