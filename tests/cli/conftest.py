"""`quiz` as a user runs it: a process of its own, in a home of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

QUIZ = (sys.executable, "-m", "quizapp")
PATIENCE = 120


class Quiz:
    """Runs `quiz` commands with everything kept in one folder."""

    command = QUIZ

    def __init__(self, home: Path) -> None:
        self.home = home
        self.decks = home / "decks"
        self.decks.mkdir(parents=True)

    @property
    def env(self) -> Mapping[str, str]:
        return os.environ | {"QUIZ_HOME": str(self.home)}

    def __call__(self, *arguments: str, input: str = "") -> subprocess.CompletedProcess[str]:
        """Run to the end."""
        return subprocess.run(
            [*QUIZ, *arguments],
            input=input,
            capture_output=True,
            text=True,
            env=self.env,
            timeout=PATIENCE,
            check=False,
        )

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start a command, to talk with it."""
        return subprocess.Popen(
            [*QUIZ, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
            env=self.env,
        )

    def deck(self, cards: str, *, name: str = "mine") -> Path:
        """A deck among the learner's own."""
        path = self.decks / f"{name}.yaml"
        path.write_text(f"format: 1\ntopic: {name}\nsetup: import torch\ncards:\n{cards}")
        return path


@pytest.fixture
def quiz(tmp_path: Path) -> Quiz:
    return Quiz(tmp_path / "home")
