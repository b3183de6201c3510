"""`quiz optimize`: parameters by one's own answers."""

from __future__ import annotations

import json

from quizapp.memory.log import ReviewLog
from quizapp.memory.schedule import DEFAULT_SCHEDULING
from tests.cli.conftest import Quiz
from tests.memory.conftest import review_maker
from tests.memory.learner import answered, log_all


def test_parameters_are_fitted_once_there_is_enough_and_taken_back(quiz: Quiz) -> None:
    usual = list(DEFAULT_SCHEDULING.parameters)
    (quiz.home / "config.toml").write_text("retention = 0.8\n")
    shown = quiz("optimize", "--retention").stdout.splitlines()
    assert [line.split()[1] for line in shown if line.startswith(">")] == ["80%"]
    told = quiz("optimize")
    assert told.stdout.startswith("Too few reviews to fit parameters to: 0, and it takes 400.")
    quiz.deck("  - {id: first, prompt: p, back: b}\n")
    with ReviewLog.open(quiz.home / "quiz.db") as log:
        log_all(log, answered(review_maker(), cards=150, days=250))
    fitted = quiz("review", "--plain", "--topic", "mine", input=":quit\n").stdout.splitlines()[-2]
    assert fitted.startswith("Fitted to ")
    again = json.loads(quiz("optimize", "--json").stdout)
    assert again["kept"] is False and again["before"] is not None
    assert again["parameters"] != usual
    undone = quiz("optimize", "--undo").stdout
    assert " are taken back: FSRS's own are in force.\n" in undone
    assert "Due on another day: " in undone
    told = quiz("optimize")
    assert "Kept: " in told.stdout and "Due on another day: " in told.stdout
    assert json.loads(quiz("optimize", "--undo", "--json").stdout)["parameters"] == usual
    assert quiz("review", "--plain", "--topic", "mine", input=":quit\n").stdout.count("Fitted") == 0
