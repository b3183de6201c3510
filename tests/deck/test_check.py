"""Decks that load, and are wrong all the same: only live torch can tell."""

from __future__ import annotations

import asyncio
import random
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from quizapp.deck.check import Checked, check
from quizapp.deck.load import load_text
from quizapp.deck.model import Deck
from quizapp.deck.plan import MOST_DRAWS, plan_check
from quizapp.deck.problem import Problem
from runner.client import Runner

SETUP = """\
format: 1
topic: ops
setup: import torch
cards:
"""

GOOD_CARDS = """
- id: plain
  prompt: p
  code: x = torch.tensor([1., 2.]) / 3
  ask: {value: x, dtype: x, shape: x}
  expect: {value: "[0.333, 0.667]", dtype: float, shape: "(2,)"}
  mistakes:
    - {value: x * 3, say: Divided.}
    - {value: "[3, 6]", say: Divided.}
- id: raises
  prompt: p
  code: y = torch.ones(2) @ torch.ones(3)
  ask: [{raises: code}, {value: "1 + 1"}]
  expect: [{raises: RuntimeError}, {value: "2"}]
  mistakes: [{raises: None, say: It does.}, {raises: TypeError, say: Not that.}]
- id: tried-after
  prompt: p
  code: x = torch.ones(2)
  ask: {raises: "x.view(3)"}
  expect: {raises: RuntimeError}
- id: printed
  prompt: p
  code: |
    print("a")
    print("b")
  ask: {output: stdout}
  expect: {output: "a\\nb"}
  mistakes: [{output: "'b'", say: "Both."}]
- id: expressions
  prompt: p
  vary: {n: [1, 2], rows: {from: 2, to: 3}}
  code: |
    x = torch.full((rows, 4), float(n), requires_grad=n > 1)
    y = x.exp()
  ask: {shape: x, value: "x[0, 0]", grad_fn: y, bool: y.requires_grad}
  expect:
    shape: (rows, 4)
    value: n
    grad_fn: "'ExpBackward0' if n > 1 else None"
    bool: n > 1
  mistakes: [{shape: "(4, rows)", say: "Rows first."}]
- id: one-named-draw
  prompt: p
  vary: {n: [1, 2]}
  code: x = 3 * n
  ask: {value: x}
  expect: {draw: {n: 2}, value: "6"}
- id: of-the-second
  prompt: p
  code: x = 3
  ask: [{value: x}, {value: x + 1}]
  mistakes: [{value: "3", of: 2, say: One more.}]
- id: one-mistake-but-for-one-ask
  prompt: p
  code: x = 3
  ask: [{value: x}, {value: x + 1}]
  mistakes: [{value: "9", of: 2, say: Nine of x + 1.}, {value: "9", say: Nine.}]
- id: drawn-by-chance
  prompt: p
  code: x = torch.rand(2)
  ask: {value: x}
- id: an-object-with-a-name
  prompt: p
  code: x = torch.ones(1).layout
  ask: {value: x}
  expect: {value: torch.strided}
- id: on-ranks
  prompt: p
  vary: {n: [1, 2]}
  code: |
    import torch.distributed as dist
    x = torch.tensor([n + rank])
    dist.all_reduce(x)
  ranks: 3
  on_rank: 2
  ask: {value: x, bool: rank == 2}
  expect: {value: "[3 * n + 3]", bool: rank == world_size - 1}
  mistakes: [{value: n + rank, say: It is summed.}]
- id: raises-on-its-rank
  prompt: p
  code: |
    if rank == 1: raise ValueError("no")
  ranks: 2
  on_rank: 1
  ask: {raises: code}
  expect: {raises: ValueError}
- id: may-hang
  prompt: p
  vary: {everybody: [True, False]}
  code: |
    import torch.distributed as dist
    print(rank)
    if rank == 0 or everybody:
        dist.barrier()
  ranks: 2
  timeout: 2
  ask: {hangs: code, output: stdout}
  expect: {hangs: not everybody, output: "'0'"}
- id: hangs-on-its-own
  prompt: p
  code: |
    while True:
        pass
  timeout: 0.5
  ask: {hangs: code}
  expect: {hangs: yes}
- id: with-workers
  prompt: p
  needs: workers
  code: |
    from torch.utils.data import DataLoader
    x = [batch.item() for batch in DataLoader([1, 2], num_workers=2)]
  ask: {value: x}
  expect: {value: "[1, 2]"}
- id: to-remember
  prompt: p
  back: b
"""

BAD_CARDS = """
- id: unseen
  prompt: p
  code: x = 1
  ask: {value: y, shape: x}
- id: unexpectedly
  prompt: p
  code: |
    x = 1
    x = x / 0
  ask: {value: x}
- id: disagrees
  prompt: p
  code: x = torch.ones(2, 3)
  ask:
    value: x.sum()
    shape: x
  expect:
    value: "6"
    shape: (3, 2)
- id: not-understood
  prompt: p
  code: x = torch.ones(2, 3)
  ask: {shape: x}
  expect: {shape: two by three}
- id: expression-disagrees
  prompt: p
  vary: {n: [1, 2, 3]}
  code: x = n * n
  ask: {value: x}
  expect: {value: n + n}
- id: expression-fails
  prompt: p
  vary: {n: [1, 2]}
  code: x = n * n
  ask: {value: x}
  expect: {value: x}
- id: named-draw-disagrees
  prompt: p
  vary: {n: [1, 2]}
  code: x = n * n
  ask: {value: x}
  expect: {draw: {n: 2}, value: "5"}
- id: no-mistake
  prompt: p
  vary: {n: [2, 3]}
  code: x = n * n
  ask: {value: x}
  mistakes:
    - {value: x + 1, say: This one is.}
    - {value: 2 * n, say: Twice.}
- id: no-mistake-in-words
  prompt: p
  code: x = 1 / 0
  ask: {raises: code}
  mistakes: [{raises: "'ZeroDivision'", say: Just that.}]
- id: mistake-nobody-types
  prompt: p
  code: x = 1 / 0
  ask: {raises: code}
  mistakes: [{raises: "'some error or other'", say: No.}]
- id: never-said
  prompt: p
  vary: {n: [2, 3]}
  code: x = n
  ask: [{value: x}, {value: x + 1}]
  mistakes:
    - {value: n * n, say: Not squared.}
    - {value: "7", of: 1, say: Not seven.}
    - {value: "8", of: 2, say: Not eight.}
    - {value: n + n, say: Not twice.}
- id: never-said-by-both-before
  prompt: p
  code: x = 1
  ask: [{value: x}, {value: x + 1}]
  mistakes:
    - {value: "7", of: 1, say: Not seven.}
    - {value: "7", of: 2, say: Not seven.}
    - {value: "7.0", say: Not at all.}
- id: never-said-in-words
  prompt: p
  code: x = 1 / 0
  ask: {raises: code}
  mistakes: [{raises: TypeError, say: Not that.}, {raises: "'typeerror'", say: Nor that.}]
- id: unsteady
  prompt: p
  vary: {n: [1, 2]}
  code: |
    import time
    x = n
    y = time.time_ns()
  ask: [{value: x}, {value: y}]
- id: bad-draw
  prompt: p
  vary: {f: [torch.exp, torch.no_such_function]}
  code: x = f(torch.ones(1))
  ask: {shape: x}
- id: mistake-fails
  prompt: p
  code: x = 1
  ask: {value: x}
  mistakes: [{value: y, say: What is y?}]
- id: too-large
  prompt: p
  code: x = torch.zeros(65, 64)
  ask: {value: x}
- id: too-large-inside
  prompt: p
  code: x = [torch.zeros(65, 64)]
  ask: {value: x}
- id: an-object
  prompt: p
  code: x = iter([1])
  ask: {value: x}
- id: abbreviated
  prompt: p
  code: x = torch.zeros(2000)
  ask: {value: x}
- id: endless
  prompt: p
  timeout: 0.2
  code: |
    while True:
        pass
  ask: {raises: code}
- id: lethal
  prompt: p
  code: |
    import os
    os._exit(3)
  ask: {raises: code}
- id: hangs-unasked
  prompt: p
  code: |
    import torch.distributed as dist
    if rank == 0:
        dist.barrier()
  ranks: 2
  timeout: 1
  ask: {raises: code}
- id: hangs-unexpectedly
  prompt: p
  code: x = 1
  ask: {hangs: code}
  expect: {hangs: yes}
- id: raises-on-a-rank
  prompt: p
  code: |
    x = 1
    if rank == 1: raise ValueError("no")
  ranks: 2
  ask: {value: x}
- id: raises-instead-of-hanging
  prompt: p
  code: x = 1 / 0
  ask: {hangs: code}
- id: from-the-future
  prompt: p
  needs: [torch>=99]
  code: x = 1 / 0
  ask: {value: x}
- id: on-a-gpu
  prompt: p
  device: cuda
  code: x = torch.ones(2, device=device)
  ask: {device: x}
"""


def load_deck(path: Path, cards: str) -> Deck:
    path.write_text(SETUP + textwrap.indent(cards, "  "))
    loaded = load_text(path.read_text(), str(path))
    assert loaded.problems == ()
    assert loaded.deck is not None
    return replace(loaded.deck, trust="trusted")


def run_check(deck: Deck) -> Checked:
    async def run() -> Checked:
        plans = plan_check([(deck, card) for card in deck.cards], random.Random(0))
        async with Runner() as runner:
            hello = await runner.ready()
            assert hello is not None
            return await check(plans, runner, hello)

    return asyncio.run(run())


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    return run_check(load_deck(tmp_path_factory.mktemp("decks") / "ops.yaml", BAD_CARDS))


@pytest.fixture(scope="module")
def problems(bad: Checked) -> Mapping[str, Sequence[Problem]]:
    """The problems of each bad card."""
    found: dict[str, list[Problem]] = {}
    for problem in bad.problems:
        assert problem.card is not None
        found.setdefault(problem.card.removeprefix("ops/"), []).append(problem)
    return found


def test_nothing_is_wrong_with_good_cards(tmp_path: Path) -> None:
    checked = run_check(load_deck(tmp_path / "ops.yaml", GOOD_CARDS))
    assert [str(problem) for problem in checked.problems] == []
    assert checked.skipped == ()
    assert checked.runs == 8 + 4 + 2 + 2 + 1 + 2 + 1 + 1


@pytest.mark.parametrize(
    ("card", "messages"),
    [
        ("unseen", ["cannot be observed: NameError: name 'y'", "cannot be observed: TypeError"]),
        ("unexpectedly", ["the code raises, and no ask is `raises: code`: ZeroDivisionError"]),
        ("disagrees", ["torch disagrees with expect: expected (3, 2), torch gives (2, 3)"]),
        ("not-understood", ["expect is not an answer that is understood: 'two by three'"]),
        (
            "expression-disagrees",
            ["torch disagrees with expect: expected 2, torch gives 1 (n = 1, and 1 more draw)"],
        ),
        (
            "expression-fails",
            ["expect cannot be evaluated: NameError: name 'x' is not defined (n = 1, and 1 more"],
        ),
        (
            "named-draw-disagrees",
            ["torch disagrees with expect: expected 5, torch gives 4 (n = 2)"],
        ),
        ("no-mistake", ["the mistake equals the truth: 4 (n = 2)"]),
        ("no-mistake-in-words", ["the mistake equals the truth: ZeroDivisionError"]),
        ("never-said", ["the mistake is never said, since an earlier one equals it: 4 (n = 2)"]),
        (
            "never-said-by-both-before",
            ["the mistake is never said, since an earlier one equals it: 7"],
        ),
        (
            "never-said-in-words",
            ["the mistake is never said, since an earlier one equals it: typeerror"],
        ),
        ("unsteady", ["the truth changes from run to run: 1"]),
        ("mistake-nobody-types", ["the mistake cannot be typed: 'some error or other'"]),
        ("bad-draw", ["the code raises, and no ask is `raises: code`: AttributeError"]),
        ("mistake-fails", ["the mistake cannot be evaluated: NameError"]),
        ("too-large", ["the truth cannot be typed: the tensor of shape (65, 64) is not shown"]),
        ("too-large-inside", ["the truth cannot be typed: the tensor of shape (65, 64)"]),
        ("an-object", ["the truth cannot be typed: it is the object <list_iterator"]),
        ("abbreviated", ["the truth, typed as it is shown, is not understood"]),
        ("endless", ["The code ran longer than 0.2 seconds"]),
        ("lethal", ["The code ended its own process, with exit status 3"]),
        ("hangs-unasked", ["The code ran longer than 1 second and was stopped: rank 0 was at `"]),
        (
            "hangs-unexpectedly",
            ["torch disagrees with expect: expected yes, torch gives no"],
        ),
        (
            "raises-on-a-rank",
            ["the code raises, and no ask is `raises: code`: rank 1 raised ValueError: no"],
        ),
        (
            "raises-instead-of-hanging",
            ["the code raises, and no ask is `raises: code`: ZeroDivisionError"],
        ),
    ],
)
def test_a_bad_card_is_told_from_a_good_one(
    card: str, messages: list[str], problems: Mapping[str, Sequence[Problem]]
) -> None:
    told = [problem.message for problem in problems[card]]
    assert len(told) == len(messages), told
    for message, beginning in zip(told, messages, strict=True):
        assert message.startswith(beginning)


@pytest.mark.parametrize(
    ("card", "place"),
    [
        ("unseen", "{value: y"),
        ("unexpectedly", "x = x / 0"),
        ("disagrees", "shape: (3, 2)"),
        ("bad-draw", "code: x = f(torch.ones(1))"),
        ("expression-fails", "{value: x}"),
        ("named-draw-disagrees", '{draw: {n: 2}, value: "5"}'),
        ("no-mistake", "{value: 2 * n"),
        ("never-said", "{value: n + n"),
        ("unsteady", "{value: y}"),
        ("endless", "- id: endless"),
        ("hangs-unexpectedly", "{hangs: yes}"),
        ("raises-on-a-rank", "if rank == 1: raise"),
    ],
)
def test_a_problem_is_told_at_its_line(
    card: str, place: str, problems: Mapping[str, Sequence[Problem]]
) -> None:
    assert place in problems[card][0].source_line


def test_the_caret_stands_under_what_is_wrong(problems: Mapping[str, Sequence[Problem]]) -> None:
    problem = problems["no-mistake"][0]
    assert problem.source_line[problem.column - 1 :].startswith("2 * n")


def test_a_card_whose_needs_are_not_met_is_skipped_with_the_reason(bad: Checked) -> None:
    reasons = {skipped.card: skipped.reason for skipped in bad.skipped}
    assert reasons["ops/from-the-future"].startswith("needs torch>=99, and this is torch 2.")


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_card_for_a_gpu_is_skipped_where_there_is_none(bad: Checked) -> None:
    reasons = {skipped.card: skipped.reason for skipped in bad.skipped}
    assert reasons["ops/on-a-gpu"] == "needs a CUDA GPU, which this machine has not"


def test_of_very_many_draws_a_sample_is_run_with_the_one_that_expect_names(tmp_path: Path) -> None:
    card = """
- id: many
  prompt: p
  vary: {n: {from: 1, to: 4000}}
  code: x = n
  ask: {value: x}
  expect: {draw: {n: 1}, value: "1"}
"""
    deck = load_deck(tmp_path / "ops.yaml", card)
    for seed in range(20):
        (plan,) = plan_check([(deck, deck.cards[0])], random.Random(seed))
        assert len(plan.draws) == MOST_DRAWS
        assert {"n": "1"} in plan.draws
