"""Outcomes run ahead of the learner."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from quizapp.deck.exercise import Exercise, draws, exercise
from quizapp.library.library import Library
from quizapp.library.loading import load_library
from quizapp.running.ahead import Ahead
from runner.client import Runner
from runner.protocol.wire import Fact, Fault, Outcome
from tests.runner.background import the_only_runner, until_running
from tests.trusting import trusting

DECK = """\
format: 1
topic: ops
cards:
  - id: double
    prompt: What is y?
    vary: {n: [1, 2, 3, 4]}
    code: y = 2 * n
    ask: {value: y}
  - id: endless
    prompt: What is y?
    timeout: 60
    code: |
      open("ran", "w").close()
      import threading
      threading.Event().wait()
    ask: {raises: code}
  - id: futuristic
    prompt: What is y?
    needs: torch>=99
    code: y = 1
    ask: {value: y}
  - id: fails
    prompt: What is y?
    code: |
      y = 1
      z = y + missing
    ask: {value: z}
  - id: asks-what-raises
    prompt: Does it raise?
    code: y = 1 + missing
    ask: {raises: code}
  - id: raises-when-drawn
    prompt: Does it raise?
    vary: {n: [missing]}
    code: y = 1 / n
    ask: {raises: code}
  - id: gap-when-drawn
    prompt: Mend it.
    vary: {n: [missing]}
    code: y = ____
    tests: assert y == 1
    solution: "1"
    wrong: ["2"]
  - id: write-fails
    prompt: Double it.
    code: |
      x = 2 * missing
      y = ____
    tests: assert y == 2
    solution: "2"
    wrong: ["1"]
  - id: order-fails
    prompt: Put them in order.
    code: x = 2 * missing
    order: |
      a = 1
      a += 1
      a *= 3
    tests: assert a == 6
  - id: half-solved
    prompt: Divide it.
    vary: {n: [1, 0]}
    code: y = ____ / n
    tests: assert y == 2
    solution: "2"
    wrong: ["1"]
  - id: never-solved
    prompt: Double it.
    code: y = ____
    tests: |
      y += 1
      assert y == 4
    solution: "2"
    wrong: ["1"]
  - id: large
    prompt: What is y?
    code: y = list(range(5000))
    ask: {value: y}
  - id: why
    prompt: Why?
    back: Because.
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "ops.yaml").write_text(DECK)
    return load_library([tmp_path], None, trusting)


def exercises(library: Library, id: str) -> Iterator[Exercise]:
    card = library.cards[f"ops/{id}"]
    for draw in draws(card):
        yield exercise(library.deck_of(card.id), card, draw)


def value(seen: Outcome | Fault | None) -> object:
    assert isinstance(seen, Outcome)
    [fact] = seen.facts
    assert isinstance(fact, Fact)
    return fact.data["data"]


def test_what_is_wanted_is_there_before_it_is_asked_for(
    library: Library, lent_runner: Sequence[str]
) -> None:
    async def look() -> None:
        first, second, *_ = exercises(library, "double")
        async with Runner(lent_runner) as runner:
            ahead = Ahead(runner)
            ahead.want([first, second])
            assert ahead.seen(first) is None
            assert value(await ahead.outcome(second)) == 4
            assert value(await ahead.outcome(first)) == 2
            assert value(ahead.seen(first)) == 2

    asyncio.run(look())


def test_an_exercise_that_nobody_wanted_is_run_when_it_is_asked_for(
    library: Library, lent_runner: Sequence[str]
) -> None:
    async def look() -> None:
        async with Runner(lent_runner) as runner:
            assert [
                value(await Ahead(runner).outcome(e)) for e in exercises(library, "double")
            ] == [
                2,
                4,
                6,
                8,
            ]

    asyncio.run(look())


def test_what_is_no_longer_wanted_is_given_up(library: Library) -> None:
    async def look() -> None:
        [endless] = exercises(library, "endless")
        next_one, *_ = exercises(library, "double")
        async with Runner(jobs=1) as runner:
            ahead = Ahead(runner)
            ahead.want([endless])
            await runner.ready()
            await until_running(the_only_runner(), 1)
            ahead.want([next_one])
            async with asyncio.timeout(endless.snippet().timeout / 2):
                assert value(await ahead.outcome(next_one)) == 2
            assert ahead.seen(endless) is None

    asyncio.run(look())


def test_a_card_that_is_forgotten_runs_anew(library: Library, lent_runner: Sequence[str]) -> None:
    async def look() -> None:
        first, *_ = exercises(library, "double")
        async with Runner(lent_runner) as runner:
            ahead = Ahead(runner)
            seen = await ahead.outcome(first)
            ahead.forget(first)
            assert ahead.seen(first) is None
            again = await ahead.outcome(first)
            assert again is not seen and value(again) == value(seen)

    asyncio.run(look())


def test_where_torch_does_not_start_each_further_try_is_a_new_one(
    library: Library, tmp_path: Path
) -> None:
    tries = tmp_path / "tries"
    count = f"open({str(tries)!r}, 'a').write('.'); raise SystemExit('never')"

    async def look() -> None:
        first, second, *_ = exercises(library, "double")
        async with Runner([sys.executable, "-c", count]) as runner:
            ahead = Ahead(runner)
            ahead.want([first, second])
            for number in (1, 2, 3):
                seen = await ahead.outcome(first)
                assert seen == Fault("internal", "The runner could not start: never.")
                assert tries.read_text() == "." * number
                ahead.forget(first)

    asyncio.run(look())


def test_a_card_whose_needs_are_unmet_is_refused_with_the_reason(
    library: Library, lent_runner: Sequence[str]
) -> None:
    async def look() -> None:
        [futuristic] = exercises(library, "futuristic")
        async with Runner(lent_runner) as runner:
            seen = await Ahead(runner).outcome(futuristic)
            assert isinstance(seen, Fault) and seen.kind == "refused"
            assert seen.message.startswith("This card needs torch>=99, and this is torch 2.")

    asyncio.run(look())


def test_what_raises_is_a_truth_where_it_is_asked_for_and_else_the_decks_fault(
    library: Library, lent_runner: Sequence[str]
) -> None:
    faults = {
        "fails": "This card fails here: NameError: name 'missing' is not defined (",
        "large": "This card asks for y, which is too large to compare.",
        "raises-when-drawn": "This card fails here: NameError: name 'missing' is not defined",
        "gap-when-drawn": "This card fails here: NameError: name 'missing' is not defined",
        "write-fails": "This card fails here: NameError: name 'missing' is not defined.",
        "order-fails": "This card fails here: NameError: name 'missing' is not defined (",
        "never-solved": "This card fails here: AssertionError (",
    }

    async def look() -> None:
        async with Runner(lent_runner) as runner:
            ahead = Ahead(runner)
            [asking] = exercises(library, "asks-what-raises")
            assert isinstance(await ahead.outcome(asking), Outcome)
            for id, reason in faults.items():
                [faulty] = exercises(library, id)
                seen = await ahead.outcome(faulty)
                assert isinstance(seen, Fault) and seen.kind == "refused"
                assert seen.message.startswith(reason)

    asyncio.run(look())


@pytest.mark.long
def test_a_card_that_is_tried_is_left_out_only_in_the_draws_that_its_solution_fails(
    library: Library,
) -> None:
    async def look() -> None:
        solved, unsolved = exercises(library, "half-solved")
        async with Runner() as runner:
            ahead = Ahead(runner)
            ahead.want([solved, unsolved])
            assert isinstance(await ahead.outcome(solved), Outcome)
            seen = await ahead.outcome(unsolved)
            assert isinstance(seen, Fault) and "ZeroDivisionError" in seen.message

    asyncio.run(look())


def test_a_recall_card_runs_nothing(library: Library) -> None:
    async def look() -> None:
        [why] = exercises(library, "why")
        ahead = Ahead(Runner())
        ahead.want([why])
        assert ahead.seen(why) is None

    asyncio.run(look())
