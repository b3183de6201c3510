"""What fingers do that know other programs, or are quicker than the screen, takes nothing away."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input

from quizapp.machine.settings import load_settings
from quizapp.study.sitting import Sitting
from quizapp.tui.app import QuizApp
from quizapp.tui.keys_in_order import Key
from quizapp.tui.kinds.predict import AskForm
from quizapp.tui.messages import HomeStands
from quizapp.tui.screens.poke import PokeScreen
from quizapp.tui.widgets.answer_field import YesNoField
from quizapp.tui.widgets.ask_block import AskBlock
from quizapp.tui.widgets.pick_list import PickList
from tests.tui.kinds import logged, sit
from tests.tui.learner import Learner, learner
from tests.tui.screen import screen_text
from tests.tui.test_bursts import type_quickly
from tests.tui.test_not_known import OFFER, SEVERAL

SITTING = Sitting(("first-steps",))


async def answer(someone: Learner) -> None:
    await someone.sees("What is the gradient of the sum?")
    await someone.type("1 1")
    await someone.press("enter")
    await someone.sees("✓ right", "enter next")


@pytest.mark.long
def test_a_complaint_goes_with_what_it_is_about(home: Path) -> None:
    async def act() -> None:
        async with learner(first=SITTING) as someone:
            await someone.sees("What is the gradient of the sum?")
            await someone.type("[1, 1")
            await someone.press("enter")
            await someone.sees("A [ is not closed.")
            await someone.press("backspace")
            await someone.sees("A [ is not closed.")
            await someone.press("1", "]")
            await someone.finds(lambda: "is not closed" in screen_text(someone.app), False)

    asyncio.run(act())


@pytest.mark.long
def test_a_blank_behind_a_word_does_not_turn_it_round(home: Path) -> None:
    async def act() -> None:
        async with learner(first=SITTING) as someone:
            await answer(someone)
            await someone.press("3")
            field = someone.app.screen.query_one(YesNoField)
            for typed, answered in (("no ", "no"), ("yes ", "yes"), ("y ", "yes")):
                await someone.press("backspace", *typed)
                assert field.answer == answered, typed
            chinese = {
                "no": "不 不对 不是 不会 否 错 假",
                "yes": "是 是的 对 会 真 ｙ",
                "?": "不知道 dunno unknown",
            }
            for answered, words in chinese.items():
                for word in words.split():
                    await someone.press("backspace", *word)
                    assert field.answer == answered, word
            await someone.press("backspace")
            field.post_message(events.Key("fullwidth_question_mark", "？"))
            await someone.finds(lambda: field.answer, "?")
            await someone.press("backspace", "space")
            assert field.answer == "yes"  # where nothing is typed, it goes through the two

    asyncio.run(act())


def test_what_is_typed_right_after_a_jump_to_the_expression_stands_there(home: Path) -> None:
    async def act() -> None:
        async with learner(first=SITTING) as someone:
            await answer(someone)
            await someone.press("p")
            await someone.sees("look at")
            poke = someone.app.screen
            assert isinstance(poke, PokeScreen)
            code = poke._editor.text
            await type_quickly(someone, ["ctrl+l", "ctrl+u", *"x+1"], paused=False)
            assert (poke._editor.text, poke.query_one(Input).value) == (code, "x+1")
            await type_quickly(someone, ["ctrl+l", "z"], paused=False)
            assert (poke._editor.text, poke.query_one(Input).value) == (f"z{code}", "x+1")
            await type_quickly(someone, ["ctrl+l", "ctrl+l", "y"], paused=False)
            assert (poke._editor.text, poke.query_one(Input).value) == (f"zy{code}", "x+1")

    asyncio.run(act())


@pytest.mark.parametrize(
    ("keys", "seen"), [(["s", "6"], "[6 path]"), (["b", "j", "m", "n"], "Note of your own")]
)
def test_keys_typed_before_home_stands_act_one_after_the_other(
    home: Path, keys: list[str], seen: str
) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("All topics")
            assert isinstance(someone.app, QuizApp)
            someone.app._typed_early = [Key(key, key) for key in keys]
            someone.app.post_message(HomeStands())
            await someone.sees(seen)

    asyncio.run(act())


@pytest.mark.parametrize(
    "before", [["j", "j", "d"], ["b", "slash", *"first-steps/sum", "enter", "d"]]
)
def test_keys_behind_the_one_that_begins_a_sitting_are_an_answer(
    home: Path, before: list[str]
) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("First steps", "torch 2.")
            await type_quickly(someone, [*before, *"1 1", "enter"], paused=False)
            await someone.sees("✓ right", "enter next")

    asyncio.run(act())


@pytest.mark.parametrize("paused", [False, True], ids=["fast", "slowly"])
def test_enter_is_of_the_field_that_a_tab_has_just_gone_to(home: Path, paused: bool) -> None:
    async def act(someone: Learner) -> None:
        form = someone.app.screen.query_one(AskForm)
        form.restore(("", "no", "7"))
        await type_quickly(someone, ["shift+tab", "enter", "1", "2"], paused=paused)
        assert form.answers == ("12", "no", "7")

    sit(home, SEVERAL, act)


def test_escape_with_a_letter_behind_it_goes_over_a_word_in_a_field_alone(home: Path) -> None:
    """Terminals send the same for both."""

    async def act() -> None:
        async with learner() as someone:

            async def escape_and(letter: str) -> None:
                await someone.app.on_event(events.Key(f"alt+{letter}", None))
                await someone.rest()

            await someone.sees("First steps", "m more today")
            await someone.press("question_mark")
            await someone.sees("esc closes")
            await escape_and("b")
            await someone.sees("Browse")
            await someone.press("slash", *"ab cd")
            await escape_and("b")
            await someone.press("x")
            await escape_and("f")
            await someone.press("y")
            assert someone.app.screen.query_one(Input).value == "ab xcdy"

    asyncio.run(act())


def test_who_leaves_a_field_comes_back_to_it(home: Path) -> None:
    async def act(someone: Learner) -> None:
        form = someone.app.screen.query_one(AskForm)
        await someone.press("1", "escape", "i", "2")
        assert form.answers == ("12", "", "")

    sit(home, SEVERAL, act)


def test_enter_in_the_palette_is_of_what_was_typed_before_it(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await type_quickly(someone, ["ctrl+p", *"help", "enter"], paused=False)
        await someone.sees("keys: review")

    sit(home, SEVERAL, act)


def test_keys_behind_a_query_act_on_what_it_finds(home: Path) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("First steps")
            query = "topic:first-steps -sum"
            await type_quickly(someone, ["b", "slash", *query, "enter", "a"], paused=False)
            screen = await someone.sees(query)
            assert "marked of" in screen and "first-steps/sum" not in screen

    asyncio.run(act())


def test_settings_are_as_typed_however_quickly(home: Path) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("First steps")
            keys = ["comma", "enter", *"25", "enter", "j", "enter", *"77", "enter"]
            await type_quickly(someone, keys, paused=False)
            settings = load_settings(home / "config.toml")
            assert (settings.new_per_day, settings.reviews_per_day) == (25, 77)

    asyncio.run(act())


def test_an_enter_elsewhere_is_no_second_one_in_the_empty_field(home: Path) -> None:
    async def act(someone: Learner) -> None:
        form = someone.app.screen.query_one(AskForm)
        form.restore(("", "no", "7"))
        await someone.press("enter")
        await someone.sees(OFFER)
        await type_quickly(someone, ["shift+tab", "enter"], paused=False)
        assert form.answers == ("", "no", "7")

    sit(home, SEVERAL, act)
    assert logged(home) == []


@pytest.mark.parametrize("key", ["pageup", "pagedown"])
def test_a_list_without_room_for_a_row_takes_keys_that_move_by_pages(home: Path, key: str) -> None:
    async def act() -> None:
        async with learner((2, 1)) as someone:
            rows = someone.app.screen.query_one(PickList)
            assert rows.option_count and not rows.size
            await someone.press(key)
            assert someone.app.mishaps == []

    asyncio.run(act())


def test_a_finger_beside_yes_or_no_picks_the_nearer_one(home: Path) -> None:
    async def act(someone: Learner) -> None:
        field = someone.app.screen.query_one(YesNoField)
        for column, row, answer in [(30, 1, "no"), (3, 0, "yes"), (15, 2, "no"), (9, 1, "yes")]:
            await someone.click(field, column, row)
            assert field.answer == answer

    sit(home, SEVERAL, act)


def test_a_finger_on_what_is_said_about_a_field_goes_to_it(home: Path) -> None:
    async def act(someone: Learner) -> None:
        first, _, third = someone.app.screen.query(AskBlock)
        for asked, words in ((third, "value of "), (first, "like "), (third, "like ")):
            rows = screen_text(someone.app).splitlines()[asked.region.y : asked.region.bottom]
            row = next(at for at, line in enumerate(rows) if words in line)
            await someone.click(asked, 3, row)
            assert asked.has_focus_within

    sit(home, SEVERAL, act)
