"""`quiz` as a user runs it: a process of its own, in a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from tests.cli.forks import COURSE, forking, run_forked
from tests.trusting import trust_own_decks

QUIZ = (sys.executable, "-m", "quizapp")
PATIENCE = 120


class Quiz:
    """Runs `quiz` commands with everything kept in one folder."""

    command: Sequence[str] = QUIZ
    server: str | None = None
    """The socket of what forks such processes, see `tests.cli.forks`; where there is none, each
    is started from nothing."""
    course: Path | None = None
    """What a fork has in place of the decks that come with the app, which take longer to read."""
    trusts_own_decks = True
    """So that they run where there is no full sandbox, too."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.decks = home / "decks"
        self.decks.mkdir(parents=True)

    @property
    def env(self) -> Mapping[str, str]:
        course = {COURSE: str(self.course)} if self.course else {}
        return os.environ | {"QUIZ_HOME": str(self.home)} | course

    def __call__(self, *arguments: str, input: str = "") -> subprocess.CompletedProcess[str]:
        """Run to the end."""
        self._trust()
        if self.server:
            return run_forked(self.server, arguments, input=input, env=self.env, timeout=PATIENCE)
        return subprocess.run(
            [*self.command, *arguments],
            input=input,
            capture_output=True,
            text=True,
            env=self.env,
            timeout=PATIENCE,
            check=False,
        )

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start a command, to talk with it."""
        self._trust()
        return subprocess.Popen(
            [*self.command, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
            env=self.env,
        )

    @contextmanager
    def talk(self, *arguments: str) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
        """Talk with a fork by its stdin and stdout; it has to end by itself and without complaint.

        Meanwhile there can be no other fork.
        """
        assert self.server
        self._trust()
        (stdin, ours), (theirs, stdout) = os.pipe(), os.pipe()
        with (
            tempfile.TemporaryFile() as errors,
            os.fdopen(theirs, "rb", 0) as answers,
            os.fdopen(ours, "wb", 0) as requests,
            forking(self.server, arguments, (stdin, stdout, errors.fileno()), self.env) as asked,
        ):
            os.close(stdin)
            os.close(stdout)
            yield requests, answers
            requests.close()
            asked.settimeout(PATIENCE)
            assert asked.recv(99) == b"0"
            errors.seek(0)
            assert errors.read() == b""

    def _trust(self) -> None:
        if self.trusts_own_decks:
            trust_own_decks(self.home)

    def deck(self, cards: str, *, name: str = "mine") -> Path:
        """A deck among the learner's own."""
        path = self.decks / f"{name}.yaml"
        path.write_text(f"format: 1\ntopic: {name}\nsetup: import torch\ncards:\n{cards}")
        return path


def said_in_chinese(quiz: Quiz, deck: Path, words: Mapping[str, str]) -> None:
    """Put the file of its Chinese beside a deck, English but for these words."""
    quiz("translate", str(deck), "zh")
    beside = deck.with_name(f"{deck.stem}.zh.yaml")
    text = beside.read_text()
    for english, chinese in words.items():
        text = text.replace(english, chinese)
    beside.write_text(text)


@pytest.fixture
def quiz(tmp_path: Path, warm: Callable[[Path], None], server: str, course: Path) -> Quiz:
    """Of somebody who has started it before, and whose runner is up."""
    quiz = Quiz(tmp_path / "home")
    quiz.server = server
    quiz.course = course
    warm(quiz.home)
    return quiz


@pytest.fixture
def shipped(quiz: Quiz) -> None:
    """The decks that come with the app."""
    quiz.course = None


class Conversation:
    """A `quiz try --stdin` that goes on."""

    def __init__(self, process: subprocess.Popen[str], deck: Path) -> None:
        self._process = process
        self.deck = deck

    def say(self, line: str) -> Any:
        """One line in, one line out; strict JSON."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        return json.loads(self._process.stdout.readline(), parse_constant=pytest.fail)

    def try_card(self, id: str, **request: Any) -> Any:
        return self.say(json.dumps({"card": f"{self.deck}::{id}", **request}))


@contextmanager
def conversation_with(quiz: Quiz, deck: Path) -> Iterator[Conversation]:
    """Requests about a deck, without complaint to the end."""
    with quiz.start("try", "--stdin") as process:
        yield Conversation(process, deck)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait() == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
