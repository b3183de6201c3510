"""A whole check of one deck that is given as text."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

from quizapp.checking.check import Checked, check
from quizapp.checking.plan import plan_check
from quizapp.deck.format.load import load
from runner.client import Runner
from tests.trusting import trusted


def checked(folder: Path, runner_command: Sequence[str], text: str) -> Checked:
    """What is found in the deck, which must load."""
    path = folder / "own.yaml"
    path.write_text(text)
    deck = trusted(load(path).deck)

    async def run() -> Checked:
        async with Runner(runner_command) as runner:
            hello = await runner.ready()
            assert hello is not None
            plans = plan_check([(deck, card) for card in deck.cards], random.Random(0))
            return await check(plans, runner, hello)

    return asyncio.run(run())
