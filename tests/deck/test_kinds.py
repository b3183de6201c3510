"""Cards that are not predicted: how they load, what is shown, what is run."""

from __future__ import annotations

import random

import pytest

from quizapp.deck.answered import YOUR_CODE
from quizapp.deck.exercise import draws, exercise, shuffled
from quizapp.deck.format.load import load_text
from quizapp.deck.gap import fill
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.kinds.order import OrderCard
from quizapp.deck.kinds.write import WriteCard
from quizapp.deck.model import Card
from quizapp.deck.parts import Code
from quizapp.values.prediction import NotUnderstood
from runner.protocol.wire import Look, Source
from tests.deck.kinds import KINDS, kinds


def card(name: str) -> Card:
    (found,) = [card for card in kinds().cards if card.id == f"kinds/{name}"]
    return found


def line_of(text: str) -> int:
    """The line of the deck where this stands first."""
    return KINDS[: KINDS.index(text)].count("\n") + 1


def test_each_key_makes_a_card_of_its_kind() -> None:
    found = [type(card) for card in kinds().cards]
    assert found == [ChoiceCard, ChoiceCard, WriteCard, WriteCard, WriteCard, OrderCard]


def test_the_fields_of_a_choice() -> None:
    views, one = card("views"), card("one-of-two")
    assert isinstance(views, ChoiceCard)
    assert isinstance(one, ChoiceCard)
    assert (views.many, one.many) == (True, False)
    assert (views.expect, one.expect) == (None, (1,))
    assert [option.holds for option in views.options][1:] == [
        "shares(x, x.clone())",
        "shares(x, x[1:])",
        "n == 4",
    ]
    assert [option.say is not None for option in views.options] == [False, True, False, False]
    assert one.code.text == ""


@pytest.mark.parametrize("typed", ["none", "-", "无", "“无”", "都没有"])
def test_that_no_option_holds_is_said_in_both_languages(typed: str) -> None:
    views, one = card("views"), card("one-of-two")
    assert isinstance(views, ChoiceCard)
    assert isinstance(one, ChoiceCard)
    assert views.read(typed) == ()
    assert isinstance(one.read(typed), NotUnderstood)


def test_code_knows_its_line_in_the_deck() -> None:
    transpose, mend, order = card("transpose"), card("mend"), card("in-order")
    assert isinstance(transpose, WriteCard)
    assert isinstance(mend, WriteCard)
    assert isinstance(order, OrderCard)
    assert transpose.tests.line == line_of("assert y.shape")
    assert transpose.solution == Code(text="x.t()", line=line_of("solution: x.t()"))
    assert [wrong.text for wrong in transpose.wrong] == ["x", "x.view(3, 2)"]
    assert mend.starter is not None
    assert mend.starter.line == line_of("for _ in range(n):")
    assert order.lines_at == line_of("x += 1\n")


def test_a_comma_in_brackets_does_not_part_what_is_wrong() -> None:
    text = KINDS.replace(
        'wrong: [x, "x.view(3, 2)"]', "wrong: [x, x.view(3, 2), x.reshape((3, 2))]"
    )
    loaded = load_text(text, "kinds.yaml")
    assert loaded.deck is not None
    found = loaded.deck.cards[2]
    assert isinstance(found, WriteCard)
    assert [wrong.text for wrong in found.wrong] == ["x", "x.view(3, 2)", "x.reshape((3, 2))"]


def test_deeper_lines_are_ordered_with_the_line_above_them() -> None:
    order = card("in-order")
    assert isinstance(order, OrderCard)
    assert order.lines == ("x += 1", "if x:\n    x *= 3", "x -= 2")


def test_the_hash_changes_with_what_is_asked_and_with_nothing_else() -> None:
    before = {card.id: card.content_hash for card in kinds().cards}

    def changed(old: str, new: str) -> list[str]:
        deck = load_text(KINDS.replace(old, new), "kinds.yaml").deck
        assert deck is not None
        return [
            card.id.partition("/")[2] for card in deck.cards if card.content_hash != before[card.id]
        ]

    assert changed("say: A clone is a copy.", "say: It is one.") == []
    assert changed("solution: x.t()", "solution: x.mT") == []
    assert changed('holds: "shares(x, x[1:])"', "holds: true") == ["views"]
    assert changed("assert y[0, 1] == 3", "assert y[0, 1] == 4") == ["transpose"]
    assert changed("          (w * 2)", "          (w * 3)") == ["mend"]
    assert changed("x -= 2", "x -= 4") == ["in-order"]


def test_a_choice_looks_at_each_option() -> None:
    deck = kinds()
    views = exercise(deck, card("views"), {"n": "4"})
    snippet = views.snippet()
    assert snippet.looks[0] == Look("bool", "shares(x, x.view(2, -1))")
    assert [source.text for source in snippet.sources] == [
        "import torch",
        "n = 4\n",
        "x = torch.arange(float(n))",
    ]
    assert views.has_truth
    one = exercise(deck, card("one-of-two"), {})
    assert (one.shown_code, [source.text for source in one.snippet().sources]) == (
        "",
        ["import torch"],
    )


def test_a_gap_is_filled_where_it_stands() -> None:
    assert fill("y = f(____)\nz = y", "a, b") == "y = f(a, b)\nz = y"
    assert fill("y = ______", "1") == "y = 1"
    assert fill("y = ____", r"x.split('\n')") == r"y = x.split('\n')"


def test_a_gap_alone_on_its_line_indents_what_goes_there() -> None:
    code = "if x:\n    ____\nelse:\n    pass\n"
    filled = fill(code, "    for y in x:\n        z\n\n    w\n")
    assert filled == "if x:\n    for y in x:\n        z\n\n    w\nelse:\n    pass\n"


def test_an_attempt_is_the_filled_code_and_then_the_tests() -> None:
    deck = kinds()
    transpose = exercise(deck, card("transpose"), {})
    sources = transpose.attempt("x.t()").sources
    assert sources[1] == Source("x = torch.arange(6).view(2, 3)\ny = x.t()\n", YOUR_CODE)
    assert (sources[2].path, sources[2].line) == ("kinds.yaml", line_of("assert y.shape"))
    assert not transpose.has_truth
    with pytest.raises(TypeError, match="kinds/transpose has no truth of its own"):
        transpose.snippet()


def test_an_attempt_to_mend_runs_after_the_cards_own_code() -> None:
    mend = exercise(kinds(), card("mend"), {"n": "3"})
    texts = [source.text for source in mend.attempt("pass").sources]
    assert texts[1:4] == ["n = 3\n", "w = torch.ones(1, requires_grad=True)", "pass"]


def test_an_attempt_at_an_order_runs_the_lines_so() -> None:
    order = exercise(kinds(), card("in-order"), {})
    assert isinstance(order.card, OrderCard)
    code = order.card.in_order([2, 0, 1])
    assert code == "x -= 2\nx += 1\nif x:\n    x *= 3\n"
    assert order.attempt(code).sources[2] == Source(code, YOUR_CODE)


def test_what_is_predicted_or_recalled_is_not_tried() -> None:
    with pytest.raises(TypeError, match="kinds/views is not answered by code"):
        exercise(kinds(), card("views"), {"n": "4"}).attempt("1")


def test_options_and_lines_are_shuffled_and_lines_never_as_written() -> None:
    deck = kinds()
    rng = random.Random(0)
    for name, count in (("views", 4), ("in-order", 3)):
        found = card(name)
        plain = exercise(deck, found, next(draws(found)))
        assert plain.shuffled == tuple(range(count))
        orders = {shuffled(plain, rng).shuffled for _ in range(200)}
        every = 24 if name == "views" else 5
        assert len(orders) == every
        assert (plain.shuffled in orders) == (name == "views")


def test_lines_of_filled_code_are_told_as_the_learner_sees_them() -> None:
    text = KINDS.replace("Turn `x` round.", "Turn `x` round.\n    vary: {k: [1, 2]}")
    deck = load_text(text, "kinds.yaml").deck
    assert deck is not None
    drawn = exercise(deck, deck.cards[2], {"k": "1"})
    filled = drawn.attempt("x.t()").sources[2]
    assert filled.line == 2
    assert drawn.shown_code.splitlines()[filled.line - 1] == filled.text.splitlines()[0]
