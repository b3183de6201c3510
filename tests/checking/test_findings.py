"""What two runs of one exercise show; what a single one shows is tested in test_check.py."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from quizapp.checking.examined import try_all
from quizapp.checking.findings import Site
from quizapp.checking.predictions import changes
from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.order import OrderCard
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.parts import Ask, Code, Message, Text
from quizapp.text.language import speak
from runner.protocol.wire import Fact, Outcome, Raised, Snippet

PATH = "ops.yaml"
CARD = PredictCard(
    id="ops/a",
    prompt=Text(en="p"),
    line=3,
    code=Code(text="x = 1", line=5),
    asks=(Ask(kind="shape", expression="x"), Ask(kind="raises", expression="f(x)")),
)
SHAPE = Fact("shape", [2, 3])
QUIET = Fact("raises", None)


def raised(type: str = "KeyError", message: str = "") -> Raised:
    return Raised(type, ("Exception", "BaseException"), message, PATH, 6)


def outcome(*facts: Fact | Raised, raised: Raised | None = None) -> Outcome:
    return Outcome(facts, "", "", raised, 0.1)


def told(first: Outcome, again: Outcome) -> list[tuple[Site, str]]:
    return [(finding.site, str(finding)) for finding in changes(CARD, PATH, first, again)]


def test_equal_runs_show_nothing() -> None:
    slower = Outcome((SHAPE, QUIET), "", "", None, 0.9)
    assert told(outcome(SHAPE, QUIET), slower) == []


@pytest.mark.parametrize(
    ("again", "shown"),
    [
        (Fact("shape", [3, 2]), "(2, 3), then (3, 2)"),
        (raised("NameError", "no x"), "(2, 3), then raises NameError: no x"),
    ],
)
def test_a_truth_that_changes_is_told_with_both(again: Fact | Raised, shown: str) -> None:
    site = Site("ask", 0)
    message = f"the truth changes from run to run: {shown}"
    assert told(outcome(SHAPE, QUIET), outcome(again, QUIET)) == [(site, message)]


@pytest.fixture
def chinese() -> Iterator[None]:
    speak("zh")
    yield
    speak("en")


def test_what_changes_is_told_in_chinese(chinese: None) -> None:
    [(_, message)] = told(outcome(SHAPE, QUIET), outcome(Fact("shape", [3, 2]), QUIET))
    assert message == "真值每次运行都不同：(2, 3)，然后(3, 2)"


def test_why_an_attempt_fails_is_told_in_the_language_of_its_author(chinese: None) -> None:
    class Failing:
        async def run(self, snippet: Snippet, *, rehashed: bool = False) -> Outcome:
            return Outcome((), "", "", Raised("AssertionError", (), "x is 3", PATH, 7), 0.0)

    card = OrderCard(
        id="ops/b",
        prompt=Text(en="p"),
        line=3,
        code=Code(text="x = 1", line=5),
        lines=("x += 1\n",),
        lines_at=6,
        tests=Code(text='assert x == 2, f"x is {x}"', line=7),
        messages=(Message(say=Text(en="x is {x}", zh="x 是 {x}")),),
    )
    run = Exercise(card=card, draw={}, path=PATH, setup=None)
    [tried] = asyncio.run(try_all(run, [("an order", "x += 2")], Failing()))
    assert tried.why == "x 是 3"


def test_the_message_of_an_exception_may_change() -> None:
    def run(message: str) -> Outcome:
        fact = {"type": "KeyError", "bases": ["Exception"], "subclasses": [], "message": message}
        return outcome(SHAPE, Fact("raises", fact))

    assert told(run("at 0x1"), run("at 0x2")) == []


@pytest.mark.parametrize("first_raises", [True, False])
def test_code_that_raises_only_sometimes_is_told_at_its_line(first_raises: bool) -> None:
    quiet, loud = outcome(SHAPE, QUIET), outcome(SHAPE, QUIET, raised=raised())
    runs = (loud, quiet) if first_raises else (quiet, loud)
    message = "the truth changes from run to run: KeyError, in only one of two runs"
    assert told(*runs) == [(Site("code", 6), message)]


def test_an_ask_that_cannot_be_observed_is_not_said_to_change() -> None:
    assert told(outcome(raised(message="1"), QUIET), outcome(raised(message="2"), QUIET)) == []
