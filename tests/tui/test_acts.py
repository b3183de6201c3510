"""What can be decided about the card on the screen, by keys."""

from __future__ import annotations

import asyncio
from pathlib import Path

from quizapp.study.sitting import Sitting
from tests.tui.learner import learner

DRILL = Sitting(("first-steps",))


def test_a_card_is_suspended_by_two_keys_and_comes_back_by_undo(home: Path) -> None:
    async def run() -> None:
        async with learner(first=DRILL) as someone:
            await someone.sees("1 of 3")
            await someone.press("escape", "m")
            await someone.sees("Suspend: ask it no more")
            await someone.press("s")
            await someone.sees("1 of 2")
            await someone.press("escape", "u")
            await someone.sees("1 of 3")

    asyncio.run(run())


def test_a_note_is_shown_after_the_verdict_and_a_wrong_day_is_told(home: Path) -> None:
    async def run() -> None:
        async with learner(first=DRILL) as someone:
            await someone.sees("1 of 3")
            await someone.press("escape", "m", "n")
            await someone.press(*"ask", "enter")
            await someone.press("d")
            await someone.sees("your note  ask")
            await someone.press("m", "d")
            await someone.press(*"soon", "enter")
            await someone.sees("Say in how many days")
            await someone.press("escape")
            await someone.sees("your note  ask")

    asyncio.run(run())
