"""A pane that scrolls where there is no room, and has no scrollbar where there is."""

from __future__ import annotations

import asyncio

from textual.app import App, ComposeResult
from textual.widgets import Static

from quizapp.tui.widgets.pane import Pane


class Shown(App[None]):
    CSS = "Pane { width: 20; height: auto; scrollbar-size-vertical: 1; }"

    def compose(self) -> ComposeResult:
        with Pane():
            yield Static("one\ntwo\nthree\n" + "f" * 9 + " " + "g" * 10)  # as broad as the pane


def test_the_scrollbar_goes_once_there_is_room_again() -> None:
    async def act() -> None:
        async with Shown().run_test(size=(40, 20)) as pilot:
            pane = pilot.app.query_one(Pane)
            for most, is_scrolled, height in ((3, True, 3), (20, False, 4)):
                pane.styles.max_height = most
                await pilot.pause()
                await pilot.pause()
                assert (pane.show_vertical_scrollbar, pane.size.height) == (is_scrolled, height)

    asyncio.run(act())


def test_the_scrollbar_comes_back_where_the_pane_stands() -> None:
    async def act() -> None:
        async with Shown().run_test(size=(40, 20)) as pilot:
            pane = pilot.app.query_one(Pane)
            pane.styles.max_height = 2
            await pilot.pause()
            await pilot.pause()
            pane.scroll_to(y=2, animate=False, immediate=True)
            assert pane.vertical_scrollbar.position == 2
            for most in (20, 2):
                pane.styles.max_height = most
                await pilot.pause()
                await pilot.pause()
            assert pane.show_vertical_scrollbar
            stands = (pane.scroll_y, pane.vertical_scrollbar.position, pane.scroll_target_y)
            assert stands == (0, 0, 0)

    asyncio.run(act())
