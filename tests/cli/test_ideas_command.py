"""What answers show of a learner's ideas: told, listed, and drilled."""

from __future__ import annotations

import json

from tests.cli.conftest import Quiz

DECK = """\
topic: own
ideas:
  doubles: All is doubled.
  unused: Nothing shows it.
cards:
  - id: one
    prompt: What is it?
    code: x = 1
    ask: {value: x}
    mistakes: [{value: 2 * x, idea: doubles, say: It is not.}]
  - id: two
    prompt: What is it?
    code: x = 3
    ask: {value: x}
    mistakes: [{value: x - 1, idea: doubles, say: It is not.}]
  - {id: three, prompt: Why?, back: So.}
"""


def test_an_idea_is_told_listed_and_drilled(quiz: Quiz) -> None:
    (quiz.decks / "own.yaml").write_text(DECK)
    assert json.loads(quiz("ideas", "--json").stdout) == []
    told = quiz("review", "--plain", "--idea", "doubles", "--limit", "2", input="2\n\n2\n\n2\n\n")
    assert "Card 1 of 2, own, new" in told.stdout
    assert "The idea behind it: All is doubled. Shown in 1 of 1 answer." in told.stdout
    assert "Shown in 2 of 2 answers." in told.stdout
    assert "an idea to be given up: doubles" in told.stdout
    [held] = json.loads(quiz("ideas", "--json").stdout)
    assert (held["idea"], held["text"]) == ("doubles", "All is doubled.")
    assert (held["shown"], held["held"]) == (held["chances"], True)
    assert sorted(held["cards"]) == ["own/one", "own/two"]
    listed = quiz("ideas")
    assert listed.stdout.startswith("doubles: All is doubled.\n")
    assert "1 met so far" in listed.stderr


def test_an_idea_that_was_never_shown_is_not_given_up(quiz: Quiz) -> None:
    (quiz.decks / "own.yaml").write_text(DECK)
    quiz("review", "--plain", "--idea", "doubles", "--limit", "1", input="1\n\n")
    assert quiz("ideas").stdout == "doubles: All is doubled.\n  not shown in 1 answer\n"


def test_an_idea_that_nobody_names_is_no_drill(quiz: Quiz) -> None:
    (quiz.decks / "own.yaml").write_text(DECK)
    wrong = quiz("review", "--plain", "--idea", "double")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "no idea is named 'double' (did you mean 'doubles'?)" in wrong.stderr
    assert quiz("--idea", "double").returncode == 2
