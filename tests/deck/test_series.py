"""The runs of a card share a process, and nothing is told that one of its own does not show."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

from quizapp.checking.check import examine_draws
from quizapp.checking.plan import plan_check
from quizapp.deck.format.load import load_text
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome, Snippet, Source
from tests.trusting import trusted

DECK = """\
format: 1
topic: ops
setup: colorsys = __import__('colorsys')  # where nobody looks for what is left behind
cards:
- id: leaves-what-is-not-seen
  prompt: p
  vary: {n: [1, 2, 3]}
  code: |
    x = getattr(colorsys, "left", 0)
    colorsys.left = n
  ask: {value: x}
  expect: {value: "0"}
"""


class Listed(Runner):
    """It remembers what it was asked to run."""

    def __init__(self, command: Sequence[str]) -> None:
        super().__init__(command)
        self.ran: list[Snippet] = []

    async def run(self, snippet: Snippet, *, rehashed: bool = False) -> Outcome | Fault:
        self.ran.append(snippet)
        return await super().run(snippet, rehashed=rehashed)


def test_what_only_a_shared_process_shows_is_not_told(
    tmp_path: Path, lent_runner: Sequence[str]
) -> None:
    deck = trusted(load_text(DECK, str(tmp_path / "ops.yaml")).deck)
    (plan,) = plan_check([(deck, card) for card in deck.cards], random.Random(0))

    async def check() -> list[Snippet]:
        async with Listed(lent_runner) as runner:
            many = (runner.run(Snippet((Source("pass"),))) for _ in range(40))
            await asyncio.gather(*many)  # by which all has been imported
            runner.ran.clear()
            for examined in await examine_draws(plan, runner):
                assert examined.found == ()
            return runner.ran

    ran = asyncio.run(check())
    alone = {source.text for snippet in ran if not snippet.series for source in snippet.sources}
    assert {"n = 2\n", "n = 3\n"} <= alone  # for they were found to be wrong first
