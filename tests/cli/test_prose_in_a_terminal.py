"""What commands print to a terminal: broken between words, and untouched everywhere else."""

from __future__ import annotations

import pytest

from quizapp.commands import say as saying
from quizapp.commands.say import say_prose

TOLD = "What was answered counts, and nothing of it is told."


@pytest.mark.parametrize(
    ("to_a_terminal", "lines"),
    [(True, ["What was answered counts,", "and nothing of it is told."]), (False, [TOLD])],
)
def test_lines_are_broken_between_words(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    to_a_terminal: bool,
    lines: list[str],
) -> None:
    monkeypatch.setattr(saying, "is_terminal", lambda _: to_a_terminal)
    monkeypatch.setenv("COLUMNS", "28")
    say_prose(TOLD)
    assert capsys.readouterr().out.splitlines() == lines
