"""Light and dark, as the terminal says its background is."""

from __future__ import annotations

import asyncio
import os
import pty
import sys
import termios
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from textual.app import App
from textual.color import Color
from textual.drivers import linux_driver, web_driver
from textual.events import Key, Paste
from textual.message import Message
from textual.theme import Theme

from quizapp.commands import app
from quizapp.machine.background import QUESTION, background_asked
from quizapp.machine.settings import AUTO
from quizapp.study.desk import Desk
from quizapp.study.study import Study
from quizapp.tui.background import BackgroundTold
from quizapp.tui.outliving import OutlivesTerminal
from quizapp.tui.themes import DARK, LIGHT
from tests.benchmarks.drawn import Drawn
from tests.terminal import QUIZ
from tests.tui.learner import learner


def read(*pieces: str) -> list[str]:
    """What a terminal's bytes mean to the app, in the pieces in which they come."""
    OutlivesTerminal().get_driver_class()  # which has its driver read so
    parser = linux_driver.XTermParser()  # type: ignore[attr-defined]

    def in_words(message: Message) -> str:
        match message:
            case Key(key=key):
                return key
            case Paste(text=text):
                return f"paste {text}"
            case BackgroundTold(light=light):
                return "light" if light else "dark"
        return type(message).__name__

    return [in_words(message) for piece in pieces for message in parser.feed(piece)]


@pytest.mark.parametrize("end", ["\x07", "\x1b\\"])
@pytest.mark.parametrize(
    ("colour", "told"),
    [
        ("rgb:ffff/ffff/ffff", "light"),
        ("rgb:FB/FA/F7", "light"),
        ("rgb:14/16/1d", "dark"),
        ("rgba:0000/0000/0000/ffff", "dark"),
        ("rgb:f/f/0", "light"),
        ("rgb:0000/0000/ffff", "dark"),
    ],
)
def test_a_reply_is_no_keys_wherever_it_is_cut(colour: str, told: str, end: str) -> None:
    reply = f"\x1b]11;{colour}{end}"
    assert read(f"b{reply}q") == [told, "b", "q"]
    for cut in range(len("\x1b]11;"), len(reply)):
        assert read("b" + reply[:cut], reply[cut:] + "q") == ["b", told, "q"]


def test_what_is_no_reply_is_typed() -> None:
    assert read("a\x1b[A", "\x1b]11;", "x") == ["a", "up", *read("\x1b]11;x")]
    assert read("\x1b[200~rgb:\x1b[201~ ") == ["paste rgb:", "space"]


def test_escape_and_a_letter_are_keys_of_their_own_however_quickly_others_follow() -> None:
    assert read("1\x1bu\x1bs\x1b[A") == ["1", "escape", "u", "escape", "s", "up"]
    assert read("\x1bOP") == ["f1"]


def test_escape_and_a_digit_a_sign_or_enter_are_keys_of_their_own() -> None:
    for sign, key in zip("5?, -", ("5", "question_mark", "comma", "space", "minus"), strict=True):
        assert read(f"12\x1b{sign}") == ["1", "2", "escape", key]
    for sign, key in ("\r", "enter"), ("\x10", "ctrl+p"), ("\x01", "ctrl+a"):
        assert read(f"12\x1b{sign}") == read("12\x1b", sign) == ["1", "2", "escape", key]
    pieces = read("\x1b", "b", "\x1b[A", "\x1b", "s", "\x1b", "[A", "\x1b", "?1")
    assert pieces == ["alt+b", "up", "escape", "s", "up", "escape", "question_mark", "1"]
    assert read("\x1b[1;5C", "\x1bb", "\x1b\x7f") == ["ctrl+right", "alt+b", "ctrl+w"]


def test_ctrl_and_a_bracket_are_escape_where_a_terminal_tells_them_apart() -> None:
    assert read("\x1b[91;5u", "\x1b[27u") == ["escape", "escape"]


def test_a_page_is_read_like_a_terminal() -> None:
    OutlivesTerminal().get_driver_class()
    assert web_driver.XTermParser is linux_driver.XTermParser  # type: ignore[attr-defined]


def test_an_enter_that_was_typed_before_the_terminal_was_the_apps_is_one() -> None:
    assert read("1\n2\n", "\n\r") == ["1", "enter", "2", "enter", "ctrl+j", "enter"]


def test_the_terminal_is_asked_without_an_echo_where_it_is_to_choose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", 0) as terminal, os.fdopen(theirs, "r+b", 0) as tty:
        monkeypatch.setattr(sys, "stdin", tty)
        monkeypatch.setattr(sys, "stdout", os.fdopen(os.dup(theirs), "w"))

        def echoes() -> bool:
            return bool(termios.tcgetattr(tty)[3] & termios.ECHO)

        with background_asked(DARK.name):
            assert echoes()
        with background_asked(AUTO):
            assert terminal.read(len(QUESTION)).decode() == QUESTION and not echoes()
        assert echoes()
        sys.stdout.close()


def test_what_is_typed_while_decks_are_read_is_not_echoed_and_the_app_finds_an_echo(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", 0), os.fdopen(theirs, "r+b", 0) as tty:
        monkeypatch.setattr(sys, "stdin", tty)
        echoes = []
        opened = Study.open

        def note() -> None:
            echoes.append(bool(termios.tcgetattr(tty)[3] & termios.ECHO))

        def open_study(held: Callable[[str], object]) -> AbstractContextManager[Study]:
            note()
            return opened(held)

        def run_app(desk: Desk, **_: object) -> int:
            note()
            return 0

        monkeypatch.setattr(Study, "open", open_study)
        monkeypatch.setattr(app, "_open", run_app)
        monkeypatch.setattr(app, "require_terminal", note)
        assert app.open_placement() == 0
    assert echoes == [False, True, True]


def test_the_app_follows_until_a_theme_is_picked(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", "0;15")

    async def act() -> None:
        async with learner() as someone:
            wears(someone.app, LIGHT)
            for light, theme in [(False, DARK), (True, LIGHT)]:
                someone.app.post_message(BackgroundTold(light))
                await someone.rest()
                wears(someone.app, theme)
            assert "theme" not in (home / "config.toml").read_text()
            someone.app.theme = "nord"
            await someone.rest()
            someone.app.post_message(BackgroundTold(False))
            await someone.rest()
            assert someone.app.theme == "nord"
            await someone.press("comma", *["j"] * 13)
            await someone.sees("nord")
            await someone.press("r")
            assert someone.app.theme == DARK.name

    asyncio.run(act())


def wears(app: App[None], theme: Theme) -> None:
    assert theme.background is not None
    assert app.theme == theme.name and app.has_class("-dark-mode") == theme.dark
    assert app.screen.background_colors[1] == Color.parse(theme.background)


@pytest.mark.long
def test_in_a_light_terminal_nothing_dark_is_ever_drawn(home: Path) -> None:
    env = {"QUIZ_HOME": str(home), "COLORTERM": "truecolor", "COLORFGBG": ""}
    with Drawn(QUIZ, env) as app:
        app.press("\x1b]11;rgb:ffff/ffff/ffff\x1b\\")
        app.seconds_until("First steps")
        assert drawn_on(LIGHT) in app.drawn and drawn_on(DARK) not in app.drawn


def drawn_on(theme: Theme) -> bytes:
    assert theme.background is not None
    red, green, blue = Color.parse(theme.background).rgb
    return f"48;2;{red};{green};{blue}".encode()
