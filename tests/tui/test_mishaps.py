"""What goes wrong inside does not end the app."""

from __future__ import annotations

import asyncio
from pathlib import Path

from textual.command import CommandList, CommandPalette

from quizapp.tui.app import QuizApp
from tests.tui.learner import learner


async def begin_to_open_the_palette(app: QuizApp) -> None:
    """Its search is about to begin, and nothing of it has been laid out."""
    app.action_command_palette()
    while not any(isinstance(worker.node, CommandPalette) for worker in app.workers):
        await asyncio.sleep(0)


def test_neither_a_search_nor_a_key_of_the_palette_ends_the_app(home: Path) -> None:
    """Its search comes back when it has gone, and its keys act before its list is laid out."""

    async def leave_early() -> None:
        async with learner() as someone:
            app = someone.app
            await someone.sees("First steps")
            await begin_to_open_the_palette(app)
            app.pop_screen()
            await someone.press("j")
            assert app.mishaps == []
            await begin_to_open_the_palette(app)
            commands = app.screen.query_one(CommandList)
            while commands.highlighted is None:
                await asyncio.sleep(0)
            await app.run_action("command_list('page_up')", app.screen)
            await someone.press("escape")
            await someone.sees("Something went wrong inside", "KeyError: 0", "First steps")
            assert app.mishaps.pop().startswith("Traceback") and app.mishaps == []

    asyncio.run(leave_early())
