"""Trying things out after the verdict: changed code, any expression, live torch."""

from __future__ import annotations

import asyncio

from quizapp.deck.exercise import Exercise, exercise
from quizapp.deck.load import load_text
from quizapp.inside.poke import first_expression, poke, poked_lines
from quizapp.inside.spans import plain
from runner.client import Runner
from runner.wire import Fault, Outcome
from tests.deck.kinds import kinds

DECK = """\
topic: ops
setup: import torch
cards:
  - id: squared
    prompt: What is y?
    vary: {n: [2, 3]}
    code: |
      x = torch.tensor([1., n], requires_grad=True)
      y = x ** 2
    ask: [{raises: code}, {value: y}]
"""


def squared() -> Exercise:
    deck = load_text(DECK, "ops.yaml").deck
    assert deck is not None
    return exercise(deck, deck.cards[0], {"n": "3"})


def told(run: Exercise, code: str, expression: str = "") -> list[str]:
    async def main() -> Outcome | Fault:
        async with Runner() as runner:
            return await poke(runner, run, code, expression)

    end = asyncio.run(main())
    assert isinstance(end, Outcome), end
    return [plain(line) for line in poked_lines(end, expression)]


def test_one_begins_with_what_was_shown() -> None:
    run = squared()
    assert run.whole_code().startswith("n = 3\nx = torch.tensor")
    assert first_expression(run) == "y"


def test_changed_code_runs_after_the_setup_and_an_expression_is_told_of() -> None:
    code = squared().whole_code().replace("** 2", "** 3").replace("n = 3", "n = 2")
    assert told(squared(), code, "y") == [
        "y = [1., 8.]",
        "    shape (2,)   dtype float32   device cpu   strides (1,)   grad_fn PowBackward0",
    ]


def test_any_expression_will_do() -> None:
    assert (
        told(squared(), squared().whole_code(), "len(x), x.dtype")[0]
        == "len(x), x.dtype = (2, torch.float32)"
    )


def test_what_is_printed_and_raised_is_told_and_cannot_act() -> None:
    code = "print('\\x1b[2Jhere')\nx = torch.ones(2)\nx @ torch.ones(3)"
    lines = told(squared(), code, "x")
    assert "here" in lines[0]
    assert "\x1b" not in "".join(lines)
    assert lines[1].startswith("RuntimeError: ")
    assert lines[1].endswith("(line 3)")
    assert lines[2] == "x = [1., 1.]"


def test_an_expression_that_raises_says_so() -> None:
    assert told(squared(), "x = 1", "z") == ["NameError: name 'z' is not defined"]
    assert told(squared(), "x = (", "x")[0].startswith("SyntaxError: ")


def test_it_is_traced() -> None:
    async def main() -> Outcome | Fault:
        async with Runner() as runner:
            return await poke(runner, squared(), "x = torch.ones(2)\nx += 1", "")

    end = asyncio.run(main())
    assert isinstance(end, Outcome)
    assert end.trace is not None
    assert [step.line for step in end.trace.steps] == [1, 2]


def test_code_that_was_handed_in_is_what_one_begins_with() -> None:
    _, _, transpose, _, mend, order = kinds().cards
    assert exercise(kinds(), transpose, {}).whole_code("x.t()").endswith("y = x.t()\n")
    assert exercise(kinds(), mend, {"n": "2"}).whole_code("pass\n") == (
        "n = 2\nw = torch.ones(1, requires_grad=True)\npass\n"
    )
    assert exercise(kinds(), order, {}).whole_code("x -= 2\n") == "x = 0\nx -= 2\n"
