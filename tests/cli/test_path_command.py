"""The course as a tree, and topics by their other names."""

from __future__ import annotations

import json

import pytest
from rich.cells import cell_len

from quizapp.commands.path import beside
from tests.cli.conftest import Quiz

CARDS = (
    "cards: [{id: one, prompt: Why?, back: So., level: 1}, {id: two, prompt: Why?, back: So.}]\n"
)


def test_the_path_tells_what_is_learnt_and_what_waits(quiz: Quiz) -> None:
    (quiz.decks / "basics.yaml").write_text(f"topic: basics\n{CARDS}")
    (quiz.decks / "beyond.yaml").write_text(f"after: basics\naliases: [further]\n{CARDS}")
    (quiz.decks / "last.yaml").write_text(f"after: [beyond, basics]\n{CARDS}")
    lines = quiz("path").stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if line[4:].startswith("basics"))
    assert [" ".join(line[4:].split()) for line in lines[at : at + 3]] == [
        "basics 0/2 0%",
        "beyond 0/2 0% after basics: 1 card to go",
        "last 0/2 0% after beyond: 1 card to go, and basics: 1",
    ]
    assert lines[at + 1][4:].startswith("  beyond") and lines[at + 2][4:].startswith("    last")
    numbers = [int(line.split()[0]) for line in lines]
    assert sorted(numbers) == list(range(1, len(lines) + 1))
    drill = quiz("review", "--plain", "--topic", "further", input="\n3\n")
    assert "Card 1 of 2, beyond, new" in drill.stdout
    paths = {of["topic"]: of for of in json.loads(quiz("path", "--json").stdout)}
    assert paths["beyond"]["aliases"] == ["further"] and paths["beyond"]["seen"] == 1
    assert (paths["beyond"]["open"], paths["beyond"]["waits_for"]) == (True, {})
    assert (paths["last"]["open"], paths["last"]["waits_for"]) == (False, {"basics": 1})


def test_titles_of_wide_characters_stand_in_columns(quiz: Quiz) -> None:
    (quiz.decks / "wide.yaml").write_text(
        f"title: 自动求导与广播机制的基础和更多的形状与数据类型\n{CARDS}"
    )
    lines = quiz("path").stdout.splitlines()
    assert len({cell_len(line[: line.index("%")]) for line in lines}) == 1


def test_what_a_topic_waits_for_is_broken_between_words() -> None:
    told, words = " 2  Dtypes  0/49  0%", "after Tensors and operations: 19 cards to go"
    assert beside(told, words, None) == [f"{told}  {words}"]
    beyond = beside(told, words, 54)
    assert beyond == [f"{told}  after Tensors and operations: 19", f"{' ' * 22}cards to go"]
    below = ["after Tensors and", "operations: 19 cards to", "go"]
    assert beside(told, words, 32) == [told, *(" " * 8 + line for line in below)]
    assert beside(told, "", 32) == [told]


def test_a_topic_without_its_option_is_told_how_it_is_named(quiz: Quiz) -> None:
    told = quiz("review", "autograd")
    assert told.returncode == 2
    assert "a topic is named by --topic: 'quiz review --topic autograd'" in told.stderr


def test_other_names_are_completed_and_may_be_meant(
    quiz: Quiz, monkeypatch: pytest.MonkeyPatch
) -> None:
    (quiz.decks / "beyond.yaml").write_text(f"aliases: [further]\n{CARDS}")
    assert "(did you mean 'beyond'?)" in quiz("list", "--topic", "furher").stderr
    monkeypatch.setenv("_QUIZ_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "quiz --topic furt")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert quiz().stdout == "plain,further\n"
