"""How the screens look, as text; run with UPDATE_GOLDEN=1 to accept what has changed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from quizapp.study.sitting import Sitting
from tests.tui.learner import learner

DRILL = Sitting(("first-steps",))


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


def test_code_beside_what_is_asked_has_all_rows_however_few(home: Path) -> None:
    async def look() -> None:
        async with learner((160, 9), first=DRILL) as someone:
            await someone.sees("value of x.grad", "3  x.sum().backward()")
            await someone.type("1 1")
            await someone.press("enter")
            await someone.sees("enter next")
            await someone.press("t")
            await someone.sees("[trace]", "3  x.sum().backward()")

    asyncio.run(look())


def test_rows_that_the_fields_leave_are_the_prompts_and_the_codes(home: Path) -> None:
    table = "      | name | of |\n      | --- | --- |\n      | a | (2,) |\n      | b | (3,) |\n"
    prompt = f"    prompt: |\n      Of these:\n\n{table}\n      which is it?\n"
    lines = "".join(f"      x = {number}\n" for number in range(1, 10))
    card = f"  - id: one\n{prompt}    code: |\n{lines}    ask: {{value: x}}\n"
    (home / "decks" / "many.yaml").write_text(f"topic: many\ncards:\n{card}")

    async def look() -> None:
        async with learner((80, 26), first=Sitting(("many",))) as someone:
            await someone.sees("x = 1", "x = 9", "Of these", "which is it?", "▌", "like 0.125")
            await someone.resize(80, 20)
            seen = await someone.sees("x = 1", "Of these", "which is it?", "▌", "like 0.125")
            assert "x = 9" not in seen

    asyncio.run(look())


@pytest.mark.parametrize(("key", "command"), [("b", "quiz list --help"), ("s", "quiz stats")])
def test_help_has_commands_without_their_signs_of_markdown(
    home: Path, key: str, command: str
) -> None:
    async def act() -> None:
        async with learner((100, 40)) as someone:
            await someone.press(key, "f1")
            assert "`" not in await someone.sees("keys: ", command)

    asyncio.run(act())


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


def test_the_themes_begin_with_that_in_force(home: Path) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("First steps")
            someone.app.theme = "nord"
            someone.app.search_themes()
            await someone.sees("Search for themes", "nord")
            await someone.press("enter")
            assert someone.app.theme == "nord"
            someone.app.search_themes()
            await someone.type("none such")
            await someone.sees("Nothing is found")

    asyncio.run(act())
