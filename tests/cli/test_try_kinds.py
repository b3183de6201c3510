"""`quiz try` on cards that are not predicted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Conversation, Quiz, conversation_with, said_in_chinese

CARDS = """\
  - id: views
    prompt: Which share memory with `x`?
    vary: {n: [4, 6]}
    code: x = torch.arange(float(n))
    choose: many
    choices:
      - {text: "`x.view(2, -1)`", holds: "shares(x, x.view(2, -1))"}
      - {text: "`x.clone()`", holds: "shares(x, x.clone())", say: A clone is a copy.}
      - {text: Four elements, holds: n == 4}
    explain: Views share.
  - id: one
    prompt: p
    vary: {n: [4, 6]}
    choices: [{text: "Yes", holds: n == 4}, {text: "No", holds: n != 4}]
  - id: drawn
    prompt: p
    vary: {x: [torch.ones(1), torch.ones(2)]}
    choices: [{text: One, holds: len(x) == 1}, {text: Two, holds: len(x) == 2}]
  - id: undecided
    prompt: p
    choices: [{text: "Yes", holds: true}, {text: "No", holds: no_such_name}]
  - id: gap
    prompt: p
    code: |
      x = torch.arange(6).view(2, 3)
      y = ____
    tests: |
      assert y.shape == (3, 2), f"y has shape {tuple(y.shape)}"
      assert y[0, 1] == 3
    solution: x.t()
    wrong: [x]
    explain: Rows become columns.
  - id: mend
    prompt: p
    timeout: 0.5
    vary: {n: [2, 3]}
    code: total = 0
    starter: |
      for i in range(n):
          total = i
    tests: assert total == sum(range(n)), f"total is {total}"
    solution: total = sum(range(n))
  - id: order
    prompt: p
    code: x = 0
    order: |
      x += 1
      if x:
          x *= 3
      x -= 2
    tests: assert x == 1, f"x is {x}"
  - id: shape
    prompt: p
    code: x = torch.ones(2)
    ask: {shape: x}
  - id: by-heart
    prompt: p
    back: b
"""


@pytest.fixture(scope="module")
def conversation(
    tmp_path_factory: pytest.TempPathFactory, warm: Callable[[Path], None]
) -> Iterator[Conversation]:
    quiz = Quiz(tmp_path_factory.mktemp("try") / "home")
    warm(quiz.home)
    with conversation_with(quiz, quiz.deck(CARDS)) as conversation:
        yield conversation
    assert not (quiz.home / "quiz.db").exists()


def test_without_an_answer_it_is_told_which_options_hold(conversation: Conversation) -> None:
    told = conversation.try_card("views", draw={"n": 6})
    assert told["outcome"]["asks"] == []
    assert told["outcome"]["options"] == [
        {"number": 1, "text": "`x.view(2, -1)`", "holds": True},
        {"number": 2, "text": "`x.clone()`", "holds": False},
        {"number": 3, "text": "Four elements", "holds": False},
    ]
    [step] = told["outcome"]["trace"]["steps"]
    assert [tensor["name"] for tensor in step["tensors"]] == ["x"]
    assert told["verdict"] is told["fault"] is None


def test_options_are_graded_one_by_one(conversation: Conversation) -> None:
    verdict = conversation.try_card("views", choose=[2, 1], draw={"n": 6})["verdict"]
    assert verdict == {
        "right": False,
        "asks": [],
        "options": [
            *option(1, "`x.view(2, -1)`", picked=True, holds=True),
            *option(2, "`x.clone()`", picked=True, holds=False),
            *option(3, "Four elements", picked=False, holds=False),
        ],
        "tests": None,
    }
    assert conversation.try_card("views", choose=[3, 1])["verdict"]["right"] is True
    assert conversation.try_card("one", choose=[2], draw={"n": 6})["verdict"]["right"] is True
    assert conversation.try_card("views", choose=[])["verdict"]["right"] is False


def option(number: int, text: str, *, picked: bool, holds: bool) -> list[dict[str, Any]]:
    right = picked == holds
    return [{"number": number, "text": text, "picked": picked, "holds": holds, "right": right}]


def test_an_option_that_cannot_be_decided_is_graded_for_nobody(conversation: Conversation) -> None:
    first, second = conversation.try_card("undecided")["outcome"]["options"]
    assert first["holds"] is True
    assert second.keys() == {"number", "text", "raised"}
    assert second["raised"]["type"] == "NameError"
    told = conversation.try_card("undecided", choose=[1])
    assert told["verdict"] is None
    assert "NameError: name 'no_such_name' is not defined" in told["fault"]["message"]


def test_code_is_held_against_the_tests(conversation: Conversation) -> None:
    told = conversation.try_card("gap", code="x.t()")
    assert told["verdict"] == {
        "right": True,
        "asks": [],
        "options": [],
        "tests": {"passed": True, "why": "", "line": None},
    }
    assert told["outcome"]["raised"] is None
    told = conversation.try_card("gap", code="x")
    assert told["verdict"]["right"] is False
    assert told["verdict"]["tests"]["why"] == "y has shape (2, 3)"
    raised = told["outcome"]["raised"]
    assert (raised["type"], raised["path"]) == ("AssertionError", str(conversation.deck))


def test_a_line_of_the_code_handed_in_is_named(conversation: Conversation) -> None:
    told = conversation.try_card("mend", code="print(n)\ntotal = m", draw={"n": 3})
    assert told["verdict"]["tests"] == {
        "passed": False,
        "why": "NameError: name 'm' is not defined (line 2 of your code).",
        "line": 2,
    }
    assert told["outcome"]["stdout"] == "3\n"


def test_code_that_is_not_python_is_neither_right_nor_wrong(conversation: Conversation) -> None:
    told = conversation.try_card("gap", code="x.t(")
    assert told["outcome"] is told["fault"] is None
    assert told["verdict"]["right"] is told["verdict"]["tests"]["passed"] is None
    assert told["verdict"]["tests"]["why"].startswith("Not Python yet: line 2")


@pytest.mark.long
def test_code_that_does_not_end_is_a_fault(conversation: Conversation) -> None:
    told = conversation.try_card("mend", code="while True: pass")
    assert told["outcome"] is told["verdict"] is None
    assert told["fault"]["kind"] == "timeout"


def test_lines_are_put_in_order_by_the_decks_numbers(conversation: Conversation) -> None:
    assert conversation.try_card("order", choose=[1, 2, 3])["verdict"]["right"] is True
    verdict = conversation.try_card("order", choose=[3, 1, 2])["verdict"]
    assert verdict["right"] is False
    assert verdict["tests"] == {"passed": False, "why": "x is -3", "line": None}


@pytest.mark.parametrize("id", ["gap", "mend", "order"])
def test_what_needs_an_answer_is_not_run_without_one(id: str, conversation: Conversation) -> None:
    told = conversation.try_card(id)
    assert told["card"] == f"mine/{id}"
    assert told["outcome"] is told["verdict"] is told["fault"] is None


@pytest.mark.parametrize(
    ("id", "request_", "error"),
    [
        ("shape", {"choose": [1]}, "mine/shape is answered by predictions, not by numbers"),
        ("shape", {"code": "x"}, "mine/shape is answered by predictions, not by code"),
        ("views", {"code": "x"}, "mine/views is answered by numbers, not by code"),
        ("views", {"answers": {"bool": "y"}}, "mine/views is answered by numbers, not by pre"),
        ("order", {"code": "x += 1"}, "mine/order is answered by numbers, not by code"),
        ("gap", {"choose": [1]}, "mine/gap is answered by code, not by numbers"),
        ("gap", {"code": "x", "answers": {"shape": "()"}}, "by code, not by predictions"),
        ("views", {"choose": [4]}, "'4' is no answer to mine/views. Name options by their num"),
        ("views", {"choose": [-1]}, "'-1' is no answer to mine/views."),
        ("one", {"choose": [1, 2]}, "'1,2' is no answer to mine/one. Pick one option."),
        ("one", {"choose": []}, "'none' is no answer to mine/one."),
        ("order", {"choose": [1, 2]}, "Give every line's number once, like 1 2 3."),
        ("order", {"choose": [1, 2, 3], "draw": {"n": 1}}, "'n' does not vary in mine/order"),
        ("by-heart", {"choose": [1]}, "mine/by-heart is a recall card: it has no code to run"),
    ],
)
def test_what_a_card_does_not_take_is_said(
    id: str, request_: dict[str, Any], error: str, conversation: Conversation
) -> None:
    assert error in conversation.try_card(id, **request_)["error"]


def test_people_read_which_options_hold(quiz: Quiz) -> None:
    told = quiz("try", f"{quiz.deck(CARDS)}::views")
    assert told.returncode == 0
    assert told.stdout.startswith(
        "n = 4\nx = torch.arange(float(n))\n\nWhich share memory with `x`?\n\n"
        "1. `x.view(2, -1)`: holds\n2. `x.clone()`: does not hold\n3. Four elements: holds\n\n"
        "trace\n2  x = torch.arange(float(n))\n"
    )
    assert told.stdout.endswith("\n\nViews share.\n")


def test_people_read_the_trace_of_what_was_drawn(quiz: Quiz) -> None:
    told = quiz("try", f"{quiz.deck(CARDS)}::drawn", "--draw", "x=torch.ones(2)")
    assert told.stdout.startswith(
        "x = torch.ones(2)\n\np\n\n1. One: does not hold\n2. Two: holds\n\n"
        "trace\n1  x = torch.ones(2)\n     x  float32 (2,)"
    )


def test_people_read_how_a_choice_was(quiz: Quiz) -> None:
    told = quiz("try", f"{quiz.deck(CARDS)}::views", "--choose", "1,2")
    assert told.returncode == 1
    assert told.stdout == (
        "n = 4\nx = torch.arange(float(n))\n\nWhich share memory with `x`?\n\n"
        "✓ right: 1. `x.view(2, -1)`\n  It holds, and you picked it.\n\n"
        "✗ wrong: 2. `x.clone()`\n  It does not hold, but you picked it. A clone is a copy.\n\n"
        "✗ wrong: 3. Four elements\n  It holds, but you did not pick it.\n\n"
        "Views share.\n"
    )


def test_people_read_that_an_option_cannot_be_decided(quiz: Quiz) -> None:
    told = quiz("try", f"{quiz.deck(CARDS)}::undecided")
    assert told.stdout.startswith(
        "p\n\n1. Yes: holds\n2. No: raises NameError: name 'no_such_name'"
    )


def test_people_hand_in_code_as_a_file_or_on_stdin(quiz: Quiz, tmp_path: Path) -> None:
    card = f"{quiz.deck(CARDS)}::gap"
    code = tmp_path / "mine.py"
    code.write_text("x.t()\n")
    told = quiz("try", card, "--code", str(code))
    assert told.returncode == 0
    assert "\n\n✓ right: it passes the tests\n\nRows become columns.\n" in told.stdout
    told = quiz("try", card, "--code", "-", input="x\n")
    assert told.returncode == 1
    assert "\n\n✗ wrong: y has shape (2, 3)\n" in told.stdout
    told = quiz("try", card, "--code", "-", input="x.t(\n")
    assert told.returncode == 1
    assert "\n\n? asked again: Not Python yet: line 2" in told.stdout


def test_people_read_in_their_language_why_their_code_failed(quiz: Quiz) -> None:
    deck = quiz.deck(CARDS)
    said_in_chinese(quiz, deck, {"y has shape {tuple(y.shape)}": "y 的形状是 {tuple(y.shape)}"})
    tried = ("--lang", "zh", "try", f"{deck}::gap", "--code", "-")
    assert "\n\n✗ 错：y 的形状是 (2, 3)\n" in quiz(*tried, input="x\n").stdout
    told = json.loads(quiz(*tried, "--json", input="x\n").stdout)
    assert told["verdict"]["tests"]["why"] == "y has shape (2, 3)"


def test_people_put_lines_in_order(quiz: Quiz) -> None:
    card = f"{quiz.deck(CARDS)}::order"
    assert quiz("try", card, "--choose", "1,2,3").returncode == 0
    told = quiz("try", card, "--choose", "3,1,2", "--json")
    assert told.returncode == 1
    assert json.loads(told.stdout)["verdict"]["tests"]["why"] == "x is -3"


@pytest.mark.parametrize(
    ("id", "shown"),
    [
        (
            "order",
            "x = 0\n\np\n\n1. x += 1\n2. if x:\n       x *= 3\n3. x -= 2\n\n"
            "Nothing was run: this card needs --choose with every line's number, in order.\n",
        ),
        (
            "mend",
            "n = 2\ntotal = 0\n\np\n\nThe code to be mended:\nfor i in range(n):\n    total = i\n\n"
            "Nothing was run: this card needs --code FILE.\n",
        ),
    ],
)
def test_people_read_what_a_card_needs(id: str, shown: str, quiz: Quiz) -> None:
    told = quiz("try", f"{quiz.deck(CARDS)}::{id}")
    assert (told.returncode, told.stdout) == (0, shown)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["gap", "--code", "no-such-file.py"], "there is nothing at no-such-file.py"),
        (["gap", "--code", "."], "File '.' is a directory"),
        (["gap", "--choose", "1"], "mine/gap is answered by code, not by numbers"),
        (["views", "--choose", ""], "'' is no answer to mine/views. Name options by their"),
        (["shape", "--choose", "1"], "mine/shape is answered by predictions, not by numbers"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(arguments: list[str], sentence: str, quiz: Quiz) -> None:
    id, *options = arguments
    told = quiz("try", f"{quiz.deck(CARDS)}::{id}", *options)
    assert (told.returncode, told.stdout) == (2, "")
    assert sentence in told.stderr
    assert "Traceback" not in told.stderr


def test_a_file_that_is_no_text_is_told_in_a_sentence(quiz: Quiz, tmp_path: Path) -> None:
    code = tmp_path / "mine.pyc"
    code.write_bytes(b"\xff\xfe")
    told = quiz("try", f"{quiz.deck(CARDS)}::gap", "--code", str(code))
    assert (told.returncode, told.stderr) == (
        2,
        f"quiz: {code} is not UTF-8 text; save it as UTF-8\n",
    )


def test_answers_of_any_form_stand_in_the_requests_with_stdin(quiz: Quiz) -> None:
    for option in (["--choose", "1"], ["--code", "-"]):
        told = quiz("try", "--stdin", *option)
        assert told.returncode == 2
        assert "answers and draws stand in the requests" in told.stderr
