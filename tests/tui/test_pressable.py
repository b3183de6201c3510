"""Keys that are named in a sentence or a frame, for fingers: a tap there is as good."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from quizapp.tui.pressable import with_keys
from tests.tui.kinds import FIX, sit
from tests.tui.learner import Learner, learner, set_too
from tests.tui.test_proof import CARD

STEPS = """\
prompt: What is it in the end?
code: |
  x = torch.ones(3)
  y = x + 1
  z = y.sum()
ask: {value: z}
"""


def test_a_placement_is_declined_by_a_tap(home: Path) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("n begins from the start")
            await someone.click_on("from the start.")
            assert "New here?" not in await someone.sees("First steps")

    asyncio.run(act())


@pytest.mark.parametrize(
    ("keys", "title"), [(["question_mark"], "keys: home"), (["m"], "more today:")]
)
def test_a_dialog_is_closed_by_a_tap_on_its_frame(home: Path, keys: list[str], title: str) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("First steps", "m more today")
            await someone.press(*keys)
            await someone.sees(title)
            await someone.click_on("esc closes")
            assert title not in await someone.sees("First steps")

    asyncio.run(act())


def test_a_note_is_left_and_kept_by_taps(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("escape", "m", "n")
        await someone.sees("enter keeps it  esc goes back")
        await someone.type("for later")
        await someone.click_on("goes back")
        await someone.sees("esc closes")
        await someone.press("n")
        await someone.sees("for later")
        await someone.click_on("keeps it")
        await someone.sees("i type")
        await someone.press("m")
        await someone.sees("esc closes", "for later")

    sit(home, CARD, act)


def test_the_assertions_are_opened_by_a_tap_and_by_the_key_that_was_chosen(home: Path) -> None:
    set_too(home, '[keys]\n"review.proof" = "f4"\n')

    async def act(someone: Learner) -> None:
        await someone.type("3")
        await someone.press("enter")
        await someone.sees("2 assertions stand behind this; f4 opens them", "enter next")
        await someone.click_on("opens them")
        await someone.sees("assert torch.ones(n).sum() == n")

    sit(home, CARD, act)


def test_what_failed_is_edited_by_a_tap(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("end")
        await someone.type("  # as it is")
        await someone.press("ctrl+s")
        await someone.sees("i edits it, to try again; s shows a solution", "enter next")
        await someone.click_on("shows a solution")
        await someone.sees("solution")
        await someone.click_on("edits it")
        await someone.sees("your code")

    sit(home, FIX, act)


def test_a_step_of_the_trace_is_gone_to_by_a_tap(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("6")
        await someone.press("enter")
        await someone.sees("right", "enter next")
        await someone.press("t")
        await someone.sees("step 1 of 3")
        for words, at in (("z  float32", 3), ("x  float32", 1), ("y  float32", 2)):
            await someone.click_on(words)
            await someone.sees(f"step {at} of 3")

    sit(home, STEPS, act)


def test_a_clause_acts_as_the_key_that_it_names() -> None:
    keys = {"edit": "i", "solution": "s"}
    told = with_keys("{edit} edits it, to try again; {solution} shows a solution", keys)
    assert told.plain == "i edits it, to try again; s shows a solution"
    assert with_keys("{edit}; {solution}", keys | {"edit": ";"}).plain == ";; s"
