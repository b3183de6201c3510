"""Where an input method shows what is being composed."""

from __future__ import annotations

import asyncio

import pytest

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
