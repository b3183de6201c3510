"""What holds of `quiz` as a whole: help, wrong use, and that nobody sees a traceback."""

from __future__ import annotations

import errno
import gc
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

import pytest

from quizapp.__main__ import main as start
from quizapp.cli.main import main
from quizapp.commands.surroundings import now, require_terminal
from quizapp.errors import UserError
from quizapp.library.loading import load_library
from quizapp.library.shipped import SHIPPED_DECKS
from quizapp.memory.schema import VERSION
from tests.cli.conftest import PATIENCE, QUIZ, Quiz
from tests.cli.forks import run_forked
from tests.deck.test_files import as_nobody

ANKI = Path(__file__).parents[1] / "anki" / "of-a-new-anki.apkg"
COMMANDS = ("review", "check", "try", "list", "trust", "doctor", "completion")


@pytest.fixture
def from_nothing(quiz: Quiz) -> Quiz:
    """Without what it is forked from in other tests."""
    quiz.server = None
    return quiz


@pytest.mark.usefixtures("from_nothing")
def test_help_names_every_command(quiz: Quiz) -> None:
    shown = quiz("--help")
    assert shown.returncode == 0
    for command in COMMANDS:
        assert f"\n  {command}" in shown.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, quiz: Quiz) -> None:
    shown = quiz(command, "--help")
    assert shown.returncode == 0
    assert f"Usage: quiz {command}" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["list", "--nonsense"], "No such option"),
        (["list", "--topic", "tensr"], "unknown topic 'tensr' (did you mean 'tensor-ops'?)"),
        (["list", "--topic", "autogrid"], "unknown topic 'autogrid' (did you mean 'autograd'?)"),
        (["--topic", "autograd", "list"], "put the options after 'list'"),
        (["--plain", "list"], "put the options after 'list'"),
        (["--plain", "--topic", "x"], "unknown topic 'x'; there are tensor-ops, "),
        (["--plain", "--limit", "5", "--topic", "x"], "unknown topic 'x'; there are tensor-ops, "),
        (["--limit", "5"], "for today's review it is 'quiz review --limit 5'"),
        (["--limit", "5", "--topic", "autograd"], "the app needs a terminal"),
        (["review", "--plain", "--limit", "0"], "0 is not in the range x>=1"),
        (["review", "--plain", "--topic", "x"], "unknown topic 'x'; there are tensor-ops, "),
        (["check", ""], "'' names no file and no folder."),
        (["sync", ""], "'' names no file and no folder."),
        (["add", ""], "'' names no file and no folder."),
        (["check", "no-such-deck.yaml"], "there is nothing at no-such-deck.yaml"),
        (["check", "cards/autogrid.yaml"], "(did you mean 'autograd.yaml'?)"),
        (["check", "nowhere/at/all.yaml"], "there is nothing at nowhere"),
        (["check", "autograd"], "; the deck of that topic is "),
        (["import", "README.mb"], "there is nothing at README.mb (did you mean 'README.md'?)"),
        (
            ["check", "--card", "no-such-card"],
            "no deck has a card 'no-such-card'; 'quiz list' shows",
        ),
        (["try"], "name one card, or give --stdin"),
        (["try", "autograd/c0", "--stdin"], "name one card, or give --stdin"),
        (["try", "--stdin", "--answer", "value=1"], "answers and draws stand in the requests"),
        (["try", "nowhere/at-all"], "unknown card 'nowhere/at-all'; 'quiz list' shows all"),
        (["try", "autograd/cc0"], "did you mean 'autograd/c0'"),
        (["try", "autograd/c0", "--answer", "3"], "takes KIND=TEXT, not '3'"),
        (["try", "no-deck.yaml::x"], "there is no deck no-deck.yaml"),
        (["new", "My Views"], "'My Views' is no topic"),
        (["new", "a" * 300], "100 characters at most"),
        (["author", "no-such-deck.yaml"], "there is no deck no-such-deck.yaml"),
        (["author", "."], "File '.' is a directory"),
        (["author", "a.zh.yaml"], "a.zh.yaml holds the Chinese of a.yaml, which is read with"),
        (["add", "/nowhere"], "there is nothing at /nowhere, and it is no URL of a repository"),
        (["update", "shared"], "no 'shared' has been added; nothing has been"),
        (["remove", "shared"], "no 'shared' has been added; nothing has been"),
        (["export", "ops.txt"], "ops.txt ends neither in .apkg, for Anki, nor in .jsonl"),
        (["export", "ops.apkg", "--topic", "opps"], "unknown topic 'opps'"),
        (
            ["import", str(ANKI), "--topic", "No Slug"],
            "'No Slug' is no topic",
        ),
        (
            ["import", "README.md"],
            "README.md ends neither in .apkg or .colpkg, of Anki, nor in .jsonl",
        ),
        (["trust", "nowhere.yaml"], "there is nothing at nowhere.yaml"),
        (["completion", "dos"], "'dos' is not one of"),
        ([], "the app needs a terminal"),
        (["review"], "the app needs a terminal"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(arguments: list[str], sentence: str, quiz: Quiz) -> None:
    told = quiz(*arguments)
    assert told.returncode == 2
    assert sentence in told.stderr
    assert told.stdout == ""
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        ("new_per_day = -1", "new_per_day must be a whole number from 0 to 9999, not -1"),
        ("colour = 'red'", "unknown setting 'colour'"),
        ("[", "not valid TOML"),
    ],
)
def test_a_wrong_setting_is_told_with_its_file(config: str, sentence: str, quiz: Quiz) -> None:
    (quiz.home / "config.toml").write_text(config)
    told = quiz("list")
    assert told.returncode == 2
    assert told.stderr.startswith(f"quiz: {quiz.home / 'config.toml'}:")
    assert sentence in told.stderr
    assert "Traceback" not in told.stderr


def test_a_log_of_a_newer_version_is_refused_and_left_alone(quiz: Quiz) -> None:
    path = quiz.home / "quiz.db"
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.close()
    before = path.read_bytes()
    for arguments in (["list"], ["review", "--plain"]):
        told = quiz(*arguments)
        assert told.returncode == 2
        assert "written by a newer version of quiz" in told.stderr
        assert "Traceback" not in told.stderr
    assert path.read_bytes() == before


def test_a_damaged_log_is_moved_aside_and_the_next_start_goes_on(quiz: Quiz) -> None:
    (quiz.home / "quiz.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    told = quiz("list")
    assert told.returncode == 2
    assert "is damaged, and was moved to" in told.stderr
    assert "Traceback" not in told.stderr
    assert quiz("list").returncode == 0


def test_a_home_that_is_a_file_is_told_in_a_sentence(quiz: Quiz) -> None:
    quiz.home = quiz.deck("")
    told = quiz("list")
    assert told.returncode == 2
    assert f"quiz: {quiz.home / 'config.toml'}: cannot be read" in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("config.toml", ["list"]),
        ("decks/mine.zh.yaml", ["check", "mine.yaml"]),
        ("notes.apkg", ["import", "notes.apkg"]),
        ("log.jsonl", ["import", "log.jsonl"]),
        ("given.py", ["try", "autograd/power-sum-grad", "--code", "given.py"]),
    ],
)
def test_a_named_pipe_is_told_of_and_not_waited_for(
    name: str, arguments: list[str], quiz: Quiz, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiz.deck("  - {id: why, prompt: Why?, back: So.}")
    (quiz.home / name).unlink(missing_ok=True)
    os.mkfifo(quiz.home / name)
    monkeypatch.chdir((quiz.home / name).parent)
    told = quiz(*arguments)
    assert "cannot be read: it is a named pipe; put an ordinary file" in told.stdout + told.stderr
    assert told.returncode


def test_a_log_that_cannot_be_opened_is_told_in_a_sentence(quiz: Quiz) -> None:
    (quiz.home / "quiz.db").mkdir()
    told = quiz("list")
    assert told.returncode == 2
    assert f"quiz: The review log {quiz.home / 'quiz.db'} cannot be used" in told.stderr
    assert "Traceback" not in told.stderr


def test_a_reader_that_leaves_early_gets_no_complaint(quiz: Quiz, read_decks: Path) -> None:
    load_library([SHIPPED_DECKS], read_decks)  # or it would be told that they are read
    line = f"{' '.join(QUIZ)} list --json | head -c 10"
    told = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, env=quiz.env, check=False
    )
    assert told.stdout == '[{"card": '
    assert told.stderr == ""


def test_ctrl_c_ends_quietly_with_130(quiz: Quiz) -> None:
    with quiz.start("try", "--stdin") as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("{}\n")
        assert "error" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr is not None
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    "command",
    [
        ("new", "mine"),
        ("list",),
        pytest.param(("path",), marks=pytest.mark.long),
    ],
)
def test_a_command_does_without_streams_that_are_closed(quiz: Quiz, command: list[str]) -> None:
    shell = ["sh", "-c", 'exec "$@" <&- >&- 2>"$ERRORS"', "sh", *QUIZ, *command]
    errors = quiz.decks / "errors"
    ended = subprocess.run(shell, env={**quiz.env, "ERRORS": str(errors)}, check=False)
    assert ended.returncode == 0
    assert "Traceback" not in errors.read_text()


def test_a_completion_script_names_the_program(quiz: Quiz) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "_QUIZ_COMPLETE" in quiz("completion", shell).stdout


def test_the_shell_completes_commands() -> None:
    asked = {"_QUIZ_COMPLETE": "bash_complete", "COMP_WORDS": "quiz ch", "COMP_CWORD": "1"}
    completed = subprocess.run(
        QUIZ, capture_output=True, text=True, env=os.environ | asked, check=False
    )
    assert completed.stdout == "plain,check\n"


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("quiz bury autograd/power", "autograd/power-sum-grad"),
        ("quiz bury autograd/leaf autograd/power", "autograd/power-sum-grad"),
        ("quiz try autograd/power", "autograd/power-sum-grad"),
        ("quiz review --idea reshaping", "reshaping-copies"),
    ],
)
@pytest.mark.usefixtures("shipped")
def test_the_shell_completes_cards_and_ideas(quiz: Quiz, words: str, completed: str) -> None:
    at = {"_QUIZ_COMPLETE": "bash_complete", "COMP_WORDS": words}
    at |= {"COMP_CWORD": str(words.count(" "))}
    assert quiz.server
    told = run_forked(quiz.server, (), input="", env={**quiz.env, **at}, timeout=PATIENCE)
    assert told.stdout == f"plain,{completed}\n"


def test_the_app_draws_on_the_terminal_wherever_errors_go(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.openpty()
    monkeypatch.setenv("TERM", "xterm")
    with os.fdopen(theirs, "r+b", 0) as raw, TextIOWrapper(raw) as terminal, os.fdopen(ours):
        for name in ("stdin", "stdout", "__stdout__"):
            monkeypatch.setattr(sys, name, terminal)
        monkeypatch.setattr(sys, "__stderr__", None)
        require_terminal()
        assert sys.__stderr__ is terminal
        monkeypatch.setattr(sys, "stdin", None)
        with pytest.raises(UserError, match="needs a terminal"):
            require_terminal()


def test_whatever_the_system_refuses_at_the_start_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused() -> int:
        raise OSError(errno.EIO, "Input/output error", "/there")

    monkeypatch.setattr("quizapp.commands.app.open_app", refused)
    monkeypatch.setattr(sys, "argv", ["quiz"])
    was_on = gc.isenabled()
    try:
        with pytest.raises(SystemExit) as ended:
            start()
    finally:
        if was_on:
            gc.enable()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "quiz: /there: Input/output error\n"


def test_a_time_zone_that_is_none_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("TZ", "UTC+99")
        time.tzset()
        with pytest.raises(UserError, match=r"TZ is 'UTC\+99'"):
            now()
    time.tzset()


def test_a_path_in_a_folder_that_is_closed_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0)
    monkeypatch.setenv("QUIZ_HOME", tempfile.gettempdir() + "/no-home")
    import_module("quizapp.commands.try_card")  # nobody may not read it
    try:
        with as_nobody(), pytest.raises(SystemExit, match="2"):
            main(["try", f"{closed}/deck.yaml::card"], prog_name="quiz")
    finally:
        closed.chmod(0o700)
    assert capsys.readouterr().err == f"quiz: {closed}/deck.yaml: Permission denied\n"


def test_who_interrupts_before_the_command_is_read_sees_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Read:
        def __getattr__(self, name: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "quizapp.cli.main", Read())
    monkeypatch.setattr(sys, "argv", ["quiz", "list"])
    with pytest.raises(SystemExit) as end:
        start()
    assert end.value.code == 130
    assert capsys.readouterr().err == "\n"
