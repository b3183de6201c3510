"""Outcomes run ahead of the learner."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from quizapp.ahead import Ahead
from quizapp.deck.exercise import Exercise, draws, exercise
from quizapp.deck.library import Library, load_library
from runner.client import Runner
from runner.wire import Fact, Fault, Outcome

DECK = """\
format: 1
topic: ops
cards:
  - id: double
    prompt: What is y?
    vary: {n: [1, 2, 3, 4]}
    code: y = 2 * n
    ask: {value: y}
  - id: futuristic
    prompt: What is y?
    needs: torch>=99
    code: y = 1
    ask: {value: y}
  - id: why
    prompt: Why?
    back: Because.
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "ops.yaml").write_text(DECK)
    return load_library([tmp_path], cache=None)


def exercises(library: Library, id: str) -> Iterator[Exercise]:
    card = library.cards[f"ops/{id}"]
    for draw in draws(card):
        yield exercise(library.deck_of(card.id), card, draw)


def value(seen: Outcome | Fault | None) -> object:
    assert isinstance(seen, Outcome)
    [fact] = seen.facts
    assert isinstance(fact, Fact)
    return fact.data["data"]


def test_what_is_wanted_is_there_before_it_is_asked_for(library: Library) -> None:
    async def look() -> None:
        first, second, *_ = exercises(library, "double")
        async with Runner() as runner:
            ahead = Ahead(runner)
            ahead.want([first, second])
            assert ahead.seen(first) is None
            assert value(await ahead.outcome(second)) == 4
            assert value(await ahead.outcome(first)) == 2
            assert value(ahead.seen(first)) == 2

    asyncio.run(look())


def test_an_exercise_that_nobody_wanted_is_run_when_it_is_asked_for(library: Library) -> None:
    async def look() -> None:
        async with Runner() as runner:
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
        first, second, *_ = exercises(library, "double")
        async with Runner() as runner:
            ahead = Ahead(runner)
            ahead.want([first])
            ahead.want([second])
            await ahead.outcome(second)
            assert ahead.seen(first) is None

    asyncio.run(look())


def test_a_card_that_is_forgotten_runs_anew(library: Library) -> None:
    async def look() -> None:
        first, *_ = exercises(library, "double")
        async with Runner() as runner:
            ahead = Ahead(runner)
            seen = await ahead.outcome(first)
            ahead.forget(first)
            assert ahead.seen(first) is None
            again = await ahead.outcome(first)
            assert again is not seen and value(again) == value(seen)

    asyncio.run(look())


def test_a_card_whose_needs_are_unmet_is_refused_with_the_reason(library: Library) -> None:
    async def look() -> None:
        [futuristic] = exercises(library, "futuristic")
        async with Runner() as runner:
            seen = await Ahead(runner).outcome(futuristic)
            assert isinstance(seen, Fault) and seen.kind == "refused"
            assert seen.message.startswith("This card needs torch>=99, and this is torch 2.")

    asyncio.run(look())


def test_a_recall_card_runs_nothing(library: Library) -> None:
    async def look() -> None:
        [why] = exercises(library, "why")
        ahead = Ahead(Runner())
        ahead.want([why])
        assert ahead.seen(why) is None

    asyncio.run(look())
