"""The bottom line, and that nothing is left of what it and the cards once showed."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from pathlib import Path

import pytest
from textual.document._syntax_aware_document import SyntaxAwareDocument
from textual.dom import DOMNode

from quizapp.study.sitting import Sitting
from quizapp.tui.kinds.predict import AskForm
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.title_bar import TitleBar
from tests.tui.kinds import GAP, VIEWS, sit, write_deck
from tests.tui.learner import Learner, learner
from tests.tui.screen import screen_text


def test_keys_that_do_not_fit_give_way_to_help_and_a_click_is_as_good_as_a_key(home: Path) -> None:
    async def look_and_click(someone: Learner) -> None:
        await someone.press("escape")
        line = screen_text(someone.app).splitlines()[-1]
        assert line.endswith("help") and len(line) <= 60
        await someone.click(KeyBar, line.index("hint"))
        await someone.sees("A view is no copy.")
        assert someone.app.screen.query_one(KeyBar).tooltip is None  # for a finger it would stay

    sit(home, VIEWS, look_and_click, size=(60, 20))


def test_a_key_that_is_let_go_elsewhere_does_nothing(home: Path) -> None:
    async def press(someone: Learner) -> None:
        await someone.press("escape")
        bar = someone.app.screen.query_one(KeyBar)
        line = screen_text(someone.app).splitlines()[-1]
        assert line.startswith(" i type")
        await someone.drag(bar, someone.app.screen.query_one(TitleBar))
        assert screen_text(someone.app).splitlines()[-1] == line
        await someone.drag(bar, bar)
        await someone.sees("esc commands")

    sit(home, VIEWS.partition("code:")[0] + "code: x = 1\nask: {value: x}\n", press)


def test_what_tabs_tell_of_gives_way_first(home: Path) -> None:
    async def look(someone: Learner) -> None:
        await someone.press("escape", "d")
        line = (await someone.sees("enter next", "trace ─ graph")).splitlines()[-1]
        assert "m mark card" in line and "q end" in line
        assert "v graph" not in line and len(line) <= 60
        await someone.press("enter")
        await someone.sees("enter answer")
        await someone.press("escape")
        line = (await someone.sees("d don't know")).splitlines()[-1]
        assert "q end" in line and "m mark card" not in line

    sit(home, VIEWS, look, size=(60, 20))


def test_keys_are_read_while_the_form_of_a_card_goes(home: Path) -> None:
    async def take_away() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await someone.sees("What is the gradient of the sum?")
            await someone.app.screen.query_one(AskForm).remove()
            someone.app.screen.query_one(KeyBar).read_keys()

    asyncio.run(take_away())


@pytest.mark.long
def test_nothing_is_left_of_cards_that_are_gone(home: Path) -> None:
    """Neither their widgets nor their keys, nor what was written, however many there were.

    The last layout of the screen holds them until the next one is drawn.
    """
    write_deck(home, GAP)

    def alive() -> Counter[str]:
        gc.collect()
        return Counter(
            type(thing).__name__
            for thing in gc.get_objects()
            if isinstance(thing, DOMNode | SyntaxAwareDocument)
        )

    async def skip(someone: Learner) -> None:
        await someone.app.screen.action_skip()
        await someone.press("f1", "escape")

    async def go_round() -> None:
        async with learner(first=Sitting(("own", "first-steps"))) as someone:
            await someone.has_torch()  # or another order would not come round
            await someone.sees("1 of 4")
            for _ in range(4):
                await skip(someone)
            before = alive()
            for _ in range(4):
                await skip(someone)
            await someone.finds(lambda: alive() - before, Counter[str]())

    asyncio.run(go_round())
