"""Nothing that a deck, its code or a runner says acts on the terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import sys
import tty
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from tests.cli.forks import LARGEST, forking
from tests.hostile_deck import BROKEN, BYTES, DECK, MARKUP, SPELT, acting
from tests.terminal import QUIZ, Terminal, needs_tmux
from tests.trusting import trust_own_decks

EVIL_NAME = "evil\x1b]52;c;RVZJTA==\x07\x1b[2J\u202e.yaml"
CARDS = ("prints", "raises", "is", "stands", "grows", "fails")
TYPED, SPELT_TYPED = "\x1b[2J\x07", r"\x1b[2J\x07"
DRAWING = re.compile(r"\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b\]22;\w*\x07|\r")
"""By what Textual itself moves the cursor, changes the colour and the mouse's pointer."""


@pytest.fixture
def home(tmp_path: Path, warm: Callable[[Path], None]) -> Path:
    """A learner who has fetched hostile decks from somewhere."""
    warm(tmp_path)
    decks = tmp_path / "decks"
    decks.mkdir()
    other, _, _ = DECK.replace("topic: hostile", "topic: other").partition("  - id: raises")
    texts = {"hostile.yaml": DECK, "broken.yaml": BROKEN, "bytes.yaml": BYTES, EVIL_NAME: other}
    for name, text in texts.items():
        (decks / name).write_text(text)
    trust_own_decks(tmp_path)
    return tmp_path


Run = Callable[..., str]


@pytest.fixture
def on_a_terminal(home: Path, server: str, tmp_path: Path) -> Run:
    """What a command writes to a terminal, and beside it to stderr.

    A pipe would not do: click itself leaves colours out there.
    """

    def run(*arguments: str, input: str = "") -> str:
        master, slave = pty.openpty()
        tty.setraw(slave)
        with TemporaryFile() as typed, TemporaryFile() as errors:
            typed.write(input.encode())
            typed.seek(0)
            files = [typed.fileno(), slave, errors.fileno()]
            with forking(server, arguments, files, os.environ | {"QUIZ_HOME": str(home)}) as end:
                os.close(slave)
                written = b"".join(iter(lambda: read(master), b""))
                end.recv(LARGEST)
            os.close(master)
            errors.seek(0)
            written += errors.read()
        assert b"/quizapp/" not in written  # no traceback of our own
        return written.decode()

    return run


def read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # nobody writes any more
        return b""


@pytest.mark.parametrize(
    ("arguments", "shows"),
    [
        (["try", "hostile/prints", "--answer", f"output={TYPED}"], SPELT),
        (["try", "hostile/raises"], SPELT),
        (["try", "hostile/grows"], SPELT),
        (["check", "{decks}"], SPELT),
        (["check", f"{{decks}}/{EVIL_NAME}", "--json"], r"\u001b]52;c;"),
        (["doctor"], SPELT),
        (["doctor", "--json"], r"\u001b]52;c;"),
        (["list"], "hostile/prints"),
        (["list", "--json"], "[@click=app.quit]"),
        (["trust", "{decks}"], SPELT),
        (["trust", "--list"], SPELT),
        (["trust", "--forget", "{decks}"], SPELT),
        (["check", TYPED], SPELT_TYPED),
        (["try", "{decks}/bytes.yaml::a"], "control character U+001B"),
        (["try", f"{TYPED}/a"], SPELT_TYPED),
        (["try", f"{TYPED}::a"], SPELT_TYPED),
        (["try", "hostile/is", "--answer", TYPED], SPELT_TYPED),
        (["list", "--topic", TYPED], SPELT_TYPED),
        (["review", "--plain", "--topic", TYPED], SPELT_TYPED),
        ([f"--{TYPED}"], SPELT_TYPED),
        ([TYPED], SPELT_TYPED),
    ],
    ids=lambda value: ascii(" ".join(value)) if isinstance(value, list) else "",
)
def test_a_command_writes_nothing_that_acts(
    home: Path, on_a_terminal: Run, arguments: list[str], shows: str
) -> None:
    decks = str(home / "decks")
    written = on_a_terminal(*(word.replace("{decks}", decks) for word in arguments))
    assert acting(written) == set()
    assert shows in written


def test_requests_and_their_answers_hold_nothing_that_acts(on_a_terminal: Run) -> None:
    requests: list[dict[str, object]] = [{"card": f"hostile/{card}"} for card in CARDS]
    requests += [{"card": f"{TYPED}\x7f"}, {"\x9b2J": 1}]
    requests += [{"card": "hostile/is", "draw": {f"{TYPED}\x7f": 1}}]
    lines = "".join(f"{json.dumps(request)}\n" for request in requests)
    written = on_a_terminal("try", "--stdin", input=f"{lines}\x1b\x7f\n")
    assert acting(written) == set()
    assert len(written.splitlines()) == len(requests) + 1


def test_the_plain_review_writes_nothing_that_acts(on_a_terminal: Run) -> None:
    """Not of what is typed either."""
    typed = f"{TYPED}\x9b2J\u202e\n.\nnan\n:hint\n:{TYPED}\n" * 3 + "nothing\n.\nnan\n\n" * 9
    written = on_a_terminal("review", "--plain", "--topic", "hostile", input=typed)
    assert acting(written) == set()
    assert SPELT in written and MARKUP in written and SPELT_TYPED in written


SAYS = "import sys; print({0!r}, flush=True); sys.exit({0!r})".format(f"{TYPED}\x9b2J\u202e")


@pytest.mark.parametrize(
    "setting",
    [
        r'theme = "\u001b[2J\u0007"',
        r'"\u001b[2J\u0007" = 1',
        r'runner.command = ["\u001b[2J\u0007"]',
        f"runner.command = {json.dumps([sys.executable, '-c', SAYS])}",
    ],
)
def test_a_hostile_setting_or_runner_is_told_of_harmlessly(
    home: Path, on_a_terminal: Run, setting: str
) -> None:
    config = home / "config.toml"
    warm = "" if setting.startswith("runner") else config.read_text()
    config.write_text(f"{setting}\n{warm}")
    written = on_a_terminal("doctor") + on_a_terminal("try", "hostile/is")
    if warm:  # else the app opens
        written += on_a_terminal()
    assert acting(written) == set()
    assert SPELT_TYPED in written


@needs_tmux
def test_a_terminal_acts_on_such_signs() -> None:
    """Else the next test would show nothing."""
    writes = shlex.join(["printf", r"\033]52;c;RVZJTA==\007\033]0;EVIL\007done"])
    with Terminal(["sh", "-c", f"read line; {writes}"]) as terminal:
        terminal.accept_clipboard()
        terminal.keys("Enter")
        terminal.wait_for("done")
        assert "EVIL" in terminal.clipboard()
        assert terminal.title() == "EVIL"


@needs_tmux
def test_the_app_draws_nothing_that_acts(home: Path, tmp_path: Path) -> None:
    recorded = tmp_path / "recorded"
    with Terminal([*QUIZ, "--topic", "hostile"], env={"QUIZ_HOME": str(home)}) as terminal:
        terminal.accept_clipboard()
        title = terminal.title()
        terminal.wait_for("Type nothing.", "answer")
        terminal.record(recorded)
        terminal.keys("Escape")
        terminal.wait_for("h hint")
        terminal.keys("h")
        terminal.wait_for("hint  [bold]b[/bold]", "[@click=app.quit]leave[/]")
        terminal.keys("i")
        for _ in CARDS[:-1]:  # the last one is left out: it cannot be graded
            screen = terminal.wait_for("Type ", "enter answer")
            [answer] = re.findall(r"Type (\w+)\.", screen)
            terminal.type(answer)
            terminal.keys("Enter")
            terminal.wait_for("✗ wrong", SPELT, "enter next")
            terminal.keys("t")
            terminal.wait_for("[trace]", "step ")
            terminal.keys("v")
            terminal.wait_for("[graph]")
            terminal.keys("2")
        terminal.wait_for("The sitting is over")
        assert (terminal.title(), terminal.clipboard()) == (title, "")
        terminal.keys("q")
        terminal.wait_for("exit code 0")
    drawn = recorded.read_text(encoding="utf-8", errors="replace")  # it may begin within a sign
    assert SPELT in drawn and "[@click=app.quit]" in drawn
    assert "[2J\x1b[1;1HEVIL" not in drawn and "\x1b[31;7mEVIL" not in drawn
    assert acting(DRAWING.sub("", drawn)) == set()
