"""The last check before the terminal, where a widget has let something through."""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path

from textual.content import Content

from quizapp.text.ascii import draw_with
from quizapp.tui.widgets.title_bar import TitleBar
from tests.hostile_deck import ESCAPES, acting
from tests.tui.learner import learner
from tests.tui.screen import screen_text

EVIL = ast.literal_eval(f"'{''.join(ESCAPES)}'").replace("\ud800", "")


def test_what_a_widget_forgets_to_spell_out_is_dropped(home: Path) -> None:
    async def look() -> None:
        async with learner() as user:
            await user.sees("First steps", "torch 2.")
            user.app.screen.query_one(TitleBar).show(Content(f"before {EVIL}after"), "")
            user.app.notify(f"said {EVIL}", markup=False)
            screen = await user.sees("before ", "after", "▌ said")
            assert acting(screen) - {"\u200d", "\U000e0041"} == set()

    asyncio.run(look())


def test_what_does_not_act_is_left_as_it_is(home: Path) -> None:
    async def look() -> None:
        async with learner() as user:
            await user.sees("First steps", "torch 2.")
            user.app.screen.query_one(TitleBar).show("∂y/∂x ≤ 求导 é —", "")
            await user.sees("∂y/∂x ≤ 求导 é —")
            assert screen_text(user.app).splitlines()[0].startswith(" ∂y")

    asyncio.run(look())


def test_a_terminal_without_signs_gets_frames_and_bars_in_ascii(home: Path) -> None:
    draw_with("ascii")

    async def look() -> None:
        async with learner() as user:
            await user.sees("First steps", "torch 2.")
            assert screen_text(user.app).isascii()
            await user.press("s")
            await user.sees("left page before  right next page")
            await user.press("q", "enter")
            assert screen_text(user.app).isascii()

    try:
        asyncio.run(look())
    finally:
        draw_with("unicode")
