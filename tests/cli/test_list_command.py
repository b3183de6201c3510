"""`quiz list`."""

from __future__ import annotations

import json
from datetime import datetime

from quizapp.memory.study_day import study_date
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
        "added": study_date(datetime.now().astimezone()).isoformat(),
        "reviews": 0,
        "lapses": 0,
        "stability": None,
        "difficulty": None,
        "recall": None,
        "prompt": "Which one?",
        "trust": "trusted",
        "standing": [],
        "note": "",
    }


def test_a_card_missed_today_is_due_until_it_is_right_or_set_aside(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    quiz("review", "--plain", "--topic", "mine", "--limit", "1", input="\n1\n")
    assert quiz("list", "--due").stdout == "mine/first  learning  once more\n"
    assert recalls(quiz) == (None, 0)
    quiz("suspend", "mine/first")
    assert quiz("list", "--due").stdout == ""
    assert recalls(quiz) == (None, 0)
    quiz("suspend", "--undo", "mine/first")
    quiz("review", "--plain", "--topic", "mine", "--limit", "1", input="\n3\n")
    assert quiz("list", "--due").stdout == ""
    assert recalls(quiz) == (1, 1)
    assert "mine/first        learning  due tomorrow" in quiz("list", "--topic", "mine").stdout


def recalls(quiz: Quiz) -> tuple[float | None, float]:
    """The chance of the first card, and how many would be recalled in all."""
    rows = json.loads(quiz("list", "mine/first", "--json").stdout)
    return rows[0]["recall"], json.loads(quiz("stats", "--json").stdout)["would_recall"]


def test_new_cards_are_not_due(quiz: Quiz) -> None:
    told = quiz("list", "--due")
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "0 cards\n")


def test_a_query_lists_and_drills_what_it_finds(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    assert quiz("list", "topic:mine", "-Which").stdout == "mine/second-card  new\n"
    drilled = quiz("review", "--plain", "--search", "topic:mine level:1", input="\n3\n")
    assert "Card 1 of 1, mine, new" in drilled.stdout
    assert quiz("list", "topic:mine rated:1:3").stdout.startswith("mine/first ")
    least = quiz("review", "--plain", "--search", "topic:mine", "--limit", "1", input="\n")
    assert "Asked now: 1 of the 2 cards found, as many as were wanted at most." in least.stdout
    quiz("suspend", "mine/first")
    some = quiz("review", "--plain", "--search", "topic:mine", input="\n")
    assert "Asked now: 1 of the 2 cards found. The others are set aside," in some.stdout
    nothing = quiz("review", "--plain", "--search", "topic:mine level:1")
    assert nothing.stdout == "1 card found, but it cannot be asked now: set aside.\n"
    assert (
        quiz("review", "--plain", "--search", "level:3 topic:mine").stdout == "No card is found.\n"
    )


def test_a_query_that_says_nothing_is_told_wherever_one_is_given(quiz: Quiz) -> None:
    for command in (["list", "a", "(b"], ["review", "--plain", "--search", "a (b"]):
        wrong = quiz(*command)
        assert (wrong.returncode, wrong.stdout) == (2, "")
        assert wrong.stderr == "quiz: this parenthesis is not closed\n  a (b\n    ^\n"
    assert quiz("list", "--jsno").stderr.endswith("Error: No such option '--jsno'.\n")


def test_how_a_card_stands_is_told_in_chinese_but_not_to_scripts(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    quiz("flag", "mine/first")
    quiz("suspend", "mine/first")
    listed = ("--lang", "zh", "list", "card:mine/first")
    assert quiz(*listed).stdout == f"mine/first  新卡{'':20}已暂停，已标记\n"
    [row] = json.loads(quiz(*listed, "--json").stdout)
    assert (row["state"], row["standing"]) == ("new", ["suspended", "flagged"])


def test_a_card_that_waits_for_others_is_told_with_their_names(quiz: Quiz) -> None:
    quiz.deck(
        "  - {id: first, prompt: p, back: b}\n"
        "  - {id: second, prompt: p, back: b, after: [first]}\n"
    )
    told = quiz("review", "--plain", "--search", "topic:mine -card:first").stdout
    assert told.startswith(
        "1 card found, but it cannot be asked now: to be learnt after mine/first.\n"
    )
    assert quiz("review", "--plain", "--search", "card:mine/second").stdout.count("Card 1 of 1,")
