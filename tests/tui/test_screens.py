"""How the screens look, as text; run with UPDATE_GOLDEN=1 to accept what has changed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from quizapp.study.sitting import Sitting
from tests.tui.learner import learner
from tests.tui.screen import assert_looks_like

SIZES = [(80, 24), (100, 30), (200, 60)]
DRILL = Sitting(("first-steps",))

by_size = pytest.mark.parametrize("size", SIZES, ids=[f"{w}x{h}" for w, h in SIZES])


def named(screen: str, size: tuple[int, int]) -> str:
    return f"{screen}-{size[0]}x{size[1]}"


@by_size
def test_home(home: Path, course: None, size: tuple[int, int]) -> None:
    async def look() -> None:
        async with learner(size) as someone:
            await someone.has_torch()
            someone.app._home.say_of_runner("torch VERSION · cpu")
            await someone.press("j")
            assert_looks_like(someone.app, named("home", size))

    asyncio.run(look())


@by_size
def test_review_before_and_after_the_answer(home: Path, size: tuple[int, int]) -> None:
    async def look() -> None:
        async with learner(size, first=DRILL) as someone:
            await someone.sees("What is the gradient of the sum?")
            assert_looks_like(someone.app, named("question", size))
            await someone.type("2x")
            await someone.press("enter")
            assert_looks_like(someone.app, named("not-understood", size))
            await someone.press("ctrl+u")
            await someone.type("[1, 2]")
            await someone.press("enter")
            await someone.sees("wrong", "enter next")
            assert_looks_like(someone.app, named("verdict", size))

    asyncio.run(look())


def test_a_recall_card_before_and_after_it_is_turned_over(home: Path) -> None:
    async def look() -> None:
        async with learner(first=DRILL) as someone:
            await someone.press("escape", "s")
            await someone.press("escape", "s")
            await someone.sees("Why do gradients accumulate?")
            assert_looks_like(someone.app, "recall-front")
            await someone.press("enter")
            await someone.sees("enter next")
            assert_looks_like(someone.app, "recall-back")

    asyncio.run(look())


@pytest.mark.parametrize("size", [(80, 24), (100, 30)], ids=["80x24", "100x30"])
def test_help(home: Path, size: tuple[int, int]) -> None:
    async def look() -> None:
        async with learner(size, first=DRILL) as someone:
            await someone.sees("What is the gradient of the sum?")
            await someone.press("f1")
            assert_looks_like(someone.app, named("help", size))

    asyncio.run(look())


def test_summary(home: Path) -> None:
    async def look() -> None:
        async with learner(first=DRILL) as someone:
            await someone.sees("What is the gradient of the sum?")
            await someone.type("1 1")
            await someone.press("enter")
            await someone.sees("✓ right", "enter next")
            await someone.press("enter")
            await someone.press("y", "enter")
            await someone.sees("✗ wrong")
            await someone.press("q")
            text = await someone.sees("The sitting so far")
            assert "1 right" in text and "1 wrong" in text
            assert "first-steps/leaf" in text

    asyncio.run(look())


def test_on_a_few_rows_all_can_still_be_done(home: Path) -> None:
    async def look() -> None:
        async with learner((30, 8), first=DRILL) as someone:
            await someone.sees("value of x.grad", "▌")
            await someone.type("1 1")
            await someone.press("enter")
            await someone.sees("enter next")
            for key, seen in [("t", "[trace]"), ("v", "[graph]"), ("p", "look at")]:
                await someone.press(key)
                await someone.sees(seen)
            await someone.press("escape", "f1")
            await someone.sees("keys: review")
            await someone.press("escape", "ctrl+p")
            await someone.sees("Search")
            await someone.press("escape", "q")
            await someone.sees("The sitting so far", "✓ 1 right")
            await someone.press("enter")
            await someone.sees("All topics")

    asyncio.run(look())


def test_chinese_texts_stand_where_they_are_written(home: Path) -> None:
    (home / "config.toml").write_text('language = "zh"\n')

    async def look() -> None:
        async with learner((80, 24), first=Sitting(("first-steps",))) as someone:
            await someone.sees("和的梯度是什么?")
            assert_looks_like(someone.app, "question-zh")

    asyncio.run(look())


def test_light_and_dark_differ_in_colour_alone_and_the_choice_is_kept(home: Path) -> None:
    from tests.tui.screen import screen_text

    async def texts() -> list[str]:
        seen = []
        async with learner(first=DRILL) as someone:
            await someone.sees("What is the gradient of the sum?")
            for theme in ("quiz-dark", "quiz-light"):
                someone.app.theme = theme
                await someone.press("f1")
                await someone.press("escape")
                seen.append(screen_text(someone.app))
                colours.append(someone.app.screen.styles.background)
        return seen

    colours: list[object] = []
    dark, light = asyncio.run(texts())
    assert dark == light
    assert colours[0] != colours[1]
    assert 'theme = "quiz-light"' in (home / "config.toml").read_text()
