"""`quiz list`."""

from __future__ import annotations

import json

from tests.cli.conftest import Quiz

CARDS = """\
  - {id: first, level: 1, prompt: Which one?, back: b}
  - {id: second-card, prompt: p, back: b}
"""


def test_cards_are_listed_with_their_state(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    quiz("review", "--plain", "--topic", "mine", "--limit", "1", input="\n1\n")
    told = quiz("list", "--topic", "mine")
    assert told.returncode == 0
    assert told.stdout == ("mine/first        learning  once more\nmine/second-card  new\n")
    assert told.stderr == "2 cards\n"


def test_json_is_a_list_of_cards(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    rows = json.loads(quiz("list", "--topic", "mine", "--json").stdout)
    assert rows[0] == {
        "card": "mine/first",
        "level": 1,
        "state": "new",
        "due": None,
        "once_more": False,
        "reviews": 0,
        "lapses": 0,
        "prompt": "Which one?",
        "trust": "trusted",
        "standing": [],
        "note": "",
    }


def test_a_card_missed_today_is_due_until_it_is_right_or_set_aside(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    quiz("review", "--plain", "--topic", "mine", "--limit", "1", input="\n1\n")
    assert quiz("list", "--due").stdout == "mine/first  learning  once more\n"
    quiz("suspend", "mine/first")
    assert quiz("list", "--due").stdout == ""
    quiz("suspend", "--undo", "mine/first")
    quiz("review", "--plain", "--topic", "mine", "--limit", "1", input="\n3\n")
    assert quiz("list", "--due").stdout == ""
    assert "mine/first        learning  due tomorrow" in quiz("list", "--topic", "mine").stdout


def test_new_cards_are_not_due(quiz: Quiz) -> None:
    told = quiz("list", "--due")
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "0 cards\n")
