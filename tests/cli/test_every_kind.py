"""No command stumbles over a kind of card: the starter deck has one of each."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from tests.cli.conftest import Quiz

KINDS = (
    "doubled",
    "which-are-views",
    "swap-axes",
    "fresh-gradients",
    "one-step",
    "what-a-view-is",
)


@pytest.fixture
def quiz(quiz: Quiz) -> Quiz:
    """With the starter deck among the learner's own."""
    assert quiz("new", "mine").returncode == 0
    return quiz


def test_the_starter_has_a_card_of_every_kind(quiz: Quiz) -> None:
    rows = json.loads(quiz("list", "--topic", "mine", "--json").stdout)
    assert [row["card"] for row in rows] == [f"mine/{id}" for id in KINDS]


@pytest.mark.parametrize(
    "id",
    [
        "swap-axes",
        "what-a-view-is",
        *(
            pytest.param(id, marks=pytest.mark.long)
            for id in KINDS
            if id not in ("swap-axes", "what-a-view-is")
        ),
    ],
)
def test_a_card_of_every_kind_is_checked_alone(id: str, quiz: Quiz) -> None:
    told = quiz("check", str(quiz.decks / "mine.yaml"), "--card", id, "--json")
    assert (told.returncode, json.loads(told.stdout)["cards"]) == (0, 1)


def test_a_card_of_every_kind_is_exported(quiz: Quiz) -> None:
    told = quiz("export", str(quiz.home / "mine.apkg"), "--topic", "mine")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.endswith(": 8 notes in 1 deck\n")


@pytest.mark.parametrize(
    ("id", "answer"),
    [
        ("doubled", ("--answer", "value=[2, 4]")),
        ("which-are-views", ("--choose", "1,3")),
        ("swap-axes", ("--code", "-")),
        ("one-step", ("--choose", "2,1,3,4")),
    ],
)
def test_a_card_of_every_kind_that_is_graded_is_tried(
    id: str, answer: Sequence[str], quiz: Quiz
) -> None:
    told = quiz("try", f"mine/{id}", *answer, "--json", input="x.mT")
    assert told.returncode == 0
    assert json.loads(told.stdout)["verdict"]["right"] is True


def test_cards_of_every_kind_go_by_in_a_plain_review(quiz: Quiz) -> None:
    told = quiz("review", "--plain", "--topic", "mine", input=":skip\n" * 6 + ":quit\n")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.count("Skipped: it comes at the end.") == 6


def test_doctor_counts_the_cards_of_every_kind(quiz: Quiz) -> None:
    decks = json.loads(quiz("doctor", "--json").stdout)["decks"]
    assert [deck["cards"] for deck in decks if deck["topic"] == "mine"] == [len(KINDS)]
