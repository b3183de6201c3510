"""`quiz review --plain` talked with: options and lines are shown shuffled."""

from __future__ import annotations

import os
import re
import select
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Review
from quizapp.memory.schedule import Scheduling
from tests.cli.conftest import PATIENCE, Quiz, said_in_chinese

VIEWS = """\
  - id: views
    prompt: Which share memory with `x`?
    code: x = torch.arange(6.)
    choose: many
    hint: Two of them.
    choices:
      - {text: "x.view(2, 3)", holds: "shares(x, x.view(2, 3))"}
      - {text: "x.clone()", holds: "shares(x, x.clone())", say: A clone is a copy.}
      - {text: "x[::2]", holds: "shares(x, x[::2])", say: A step of two is a stride.}
      - {text: "x + 0", holds: "shares(x, x + 0)"}
    explain: A view has strides of its own.
"""
ONE = """\
  - id: one
    prompt: Is it?
    choices: [{text: "Yes", holds: true}, {text: "No", holds: false}]
"""
GAP = """\
  - id: gap
    prompt: Turn `x` round.
    hint: One letter.
    code: |
      x = torch.arange(6).view(2, 3)
      y = ____
    tests: |
      assert y.shape == (3, 2), f"y has shape {tuple(y.shape)}"
      assert y[0, 1] == 3, "y is not turned round"
    solution: x.t()
    wrong: [x]
    explain: Rows become columns.
"""
RAISES = """\
  - id: raises
    prompt: Does it raise?
    code: |
      def f():
          torch.nope
      f()
    ask: {fails: true}
"""
MEND = """\
  - id: mend
    prompt: Mend the loop.
    timeout: 0.5
    code: n = 0
    starter: |
      while n < 3:
          n -= 1
          if n < -9:
              break
    tests: assert n == 3, f"n is {n}"
    solution: |
      while n < 3:
          n += 1
"""
ORDER = """\
  - id: order
    prompt: Put it in order.
    code: x = 0
    order: |
      x += 1
      if x:
          x *= 3
      x -= 2
    tests: assert x == 1, f"x is {x}"
"""
ASKS_AGAIN = "t takes another try, Enter goes on to the solution: "
AFTER_FAULT = "Enter takes another try, s runs the same again, l leaves the card out: "


class Sitting:
    """A review that goes on: what it says is waited for, then it is answered."""

    def __init__(self, stdin: int, stdout: int) -> None:
        self._stdin = stdin
        self._stdout = stdout
        self._heard = ""

    def until(self, words: str) -> str:
        """What is said up to these words."""
        while words not in self._heard:
            assert select.select([self._stdout], [], [], PATIENCE)[0], self._heard
            heard = os.read(self._stdout, 1 << 16)
            assert heard, f"it ended without {words!r}: {self._heard}"
            self._heard += heard.decode()
        told, _, self._heard = self._heard.partition(words)
        return told

    def type(self, *lines: str) -> None:
        os.write(self._stdin, "".join(f"{line}\n" for line in lines).encode())

    def numbers(self) -> dict[str, int]:
        """The number under which each option or line is shown."""
        shown = re.findall(r"^(\d)\. (.+)$", self.until("\n> "), re.MULTILINE)
        return {text: int(number) for number, text in shown}


@contextmanager
def sitting(quiz: Quiz, cards: str) -> Iterator[Sitting]:
    """A drill of these cards, which has to end by itself and without complaint."""
    quiz.deck(cards)
    with quiz.talk("review", "--plain", "--topic", "mine", "--limit", "1") as (lines, said):
        yield Sitting(lines.fileno(), said.fileno())


def logged(quiz: Quiz) -> list[Review]:
    with ReviewLog.open(quiz.home / "quiz.db", Scheduling()) as log:
        return log.reviews()


def test_what_is_changed_of_a_card_given_up_is_its_solution(quiz: Quiz) -> None:
    with sitting(quiz, GAP) as sit:
        sit.until("what stands in the gap (Python; a lone . ends it)\n> ")
        sit.type("?", ".", "poke", "y.shape", "", ":quit")
        assert "y = x.t()\n" in sit.until("y.shape = (3, 2)")
        sit.until("1 not known")


def test_options_are_picked_by_the_numbers_shown_and_logged_by_the_decks(quiz: Quiz) -> None:
    with sitting(quiz, VIEWS) as sit:
        at = sit.numbers()
        assert at.keys() == {"x.view(2, 3)", "x.clone()", "x[::2]", "x + 0"}
        sit.type(f"{at['x[::2]']} {at['x.view(2, 3)']}")
        told = sit.until("Enter: good")
        assert told.startswith("\nRight.\n\n")
        assert f"{at['x[::2]']}. x[::2]\nYou are right. It holds, and you picked it.\n" in told
        assert "x + 0\nYou are right. It does not hold, and you did not pick it.\n" in told
        assert "A step of two" not in told
        assert "A view has strides of its own." in told
    assert [review.answers for review in logged(quiz)] == [("1,3",)]


def test_what_the_deck_says_of_an_option_is_told_to_who_got_it_wrong(quiz: Quiz) -> None:
    with sitting(quiz, VIEWS) as sit:
        at = sit.numbers()
        sit.type(f"{at['x.clone()']},{at['x.view(2, 3)']}")
        told = sit.until("Enter: again")
        assert told.startswith("\nPartly right.\n\n")
        assert (
            "x.clone()\nYou are wrong. It does not hold, but you picked it. A clone is a copy.\n"
            in told
        )
        assert "It holds, but you did not pick it. A step of two is a stride.\n" in told
    [review] = logged(quiz)
    assert (review.answers, review.parts) == (("1,2",), (True, False, False, True))


def test_none_is_an_answer_where_any_number_may_hold(quiz: Quiz) -> None:
    with sitting(quiz, VIEWS) as sit:
        sit.type("", "5", "none")
        told = sit.until("Enter: again")
        assert told.count("Name options by their numbers, like 1,4, or none.") == 2
        assert "\nWrong.\n\n" in told
    assert [review.answers for review in logged(quiz)] == [("none",)]


def test_just_one_option_is_picked_where_one_holds(quiz: Quiz) -> None:
    with sitting(quiz, ONE) as sit:
        at = sit.numbers()
        sit.type("1 2", "none", str(at["Yes"]))
        told = sit.until("Enter: good")
        assert "Not understood. Pick one option." in told
        assert "Not understood. Name options by their numbers, from 1 to 2." in told
    assert [review.answers for review in logged(quiz)] == [("1",)]


def test_commands_work_at_a_choice(quiz: Quiz) -> None:
    with sitting(quiz, VIEWS) as sit:
        sit.type(":hint", ":guess", ":skip", ":help", ":quit")
        told = sit.until("Nothing was answered.")
        assert "Hint: Two of them." in told
        assert "This answer is marked as a guess." in told
        assert "Skipped: it comes at the end." in told
    assert logged(quiz) == []


def test_code_is_asked_for_until_it_is_python(quiz: Quiz) -> None:
    with sitting(quiz, GAP) as sit:
        told = sit.until("what stands in the gap (Python; a lone . ends it)\n> ")
        assert "x = torch.arange(6).view(2, 3)\ny = ____\n\nTurn `x` round.\n" in told
        sit.type("x.t(", ".", ".", "x.permute(", "    1, 0)", ".")
        told = sit.until("Enter: good")
        assert "Not understood. Not Python yet: line 2, '(' was never closed.\n" in told
        assert "There is no code yet.\n" in told
        assert "\nRight.\n\nA solution:\nx.t()\n\nRows become columns.\n" in told
    assert [review.answers for review in logged(quiz)] == [("x.permute(\n    1, 0)",)]


def test_a_solution_that_was_just_given_is_not_repeated(quiz: Quiz) -> None:
    with sitting(quiz, GAP) as sit:
        sit.type("x.t()", ".")
        assert "A solution" not in sit.until("Enter: good")


def test_after_a_failed_try_one_tries_on_and_the_first_counts(quiz: Quiz) -> None:
    with sitting(quiz, GAP) as sit:
        sit.type("x.view(3, 2)", ".")
        assert sit.until(ASKS_AGAIN).endswith("\nWrong.\n\ny is not turned round\n")
        sit.type("t")
        sit.until("a lone . ends it)\n> ")
        sit.type("x.viw()", ".")
        told = sit.until(ASKS_AGAIN)
        assert "Not yet.\n\nAttributeError: 'Tensor' object has no attribute 'viw'" in told
        assert told.endswith('\n\n  File "your code", line 2, in <module>\n    y = x.viw()\n')
        assert told.count("no attribute 'viw'") == 1
        assert "A solution" not in told
        sit.type("?", ":trace", "t", "print(5) or x.T", ".")
        told = sit.until("Enter: again")
        assert "Type t or nothing; commands such as :trace or :quit work here, too.\n" in told
        assert "line 2: y = x.viw()\n  raised AttributeError\n" in told
        assert "It passes now. The first try is what counts.\n\nprinted:\n5\n" in told
        assert "A solution:\nx.t()\n\nRows become columns.\n" in told
    [review] = logged(quiz)
    assert (review.right, review.answers) == (False, ("x.view(3, 2)",))


def test_of_a_traceback_the_cards_own_lines_are_told_and_no_rows_of_marks(quiz: Quiz) -> None:
    with sitting(quiz, RAISES) as sit:
        sit.type("no")
        told = sit.until("Enter: again")
        lines = told[told.index("Traceback") :].splitlines()
        assert [line.strip() for line in lines if line.startswith("    ")] == ["f()", "torch.nope"]
        assert lines[5] == "AttributeError: module 'torch' has no attribute 'nope'"


def test_of_each_try_it_is_told_in_the_learners_language_why_it_failed(quiz: Quiz) -> None:
    words = {"y has shape {": "y 的形状是 {", "y is not turned round": "y 没有转置"}
    said_in_chinese(quiz, quiz.deck(GAP), words)
    quiz("--lang", "zh", "list")  # which tells once that reading the decks takes a while
    with quiz.talk("--lang", "zh", "review", "--plain", "--topic", "mine") as (lines, said):
        sit = Sitting(lines.fileno(), said.fileno())
        sit.type("x", ".")
        sit.until("\n\ny 的形状是 (2, 3)\n")
        sit.type("t", "x.view(3, 2)", ".")
        sit.until("\n\ny 没有转置\n")
        sit.type("", ":quit")
        sit.until("gap")


def test_who_gives_up_is_shown_the_solution(quiz: Quiz) -> None:
    with sitting(quiz, GAP) as sit:
        sit.type("x", ".")
        assert "y has shape (2, 3)\n" in sit.until(ASKS_AGAIN)
        sit.type("")
        assert sit.until("Enter: again") == "\nA solution:\nx.t()\n\nRows become columns.\n\n"


def test_commands_work_between_further_tries(quiz: Quiz) -> None:
    with sitting(quiz, GAP) as sit:
        sit.type("x", ".")
        sit.until(ASKS_AGAIN)
        sit.type(":hint", ":guess", ":skip", "t", ":undo")
        told = sit.until("The answer is taken back.\n")
        assert "Hint: One letter.\n" in told
        assert told.count("This card has been answered: the first try is what counts.\n") == 2
        sit.type("x.t()", ".")
        assert "\nRight.\n" in sit.until("Enter: good")
    assert [(review.right, review.hint) for review in logged(quiz)] == [(True, False)]


@pytest.mark.parametrize(
    ("card", "lines", "truth"),
    [
        (VIEWS, ["?"], "x.clone()\nIt does not hold. A clone is a copy."),
        (ONE, ["", ""], "Yes\nIt holds."),
        (GAP, [":idk"], "A solution:\nx.t()"),
        (ORDER, ["idk"], "A right order:\nx += 1"),
    ],
    ids=["many", "one", "gap", "order"],
)
def test_who_does_not_know_is_shown_the_truth(
    quiz: Quiz, card: str, lines: list[str], truth: str
) -> None:
    with sitting(quiz, card) as sit:
        sit.type(*lines)
        told = sit.until("Enter: again")
        assert "\nNot known.\n" in told and truth in told
    [review] = logged(quiz)
    assert (review.answers, review.right, review.unknown) == (("?",), None, True)


@pytest.mark.long
def test_the_starter_is_shown_and_a_time_out_offers_another_try(quiz: Quiz) -> None:
    with sitting(quiz, MEND) as sit:
        told = sit.until("the code, mended (Python; a lone . ends it)\n> ")
        assert "Mend the loop.\n\nThe code to be mended:\nwhile n < 3:\n    n -= 1\n" in told
        sit.type("while n < 3:", "    n += 0", ".")
        no_verdict = "No verdict on your code: The code ran longer than 0.5 seconds and was stopped"
        assert no_verdict in sit.until(AFTER_FAULT)
        sit.type("s")
        assert no_verdict in sit.until(AFTER_FAULT)
        sit.type("")
        sit.until("the code, mended (Python; a lone . ends it)\n> ")
        sit.type("n = 3", ".")
        assert "\nRight.\n\nA solution:\nwhile n < 3:\n    n += 1\n" in sit.until("Enter: good")
    assert [review.answers for review in logged(quiz)] == [("n = 3",)]


def test_a_card_may_be_left_out_after_a_time_out(quiz: Quiz) -> None:
    with sitting(quiz, MEND) as sit:
        sit.type("import threading", "threading.Event().wait()", ".")
        sit.until(AFTER_FAULT)
        sit.type("l")
        sit.until("Nothing was answered.")
    assert logged(quiz) == []


@pytest.mark.long
def test_a_further_try_that_times_out_is_told_and_one_may_go_on(quiz: Quiz) -> None:
    with sitting(quiz, MEND) as sit:
        sit.type("n = 2", ".")
        assert "\nWrong.\n\nn is 2\n" in sit.until(ASKS_AGAIN)
        sit.type("t", "while True: pass", ".")
        assert "No verdict on your code: The code ran longer" in sit.until(ASKS_AGAIN)
        sit.type("t", "n = 3", ".")
        assert "It passes now." in sit.until("Enter: again")


def test_lines_are_ordered_by_the_numbers_shown_and_logged_by_the_decks(quiz: Quiz) -> None:
    with sitting(quiz, ORDER) as sit:
        at = sit.numbers()
        plus, block, minus = at["x += 1"], at["if x:"], at["x -= 2"]
        assert (plus, block, minus) != (1, 2, 3)
        sit.type("1 2", f"{minus} {plus} {block}")
        told = sit.until(ASKS_AGAIN)
        assert "Not understood. Give every line's number once, like 1 2 3.\n" in told
        assert "\nWrong.\n\nx is -3\n" in told
        sit.type("t")
        sit.until("the lines in order (every line's number once, like 1 2 3)\n> ")
        sit.type(f"{plus} {block} {minus}")
        assert "It passes now." in sit.until("Enter: again")
    assert [review.answers for review in logged(quiz)] == [("3,1,2",)]


def test_a_right_order_is_told_to_who_gives_up(quiz: Quiz) -> None:
    with sitting(quiz, ORDER) as sit:
        at = sit.numbers()
        assert "    x *= 3" not in at
        sit.type(f"{at['if x:']} {at['x -= 2']} {at['x += 1']}")
        assert "\nWrong.\n\nx is -1\n" in sit.until(ASKS_AGAIN)
        sit.type("")
        told = sit.until("Enter: again")
        assert told == "\nA right order:\nx += 1\nif x:\n    x *= 3\nx -= 2\n\n"
