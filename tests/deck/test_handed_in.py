"""Options picked, lines put in order, code: how they are read, and how they are graded."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quizapp.deck.answered import YOUR_CODE
from quizapp.deck.at_hand import IMPORTS_PATH
from quizapp.deck.exercise import exercise
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.kinds.order import OrderCard
from quizapp.deck.kinds.write import WriteCard
from quizapp.deck.model import Card
from quizapp.deck.verdict import AttemptVerdict
from quizapp.values.prediction import NotUnderstood
from runner.protocol.wire import Fact, Outcome, Raised
from tests.deck.kinds import kinds

VIEWS, ONE, TRANSPOSE, BLOCK, MEND, ORDER = kinds().cards


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1,3", (1, 3)),
        ("3 1", (1, 3)),
        ("[1, 3]", (1, 3)),
        ("２", (2,)),
        ("1 1", (1,)),
        ("none", ()),
    ],
)
def test_options_are_named_by_their_numbers(text: str, meant: tuple[int, ...]) -> None:
    assert isinstance(VIEWS, ChoiceCard)
    assert VIEWS.read(text) == meant


@pytest.mark.parametrize("text", ["", "5", "0", "a", "1,,x", "-1", "1.5", "9" * 9])
def test_what_names_no_option_is_asked_again(text: str) -> None:
    assert isinstance(VIEWS, ChoiceCard)
    reading = VIEWS.read(text)
    assert reading == NotUnderstood(hint="Name options by their numbers, like 1,4, or none.")


def test_one_option_is_picked_where_one_holds() -> None:
    assert isinstance(ONE, ChoiceCard)
    assert ONE.read("2") == (2,)
    assert ONE.read("1 2") == NotUnderstood(hint="Pick one option.")
    hint = "Name options by their numbers, from 1 to 2."
    assert ONE.read("none") == NotUnderstood(hint=hint)


def test_an_order_names_every_line_once() -> None:
    assert isinstance(ORDER, OrderCard)
    assert ORDER.read_numbers("3, 1, 2") == (3, 1, 2)
    for text in ("1 2", "1 2 2", "1 2 3 3", "1 2 3 4", "", "x"):
        hint = "Give every line's number once, like 1 2 3."
        assert ORDER.read_numbers(text) == NotUnderstood(hint=hint)
    assert exercise(kinds(), ORDER, {}).code_of("3 1 2").startswith("x -= 2\nx += 1\n")


def test_code_that_does_not_compile_in_its_place_is_asked_for_again() -> None:
    assert isinstance(TRANSPOSE, WriteCard)
    assert isinstance(BLOCK, WriteCard)
    assert isinstance(MEND, WriteCard)
    assert TRANSPOSE.read("x.t()") == "x.t()"
    assert TRANSPOSE.read("x.t(") == NotUnderstood(
        hint="Not Python yet: line 2, '(' was never closed."
    )
    assert TRANSPOSE.read("(\n x.t()\n )(") == NotUnderstood(
        hint="Not Python yet: line 3 of yours, '(' was never closed."
    )
    assert isinstance(TRANSPOSE.read("for i in x: pass"), NotUnderstood)
    assert BLOCK.read("for i in x: pass") == "for i in x: pass"
    assert isinstance(MEND.read("for i in x"), NotUnderstood)
    assert MEND.read(" \n") == NotUnderstood(hint="There is no code yet.")
    assert isinstance(MEND.read("x\n" * 20_000), NotUnderstood)


def truths(*holds: bool) -> Outcome:
    return Outcome(tuple(Fact("bool", held) for held in holds), "", "", None, 0.0)


def ended(raised: Raised | None = None) -> Outcome:
    return Outcome((), "", "", raised, 0.0)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("x.t（)", "（ is to be written as ("),
        ("x.t()，", "， is to be written as ,"),
        ("“x”", '“ is to be written as "'),
        ("x.t()\u3000", "a space is not a plain one"),
        ("x。t()", "。 is to be written as ."),
        ("x→t()", "invalid character '→' (U+2192)"),
        ("x.t()\u200b", "invalid non-printable character U+200B"),
    ],
)
def test_a_mark_of_a_chinese_keyboard_is_told_with_what_stands_for_it_in_code(
    code: str, told: str
) -> None:
    assert isinstance(TRANSPOSE, WriteCard)
    assert TRANSPOSE.read(code) == NotUnderstood(hint=f"Not Python yet: line 2, {told}.")


def test_each_option_is_graded() -> None:
    verdict = VIEWS.grade(["1,2"], truths(True, False, True, False))
    assert [(option.picked, option.holds) for option in verdict.options] == [
        (True, True),
        (True, False),
        (False, True),
        (False, False),
    ]
    assert verdict.parts == (True, False, False, True)
    assert (verdict.right, verdict.partly) == (False, True)
    assert VIEWS.grade(["1 3"], truths(True, False, True, False)).right
    assert not VIEWS.grade(["2"], truths(True, False, True, False)).partly
    assert VIEWS.grade(["none"], truths(False, False, False, False)).right


def failed(card: Card, raised: Raised | None) -> AttemptVerdict:
    verdict = card.grade(["x"], ended(raised))
    assert verdict.tests is not None
    assert verdict.right == verdict.tests.passed
    return verdict.tests


def test_code_that_raises_nothing_has_passed() -> None:
    assert failed(TRANSPOSE, None) == AttemptVerdict(answer="x", passed=True)


def test_the_failing_assertions_message_is_the_reason() -> None:
    raised = Raised("AssertionError", (), "y has shape (2, 3)", "kinds.yaml", 27)
    assert failed(TRANSPOSE, raised).why.en == "y has shape (2, 3)"


def test_an_assertion_without_a_message_is_told_by_its_line() -> None:
    assert isinstance(TRANSPOSE, WriteCard)
    raised = Raised("AssertionError", (), "", "kinds.yaml", TRANSPOSE.tests.line + 2)
    assert failed(TRANSPOSE, raised).why.en == "This does not hold: assert y[0, 1] == 3"


def test_an_exception_in_the_learners_code_names_their_line() -> None:
    raised = Raised("RuntimeError", ("Exception",), "shapes do not fit", YOUR_CODE, 2)
    verdict = failed(TRANSPOSE, raised)
    assert verdict.line == 2
    assert verdict.why.en == "RuntimeError: shapes do not fit (line 2 of your code)."


def test_an_exception_in_the_tests_is_told_as_it_is() -> None:
    raised = Raised("AttributeError", ("Exception",), "'int' has no 'shape'", "kinds.yaml", 27)
    verdict = failed(TRANSPOSE, raised)
    assert (verdict.line, verdict.why.en) == (None, "AttributeError: 'int' has no 'shape'.")


def test_what_snippets_say_cannot_move_the_cursor() -> None:
    raised = Raised("AssertionError", (), "\x1b[2J\x9b1m", "kinds.yaml", 27)
    assert not {"\x1b", "\x9b"} & set(failed(TRANSPOSE, raised).why.en)


def test_what_is_handed_in_and_the_tests_name_modules_without_importing_them() -> None:
    assert isinstance(MEND, WriteCard)
    tests = replace(MEND.tests, text="assert math.isclose(w.grad.item(), 2)")
    for card, code in (
        (MEND, "w.grad = torch.tensor(np.pi)"),
        (replace(MEND, tests=tests), "y = 1"),
    ):
        sources = exercise(kinds(), card, {}).attempt(code).sources
        [imported] = [source.text for source in sources if source.path == IMPORTS_PATH]
        assert imported == ("import numpy as np\n" if card is MEND else "import math as math\n")
