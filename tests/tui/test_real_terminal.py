"""The app in a real terminal, by keys alone."""

from __future__ import annotations

import shlex
import sqlite3
from pathlib import Path

import psutil
import pytest

from quizapp.memory.log import ReviewLog
from tests.terminal import QUIZ, Terminal, needs_tmux
from tests.trusting import trust_own_decks

pytestmark = needs_tmux


def quiz(home: Path, *words: str, columns: int = 100, rows: int = 30) -> Terminal:
    trust_own_decks(home)
    return Terminal([*QUIZ, *words], columns=columns, rows=rows, env={"QUIZ_HOME": str(home)})


def logged(home: Path) -> list[tuple[str, bool | None]]:
    with ReviewLog.open(home / "quiz.db") as log:
        return [(review.card, review.right) for review in log.reviews()]


@pytest.mark.parametrize(
    ("columns", "rows"),
    [(80, 24), *(pytest.param(*size, marks=pytest.mark.long) for size in ((100, 30), (200, 60)))],
)
def test_a_sitting_from_the_home_screen_to_the_summary(home: Path, columns: int, rows: int) -> None:
    with quiz(home, columns=columns, rows=rows) as terminal:
        terminal.keys("s")  # before anything stands
        terminal.wait_for("recall", "weak")
        terminal.keys("q")
        terminal.wait_for("First steps", "Autograd", "enter review")
        terminal.keys("j", "j", "d")
        terminal.wait_for("What is the gradient of the sum?", "1 of 3", "x.sum().backward()")
        terminal.type("[1, 2]")
        terminal.keys("Enter")
        terminal.wait_for("✗ wrong", "[1, 2]", "[1., 1.]", "the elements themselves", "enter next")
        terminal.keys("1")
        terminal.wait_for("Is it a leaf?", "2 of 4")
        terminal.keys("n", "Enter")
        terminal.wait_for("✓ right", "the result of an operation", "enter next")
        terminal.keys("4")
        terminal.wait_for("Why do gradients accumulate?")
        terminal.keys("Enter")
        terminal.wait_for("several losses can add up", "enter next")
        terminal.keys("3")
        terminal.wait_for("once more", "4 of 4")
        terminal.type("1 1")
        terminal.keys("Enter")
        terminal.wait_for("✓ right", "enter next")
        terminal.keys("3")
        terminal.wait_for(
            "3 cards, 3 of them new", "2 right", "1 wrong", "next 14 days", "enter home"
        )
        terminal.keys("Enter")
        terminal.wait_for("d drill", "mastery")
        terminal.keys("q")
        terminal.wait_for("exit code 0")
    assert logged(home) == [
        ("first-steps/sum", False),
        ("first-steps/leaf", True),
        ("first-steps/why", None),
        ("first-steps/sum", True),
    ]


def test_what_was_answered_survives_a_sigkill(home: Path) -> None:
    with quiz(home, "--topic", "first-steps") as terminal:
        terminal.wait_for("What is the gradient of the sum?")
        terminal.type("1 1")
        terminal.keys("Enter")
        terminal.wait_for("✓ right")
        [_, app, *below] = map(psutil.Process, terminal.processes())
        app.kill()
        terminal.wait_for("exit code 137")
        assert psutil.wait_procs(below, timeout=20)[1] == []
    assert logged(home) == [("first-steps/sum", True)]
    with sqlite3.connect(home / "quiz.db") as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.long
def test_quitting_leaves_no_process_behind(home: Path) -> None:
    with quiz(home, "--topic", "first-steps") as terminal:
        terminal.wait_for("What is the gradient of the sum?")
        terminal.type("1 1")
        terminal.keys("Enter")
        terminal.wait_for("✓ right")
        [_, *below] = map(psutil.Process, terminal.processes())
        terminal.keys("C-q")
        terminal.wait_for("exit code 0")
        assert psutil.wait_procs(below, timeout=20)[1] == []


@pytest.mark.long
def test_the_app_fits_any_terminal_and_stays_where_no_shell_waits_behind_it(home: Path) -> None:
    trust_own_decks(home)
    env = {"QUIZ_HOME": str(home), "COLUMNS": "80", "LINES": "24"}  # which are not believed
    with Terminal(QUIZ, columns=30, rows=8, env=env) as terminal:
        terminal.wait_for("All topics", "enter review")
        assert "enter review" in terminal.text().splitlines()[7]
        terminal.resize(100, 30)
        terminal.wait_for("First steps", "mastery", "d drill")
        terminal.keys("C-z")
        terminal.wait_for("no shell waits")
        assert psutil.Process(terminal.processes()[1]).status() != psutil.STATUS_STOPPED
        terminal.keys("q")
        terminal.wait_for("exit code 0")


@pytest.mark.long
def test_the_app_comes_back_from_the_shell(home: Path) -> None:
    trust_own_decks(home)
    with Terminal(["bash", "--norc", "-i"], env={"QUIZ_HOME": str(home)}) as terminal:
        terminal.type(f"{shlex.join(QUIZ)}\n")
        terminal.wait_for("First steps", "mastery", "d drill")
        terminal.keys("C-z")
        terminal.wait_for("Stopped", gone="First steps")
        terminal.type("fg\n")
        terminal.wait_for("First steps", "enter review")
        terminal.keys("q")
        terminal.wait_for(gone="First steps")
        terminal.type("echo left $?\n")
        terminal.wait_for("left 0")


def test_a_dumb_terminal_gets_lines_and_is_left_clean_by_ctrl_c(home: Path) -> None:
    env = {"QUIZ_HOME": str(home), "TERM": "dumb"}
    with Terminal(QUIZ, columns=64, env=env) as terminal:
        terminal.wait_for("Card 1 of", "\n>")
        terminal.type(":idk\n")
        offered = terminal.wait_for("Enter: ", "others.\n>")
        told = " ".join(offered.split())
        assert "? for more: trace, picture, poke, note, bury and others." in told
        terminal.keys("C-c")
        text = terminal.wait_for("exit code 130")
    assert "> ^C\n" in text and "\n1 card, " in text and "Traceback" not in text


@pytest.mark.long
def test_an_infinite_loop_ends_in_a_fault_that_logs_nothing(home: Path) -> None:
    (home / "decks" / "loop.yaml").write_text(
        "format: 1\ntopic: loop\ncards:\n  - id: loop\n    prompt: What is y?\n"
        "    code: |\n      y = 1\n      while True: pass\n    ask: {value: y}\n    timeout: 1\n"
    )
    with quiz(home, "--topic", "loop") as terminal:
        terminal.wait_for("What is y?")
        terminal.type("1")
        terminal.keys("Enter")
        terminal.wait_for("no verdict", "longer than 1 second", "does not count against you")
        terminal.keys("l")
        terminal.wait_for("enter review")
    assert logged(home) == []
