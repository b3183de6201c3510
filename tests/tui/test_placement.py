"""A placement by keys: offered to newcomers, declined with one key, stopped at will."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.tui.learner import learner

OFFER = "New here? p finds out what you know"


def test_the_offer_is_declined_with_one_key_for_good(home: Path) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees(OFFER)
            await someone.press("n")
            assert OFFER not in await someone.sees("10 new")
        assert 'placement = "declined"\n' in (home / "config.toml").read_text()
        async with learner() as someone:
            assert OFFER not in await someone.sees("10 new")

    asyncio.run(act())


def test_questions_follow_one_another_and_stop_at_will(home: Path) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees(OFFER)
            await someone.press("p")
            await someone.sees("question 1 of 15 to 25")
            await someone.press("escape", "s", "escape", "d")
            told = await someone.sees("question 2 of 15 to 25")
            assert "wrong" not in told
            await someone.press("escape", "q")
            await someone.sees("What you know already", "1 question answered. Nothing is taken as")
            await someone.press("enter")
            await someone.sees(OFFER, "10 new")

    asyncio.run(act())
