"""Trying things out after the verdict: changed code, any expression, live torch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from quizapp.deck.exercise import Exercise, exercise
from quizapp.deck.format.load import load_text
from quizapp.inside.poke import (
    LONGEST_PRINTED,
    MOST_PRINTED,
    failed_line,
    fault_lines,
    first_expression,
    given_lines,
    poke,
    poked_lines,
)
from quizapp.inside.spans import plain
from quizapp.running.watch import watch
from runner.protocol.wire import Fault, Outcome
from tests.deck.kinds import kinds
from tests.runner.background import BackgroundRunner
from tests.trusting import trusted

Told = Callable[..., list[str]]

SQUARED = """\
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
    deck = trusted(load_text(SQUARED, "ops.yaml").deck)
    return exercise(deck, deck.cards[0], {"n": "3"})


@pytest.fixture(scope="module")
def runner(lent_runner: Sequence[str]) -> Iterator[BackgroundRunner]:
    with BackgroundRunner(command=lent_runner) as runner:
        yield runner


@pytest.fixture
def told(runner: BackgroundRunner) -> Told:
    """What is said of code in place of the exercise's own."""

    def told(code: str, expression: str = "", width: int = 80) -> list[str]:
        end = runner.wait_for(poke(runner.runner, squared(), code, expression))
        lines = (
            fault_lines(end)
            if isinstance(end, Fault)
            else poked_lines(end, expression, width, sandboxed=True)
        )
        return [plain(line) for line in lines]

    return told


def test_one_begins_with_what_was_shown() -> None:
    run = squared()
    assert run.whole_code().startswith("n = 3\nx = torch.tensor")
    assert first_expression(run) == "y"


def test_changed_code_runs_after_the_setup_and_an_expression_is_told_of(told: Told) -> None:
    code = squared().whole_code().replace("** 2", "** 3").replace("n = 3", "n = 2")
    assert told(code, "y") == [
        "y = [1., 8.]",
        "  shape (2,)  dtype float32  device cpu  strides (1,)  grad_fn PowBackward0",
    ]


def test_any_expression_will_do(told: Told) -> None:
    assert (
        told(squared().whole_code(), "len(x), x.dtype")[0] == "len(x), x.dtype = (2, torch.float32)"
    )


def test_what_is_printed_and_raised_is_told_and_cannot_act(told: Told) -> None:
    code = "print('\\x1b[2Jhere')\nx = torch.ones(2)\nx @ torch.ones(3)"
    lines = told(code, "x")
    assert "\x1b" not in "".join(lines)
    assert lines[0].startswith("RuntimeError: ")
    assert lines[0].endswith("(line 3)")
    assert lines[1] == "x = [1., 1.]"
    assert lines[-2:] == ["printed", "  \\x1b[2Jhere"]


@pytest.mark.usefixtures("full_sandbox")
@pytest.mark.parametrize(
    ("code", "kept_from"),
    [
        ("open('/etc/passwd')", "reads what Python and torch are made of"),
        ("import os; os.listdir('/root')", "reads what Python and torch are made of"),
        ("open('/new', 'w')", "writes in a folder of its own"),
        ("torch.save(1, '/new.pt')", "writes in a folder of its own"),
        ("torch.save(1, '/new/x.pt')", "writes in a folder of its own"),
        ("import urllib.request as u; u.urlopen('http://example.org')", "reaches no network"),
        ("import socket; socket.create_connection(('1.1.1.1', 80))", "reaches no network"),
        ("import os; os.kill(1, 9)", "no foreign process"),
    ],
)
def test_what_raises_by_the_sandbox_is_told_what_that_keeps_it_from(
    told: Told, runner: BackgroundRunner, code: str, kept_from: str
) -> None:
    [line] = told(code)
    assert "(line 1); in the sandbox code " in line and kept_from in line
    [line] = told("x = 1", code.split("; ")[-1]) if "import" not in code else [line]
    assert kept_from in line
    seen = runner.wait_for(poke(runner.runner, squared(), code, ""))
    assert isinstance(seen, Outcome)
    [elsewhere] = poked_lines(seen, "", 80, sandboxed=False)
    assert plain(elsewhere).endswith("(line 1)"), "it may be as true where there is no sandbox"


def test_what_raises_by_itself_is_not_told_of_the_sandbox(told: Told) -> None:
    for code in ("{}['etc']", "raise OSError(22, 'no')", "raise PermissionError('mine')"):
        [line] = told(code)
        assert "sandbox" not in line


def test_rows_stand_in_columns_whatever_they_are_of_and_however_narrow_it_is(told: Told) -> None:
    code = "x = torch.tensor([[1 / 3, -20.25, 1234.5], [2, 3, -4 / 7]]).repeat(1, 2)"
    expressions = ("x", "x + torch.zeros(2, 6).requires_grad_()")
    short, long = (told(code, expression)[:3] for expression in expressions)
    assert short == [
        "x =",
        "  [[ 0.333333,    -20.25,    1234.5,  0.333333,    -20.25,    1234.5],",
        "   [       2.,        3., -0.571429,        2.,        3., -0.571429]]",
    ]
    assert long[1:] == short[1:]
    narrow = told(code, "x", width=66)
    assert narrow[1:3] == [
        "  [[ 0.33333,   -20.25,   1234.5,  0.33333,   -20.25,   1234.5],",
        "   [      2.,       3., -0.57143,       2.,       3., -0.57143]]",
    ]


def test_of_a_flood_of_output_the_first_lines_are_shown(told: Told) -> None:
    lines = told("for i in range(1000): print(i, 'x' * 40)\ny = 1", "y")
    printed = lines.index("printed")
    assert lines[0] == "y = 1"
    assert lines[printed + 1].startswith("  0 xxx")
    assert lines[printed + MOST_PRINTED + 1 :] == ["  … 990 more lines"]
    lines = told("for i in range(10**6): print(i)")
    assert lines == [
        "The code printed more than 64 KiB and was stopped.",
        "printed",
        *(f"  {i}" for i in range(MOST_PRINTED)),
        "  …",
    ]
    assert told("print('x' * 10**4)")[1] == f"  {'x' * LONGEST_PRINTED}…"


def test_one_begins_with_what_the_run_gave(runner: BackgroundRunner) -> None:
    code = SQUARED.replace("y = x ** 2", "y = x ** 2\n      print(n)\n      y @ torch.ones(3)")
    deck = trusted(load_text(code, "ops.yaml").deck)
    run = exercise(deck, deck.cards[0], {"n": "3"})
    seen = runner.wait_for(watch(runner.runner, run))
    assert isinstance(seen, Outcome)
    lines = [plain(line) for line in given_lines(run, seen, 80, sandboxed=True)]
    assert lines[0].startswith("RuntimeError: ")
    assert lines[0].endswith("(line 5)")
    assert failed_line(run, seen) == 5
    assert lines[1:] == ["y = [1., 9.]", "printed", "  3"]


def test_an_expression_that_raises_says_so(told: Told) -> None:
    assert told("x = 1", "z") == ["NameError: name 'z' is not defined"]
    assert told("x = (", "x")[0].startswith("SyntaxError: ")


def test_it_is_traced(runner: BackgroundRunner) -> None:
    end = runner.wait_for(poke(runner.runner, squared(), "x = torch.ones(2)\nx += 1", ""))
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
