"""A runner that draws for the tests of this folder."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest

from quizapp.deck.exercise import Exercise
from quizapp.pictures.album import Album
from quizapp.running.watch import watch
from runner.client import Runner
from runner.protocol.wire import Outcome
from tests.inside.made_by_hand import exercise

Draw = Callable[[str, int], Album]
"""From code and a number of ranks to the pictures of its run."""


@pytest.fixture(scope="session")
def draw(lent_runner: Sequence[str]) -> Draw:
    async def seen(of: Exercise) -> Outcome:
        async with Runner(lent_runner) as runner:
            outcome = await watch(runner, of, picture=True)
        assert isinstance(outcome, Outcome), outcome
        return outcome

    def album(code: str, ranks: int) -> Album:
        of = exercise(code, setup="import torch\n", ranks=ranks)
        return Album(asyncio.run(seen(of)), of)

    return album
