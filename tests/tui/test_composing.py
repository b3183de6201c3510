"""Where an input method shows what is being composed."""

from __future__ import annotations

import asyncio

import pytest
from textual.geometry import Offset
from textual.widgets import Input

from quizapp.study.sitting import Sitting
from tests.tui.learner import learner

pytestmark = pytest.mark.usefixtures("home")


def test_what_is_composed_stands_in_the_field_from_its_first_letter_on() -> None:
    async def compose() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await someone.sees("like")
            for size in ((100, 30), (60, 40)):
                await someone.resize(*size)
                field = someone.app.focused
                assert field.region.contains_point(someone.app.cursor_position)

    asyncio.run(compose())


def test_what_is_composed_stands_where_the_next_letter_will() -> None:
    async def compose() -> None:
        async with learner((80, 24)) as someone:
            await someone.press("b", "slash")
            await someone.sees("Browse")
            field = someone.app.focused
            assert isinstance(field, Input)
            for typed in ("", "is", ":new"):
                await someone.type(typed)
                place = field.content_region.offset + Offset(len(field.value), 0)
                assert someone.app.cursor_position == place
            await someone.press("left")
            assert someone.app.cursor_position == place - Offset(1, 0)

    asyncio.run(compose())
