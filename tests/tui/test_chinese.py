"""How the screens look in Chinese, whose signs are two columns wide."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from quizapp.study.sitting import Sitting
from quizapp.text.language import speak
from tests.tui.learner import learner
from tests.tui.screen import assert_looks_like

DRILL = Sitting(("first-steps",))


@pytest.fixture(autouse=True)
def chinese(home: Path) -> Iterator[None]:
    with (home / "config.toml").open("a") as file:
        file.write('language = "zh"\n')
    speak("zh")
    yield
    speak("en")


@pytest.mark.parametrize("size", [(80, 24), (60, 20)], ids=["80x24", "60x20"])
def test_home(course: None, size: tuple[int, int]) -> None:
    async def look() -> None:
        async with learner(size) as someone:
            await someone.has_torch()
            someone.app._home.say_of_runner("torch VERSION · cpu")
            await someone.press("j")
            assert_looks_like(someone.app, f"home-zh-{size[0]}x{size[1]}")

    asyncio.run(look())


def test_a_review_and_its_summary() -> None:
    async def look() -> None:
        async with learner((80, 24), first=DRILL) as someone:
            await someone.sees("的值")
            await someone.type("[1, 2]")
            await someone.press("enter")
            await someone.sees("✗ 错", "enter 下一张")
            assert_looks_like(someone.app, "verdict-zh")
            await someone.press("f1")
            assert_looks_like(someone.app, "help-zh")
            await someone.press("escape", "q")
            await someone.sees("1 张卡片，其中 1 张新卡", "✗ 1 张错", "今后 14 天到期")
            await someone.press("enter", "s")
            await someone.sees("[1 ", "6 路径")
            await someone.press("ctrl+p")
            await someone.sees("搜索命令……")
            await someone.press(*"zzz")
            await someone.sees("没有这样的命令")

    asyncio.run(look())
