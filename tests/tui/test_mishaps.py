"""What goes wrong inside does not end the app."""

from __future__ import annotations

import asyncio
import os
import pty
import signal
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import NoReturn, TextIO, cast

import psutil
import pytest
from rich._wrap import divide_line
from textual.command import CommandList, CommandPalette
from textual.drivers._writer_thread import WriterThread
from textual.events import Key, MouseDown

from quizapp.tui.app import QuizApp
from quizapp.tui.outliving import Dropping
from quizapp.tui.screens.help import HelpScreen
from quizapp.tui.screens.home import HomeScreen
from quizapp.tui.widgets.pick_list import PickList
from tests.benchmarks.drawn import Drawn
from tests.terminal import QUIZ
from tests.tui.learner import learner

SCREEN_BEGINS = b"\x1b[?1049h"


async def begin_to_open_the_palette(app: QuizApp) -> None:
    """Its search is about to begin, and nothing of it has been laid out."""
    app.action_command_palette()
    while not any(isinstance(worker.node, CommandPalette) for worker in app.workers):
        await asyncio.sleep(0)


def test_neither_a_search_nor_a_key_of_the_palette_ends_the_app(home: Path) -> None:
    """It goes before it has come, or its search comes back after; its keys act before its list."""

    async def leave_early() -> None:
        async with learner() as someone:
            app = someone.app
            await someone.sees("First steps")
            app.action_command_palette()
            app.pop_screen()
            await someone.press("j")
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
            await someone.sees("First steps")
            app.search_themes()
            await app.run_action("command_list('page_down')", app.screen)
            assert app.mishaps == []

    asyncio.run(leave_early())


def test_a_click_on_what_has_just_gone_is_no_mishap(home: Path) -> None:
    async def act() -> None:
        async with learner() as someone:
            app = someone.app
            await someone.sees("First steps")
            await someone.rest()
            title, _ = app.screen.get_widget_at(2, 0)
            around = title.parent
            title._detach()  # as what is removed stands, still drawn, until the next layout
            await app.on_event(MouseDown(None, 2, 0, 0, 0, 1, False, False, False))
            title._attach(around)

    asyncio.run(act())


def test_on_a_few_columns_nothing_raises_or_is_laid_out_without_end(home: Path) -> None:
    assert divide_line("word", 0)

    async def act() -> None:
        async with learner() as someone:
            await someone.sees("First steps")
            for columns in (1, 7, 8):
                await someone.resize(columns, 20)
                assert not someone.app.screen._update_timer._active.is_set()

    asyncio.run(act())


@pytest.mark.usefixtures("frames")
def test_no_exception_ends_the_app_wherever_it_is_raised(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a widget or a screen that is told of something, or is made, or drawn."""

    def fail(*_: object, **__: object) -> NoReturn:
        raise LookupError(f"where {method} is called")

    method = ""

    async def go_on() -> None:
        nonlocal method
        async with learner() as someone:
            app = someone.app
            await someone.has_torch()
            for owner, method, key in (
                (PickList, "watch_highlighted", "down"),
                (HomeScreen, "refresh_bindings", "up"),
                (HelpScreen, "compose", "f1"),
                (HelpScreen, "on_mount", "f1"),
                (PickList, "render_line", "down"),
            ):
                await someone.sees("First steps")
                with monkeypatch.context() as patched:
                    patched.setattr(owner, method, fail, raising=False)
                    await someone.press(key)
                    for _ in range(100):
                        await someone.rest()
                        if app.mishaps:
                            break
                await someone.sees("Something went wrong inside", f"LookupError: where {method}")
                assert isinstance(app.screen, HomeScreen)
                assert all(f"in {fail.__name__}" in mishap for mishap in app.mishaps)
                app.mishaps.clear()
                app.clear_notifications()
                await someone.press("down")
            with monkeypatch.context() as patched:
                patched.setattr(app, "_closed", True)  # as by who serves it
                app._handle_exception(LookupError("of what was at work meanwhile"))
            app.exit()
            app._handle_exception(LookupError("of what was at work meanwhile"))
            assert app.mishaps == []

    asyncio.run(go_on())


@pytest.mark.long
def test_who_leaves_while_torch_starts_leaves_without_a_word(tmp_path: Path) -> None:
    with Drawn(QUIZ, {"QUIZ_HOME": str(tmp_path)}) as app:
        app.seconds_until("torch is starting")
        app.press("q")
        app.wait()
        assert b"Traceback" not in app.drawn


def test_bytes_that_are_no_text_do_not_end_the_app(home: Path) -> None:
    with Drawn(QUIZ, {"QUIZ_HOME": str(home)}) as app:
        app.seconds_until("First steps")
        app.press("\udc90\udcff\x1b[200~\udc80\x1b[201~")
        app.press("?")
        app.seconds_until("keys: home")


@pytest.mark.long
def test_who_is_not_told_that_the_terminal_is_gone_ends_too(home: Path) -> None:
    """It leads no session with a terminal, as under `su`: to read on would take a whole core."""
    with Drawn(QUIZ, {"QUIZ_HOME": str(home)}) as app:
        app.seconds_until("First steps")
        assert app.hang_up() == 128 + signal.SIGHUP


@pytest.mark.long
def test_who_is_told_to_go_on_where_nothing_was_stopped_reads_each_key_once(home: Path) -> None:
    """A terminal's end tells so too; two threads that read would leave one at work for good."""
    with Drawn(QUIZ, {"QUIZ_HOME": str(home)}) as app:
        app.seconds_until("sandboxed")
        process = psutil.Process(app.pid)
        threads, shown = process.num_threads(), "sandboxed"
        for key, seen in ("?", "keys: home"), ("\x1b", "All topics"), ("?", "keys: home"):
            process.send_signal(signal.SIGCONT)
            app.seconds_until(shown, after=SCREEN_BEGINS)  # what is typed before is not read
            app.press(key)
            app.seconds_until(seen)
            shown = seen
        assert process.num_threads() <= threads


def test_what_is_painted_for_a_terminal_that_is_gone_waits_for_nobody() -> None:
    def paint() -> None:
        for _ in range(10_000):  # far more than wait their turn
            writer.write("x")
        writer.stop()

    master, slave = pty.openpty()
    with suppress(OSError), os.fdopen(slave, "w") as terminal:  # nor can it be closed
        os.close(master)
        writer = WriterThread(cast(TextIO, Dropping(terminal)))
        writer.start()
        painting = Thread(target=paint, daemon=True)
        painting.start()
        painting.join(30)
        assert not painting.is_alive()


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGHUP])
def test_who_is_told_to_end_ends_as_by_a_key(told: signal.Signals, home: Path) -> None:
    """Else the terminal would stay on the app's screen, without a cursor."""

    async def go_on() -> None:
        async with learner() as someone:
            await someone.sees("First steps")
            os.kill(os.getpid(), told)
            for _ in range(100):
                await asyncio.sleep(0)
            assert someone.app.return_code == 128 + told

    before = signal.signal(told, signal.SIG_IGN)  # where the app takes no notice
    try:
        asyncio.run(go_on())
    finally:
        signal.signal(told, before)


def test_what_is_typed_behind_the_key_that_leaves_is_not_for_the_app(home: Path) -> None:
    async def go_on() -> None:
        async with learner() as someone:
            await someone.sees("All topics")
            await someone.app.on_event(Key("q", "q"))
            for sign in "sldbe":
                await someone.app.on_event(Key(sign, sign))
            assert isinstance(someone.app.screen, HomeScreen)

    asyncio.run(go_on())
