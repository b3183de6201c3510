"""The size of a page, which may change before the app stands."""

from __future__ import annotations

import asyncio

import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Resize
from textual.geometry import Size

from quizapp.tui.sized_by_page import SizedByPage


def test_a_size_that_comes_after_a_later_one_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HeadlessDriver, "is_web", True)
    first, later = Size(80, 24), Size(100, 30)

    async def go() -> None:
        app = SizedByPage()
        async with app.run_test(size=first) as pilot:
            await pilot.resize_terminal(*later)
            await app.on_event(Resize(first, first))
            assert app.size == later

    asyncio.run(go())
