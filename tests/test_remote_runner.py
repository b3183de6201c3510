"""The runner on another machine, behind a command such as ssh that only copies bytes."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

from quizapp.machine.settings import places
from runner.protocol.layers import is_full
from tests.cli.conftest import Quiz
from tests.tui.learner import learner

RELAY = Path(__file__).with_name("relay.py")
RUNNER = [sys.executable, "-P", "-m", "runner"]
SSH = [sys.executable, str(RELAY), "gpu-box"]
"""What is written before a command to run it on another machine."""

CARDS = """\
  - id: sum
    prompt: What is it?
    code: x = torch.ones(3).sum()
    ask: {value: x}
    expect: {value: 3}
  - id: there
    prompt: What is it?
    needs: only-there>=1.2
    code: x = 1
    ask: {value: x}
  - id: newer
    prompt: What is it?
    needs: only-there>=2
    code: x = 1
    ask: {value: x}
"""


@pytest.fixture
def quiz(tmp_path: Path, share_decks: Callable[[Path], None], server: str) -> Quiz:
    quiz = Quiz(tmp_path / "home")
    quiz.server = server
    share_decks(quiz.home)
    return quiz


def use(home: Path, *command: str) -> None:
    """Set what runs the cards."""
    (home / "config.toml").write_text(f"[runner]\ncommand = {json.dumps(command)}\n")


def elsewhere(folder: Path) -> list[str]:
    """A runner on a machine that has a package more."""
    (folder / "only_there-1.2.dist-info").mkdir(parents=True)
    return [*SSH, "env", f"PYTHONPATH={folder}", *RUNNER]


@pytest.mark.parametrize("before", [[], SSH], ids=["directly", "as by ssh"])
def test_a_card_runs_on_the_other_side(
    quiz: Quiz, before: list[str], lent_runner: Sequence[str]
) -> None:
    quiz.deck(CARDS)
    command = [*before, *lent_runner]
    use(quiz.home, *command)
    tried = quiz("try", "mine/sum", "--answer", "value=3", "--json")
    assert tried.returncode == 0
    assert json.loads(tried.stdout)["verdict"]["right"] is True
    told = quiz("doctor", "--json")
    assert told.returncode == 0
    runner = json.loads(told.stdout)["runner"]
    assert (runner["ok"], runner["command"]) == (True, command)


@pytest.mark.long
def test_needs_are_met_or_not_on_the_other_side(quiz: Quiz, tmp_path: Path) -> None:
    path = quiz.deck(CARDS)
    use(quiz.home, *elsewhere(tmp_path / "site-packages"))
    told = quiz("check", str(path), "--json", "--jobs", "2")
    assert told.returncode == 0
    report = json.loads(told.stdout)
    assert (report["runs"], report["problems"]) == (2, [])
    [skipped] = report["skipped"]
    assert skipped == {
        "card": "mine/newer",
        "reason": "needs only-there>=2, and this is only-there 1.2",
    }


def test_its_sandbox_is_the_one_that_counts(quiz: Quiz, without_seccomp: Sequence[str]) -> None:
    path = quiz.deck(CARDS)
    quiz.trusts_own_decks = False
    use(quiz.home, *SSH, *without_seccomp)
    end = json.loads(quiz("try", "mine/sum", "--json").stdout)
    assert end["fault"]["kind"] == "refused"
    assert end["fault"]["message"].startswith(f"{path} is not trusted, and there is no ")


def test_when_the_connection_breaks_the_next_card_gets_a_new_one(
    quiz: Quiz, lent_runner: Sequence[str]
) -> None:
    quiz.deck(CARDS)
    use(quiz.home, *SSH, *lent_runner)
    with quiz.start("try", "--stdin") as process:
        assert process.stdin is not None and process.stdout is not None
        requests, answers = process.stdin, process.stdout

        def ask() -> Any:
            requests.write('{"card": "mine/sum"}\n')
            return json.loads(answers.readline())

        assert ask()["fault"] is None
        [relay] = psutil.Process(process.pid).children()
        on_the_other_side = relay.children(recursive=True)
        relay.kill()
        assert psutil.wait_procs(on_the_other_side, timeout=30)[1] == []
        assert ask()["fault"] is None
        below = psutil.Process(process.pid).children(recursive=True)
        requests.close()
        assert process.wait() == 0
    assert psutil.wait_procs(below, timeout=30)[1] == []


SAYS_NOTHING_OF_USE = {
    "that there is not": (
        ["/nowhere/ssh", "gpu-box"],
        "/nowhere/ssh: No such file or directory",
    ),
    "that is refused": (
        [*SSH, "echo 'gpu-box: Permission denied (publickey).' >&2; exit 255"],
        "gpu-box: Permission denied (publickey)",
    ),
    "that lacks the runner": (
        [*SSH, "python3 -P -m no_such_runner"],
        "No module named no_such_runner",
    ),
    "that greets first": (
        [*SSH, "echo; echo 'Welcome to gpu-box!'; exec cat"],
        "it said 'Welcome to gpu-box!' where a runner's first words were expected",
    ),
    "that says nothing": ([*SSH, "true"], "it ended without a word"),
}
COSTLY = {"that lacks the runner", "that says nothing"}


@pytest.mark.parametrize(
    ("command", "why"),
    [
        pytest.param(*told, id=which, marks=[pytest.mark.long] if which in COSTLY else [])
        for which, told in SAYS_NOTHING_OF_USE.items()
    ],
)
def test_a_command(quiz: Quiz, command: list[str], why: str) -> None:
    quiz.deck(CARDS)
    use(quiz.home, *command)
    tried = quiz("try", "mine/sum")
    assert tried.returncode == 2
    assert tried.stdout == ""
    assert tried.stderr.startswith("quiz: The runner could not start: ")
    assert tried.stderr.endswith(f"{why}.\n")
    assert len(tried.stderr.splitlines()) == 1
    told = quiz("doctor")
    assert told.returncode == 1
    assert "runner   does not work, by " in told.stdout
    assert f"{why}.\n" in told.stdout


@pytest.fixture
def home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share_decks: Callable[[Path], None]
) -> Path:
    share_decks(tmp_path)
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    Quiz(tmp_path).deck(CARDS)
    return tmp_path


def test_the_app_runs_its_cards_there(home: Path, lent_runner: Sequence[str]) -> None:
    use(home, *SSH, *lent_runner)

    async def sit() -> None:
        async with learner() as user:
            await user.sees("torch 2.", "sandbox")
            hello = user.app._study.hello
            assert hello is not None
            partly = "partly sandboxed" if hello.sandbox else "no sandbox"
            await user.sees("sandboxed" if is_full(hello.sandbox) else partly)
            await user.press("j", "j", "d")
            await user.sees("What is it?", "x = torch.ones(3).sum()")
            await user.type("3")
            await user.press("enter")
            await user.sees("✓ right")

    asyncio.run(sit())


def test_the_app_says_why_there_is_no_runner_and_tries_again_when_asked(
    home: Path, lent_runner: Sequence[str]
) -> None:
    tries = places().data / "tries"
    words = f"echo x >> {tries}; test $(wc -l < {tries}) -gt 2 && exec {shlex.join(lent_runner)}"
    use(home, *SSH, f"{words}; echo 'Connection refused.' >&2")

    async def sit() -> None:
        async with learner() as user:
            await user.sees("torch does not start", "could not start: Connection refused.")
            await user.press("j", "j", "d")
            await user.sees("What is it?", "x = torch.ones(3).sum()")
            await user.type("3")
            await user.press("enter")
            await user.sees("no verdict", "could not start: Connection")
            await user.press("r")
            await user.sees("✓ right")

    asyncio.run(sit())
