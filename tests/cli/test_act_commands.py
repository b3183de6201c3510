"""`quiz suspend` and its like."""

from __future__ import annotations

import json

from tests.cli.conftest import Quiz

CARDS = """\
  - {id: first, prompt: p, back: b}
  - {id: second, prompt: p, back: b}
"""


def test_a_suspended_card_is_listed_as_one_and_not_asked_until_undone(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = quiz("suspend", "mine/first", "mine/second")
    assert told.stdout == "mine/first is suspended\nmine/second is suspended\n"
    assert (
        "mine/first   new                     suspended\n" in quiz("list", "--topic", "mine").stdout
    )
    assert "Card 1" not in quiz("review", "--plain", "--topic", "mine").stdout
    assert quiz("suspend", "mine/first").stderr == "mine/first: `suspend` changes nothing now\n"
    undone = quiz("suspend", "--undo", "mine/first").stdout
    assert undone.startswith("mine/first: the `suspend` of 20")
    assert quiz("suspend", "--undo").stdout.startswith("mine/second: the `suspend` of 20")
    assert quiz("suspend", "--undo").stderr == "there is no `suspend` to undo\n"
    quiz("suspend", "mine/first", "mine/second")
    assert len(quiz("suspend", "--undo").stdout.splitlines()) == 2
    assert "Missing argument 'ID...'" in quiz("suspend").stderr
    assert "Card 1 of 2" in quiz("review", "--plain", "--topic", "mine").stdout


def test_nothing_is_done_where_a_card_is_unknown(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = quiz("flag", "mine/first", "mine/secnd")
    assert told.returncode == 2
    assert told.stderr == "quiz: unknown card 'mine/secnd' (did you mean 'mine/second'?)\n"
    assert json.loads(quiz("list", "--topic", "mine", "--json").stdout)[0]["standing"] == []


def test_a_renamed_card_is_acted_on_by_its_former_id_too(quiz: Quiz) -> None:
    quiz.deck("  - {id: uno, was: [one], prompt: p, back: b}\n")
    assert quiz("suspend", "mine/one").stdout == "mine/uno is suspended\n"
    assert quiz("suspend", "--undo", "mine/one").stdout.startswith("mine/uno: the `suspend` of ")


def test_a_card_of_a_deck_that_is_broken_is_told_of_by_what_is_wrong_there(quiz: Quiz) -> None:
    deck = quiz.deck(f"{CARDS}  - {{id: third, promt: p, back: b}}\n")
    told = quiz("flag", "mine/third")
    assert told.stderr.startswith(f"quiz: 'mine/third' is not sound: {deck}:")
    assert "unknown key 'promt'" in quiz("try", "mine/third").stderr
    deck.write_text(f"{deck.read_text()}]]\n")
    assert quiz("flag", "mine/first").stderr.startswith("quiz: 'mine/first' is not sound: ")
    assert "unknown card 'mine/fourth'" not in quiz("flag", "mine/fourth").stderr
    assert "unknown card 'yours/first'" in quiz("flag", "yours/first").stderr


def test_the_help_of_an_act_says_what_an_id_is(quiz: Quiz) -> None:
    assert "such as autograd/leaf" in quiz("flag", "--help").stdout


def test_what_is_said_where_a_card_belongs_is_told_of_its_place(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = quiz("note", "mine/first", "注意")
    assert told.returncode != 0
    assert told.stderr == "quiz: unknown card '注意'; what is said goes after --to\n"


def test_who_says_nothing_of_a_note_keeps_it(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    quiz("note", "mine/first", "--to", "keep me")
    told = quiz("note", "mine/first")
    assert (told.returncode, told.stderr) == (
        2,
        "quiz: say it by --to: Your note; empty for none\n",
    )
    [row] = json.loads(quiz("list", "is:noted", "--json").stdout)
    assert row["note"] == "keep me"
    assert quiz("note", "mine/first", "--to", "").stdout == "mine/first has no note of yours\n"


def test_a_day_that_is_not_understood_is_told(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = quiz("due", "mine/first", "--to", "soon")
    assert told.returncode == 2
    assert told.stderr.startswith("quiz: --to 'soon': say in how many days, such as 3")


def test_a_day_for_a_new_card_is_told_to_change_nothing_and_why(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = quiz("due", "mine/first", "--to", "3").stderr
    assert told == "mine/first: `due` changes nothing now: the card is new, and not scheduled yet\n"


def test_a_day_that_is_set_brings_back_what_was_set_aside(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    quiz("review", "--plain", "--topic", "mine", "--limit", "1", input="\n3\n")
    quiz("suspend", "mine/first", "mine/second")
    aside = quiz("list", "topic:mine", "-is:new").stdout
    assert "due" not in aside and "suspended" in aside
    quiz("due", aside.split()[0], "--to", "0")
    back = quiz("list", "topic:mine", "-is:new").stdout
    assert "due today" in back and "suspended" not in back


def test_cards_are_decided_about_line_by_line(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    said = ":flag\n:note\n\n:note ask Ann\n\n:due 3\n:suspend\n"
    told = quiz("review", "--plain", "--topic", "mine", input=said).stdout
    assert "This card has no note of yours." in told and "This card has your note." in told
    assert "Your note: ask Ann" in told and "You have flagged this card." in told
    assert ":due changes nothing for this card now: the card is new, and not scheduled" in told
    rows = json.loads(quiz("list", "--topic", "mine", "--json").stdout)
    assert sum(row["note"] == "ask Ann" for row in rows) == 1
    assert sum("suspended" in row["standing"] for row in rows) == 1
