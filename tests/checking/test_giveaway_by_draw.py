"""Answers given away by text and computed words together, or for one draw that is named."""

from __future__ import annotations

from quizapp.checking.findings import Finding
from quizapp.checking.giveaway import giveaways, giveaways_of_draw
from quizapp.checking.telling_words import told_before
from quizapp.deck.exercise import exercise
from quizapp.deck.format.load import load_text
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.parts import Draw
from runner.protocol.wire import Fact, Outcome

SHAPES = {"2": [3, 2], "4": [3, 4]}


def found(
    draw: Draw, fact: Fact, *, prompt: str = "What?", hint: str = "Hm.", named: bool = False
) -> list[Finding]:
    asked = "shape: x" if fact.kind == "shape" else f"{fact.kind}: x"
    deck = load_text(
        f"topic: own\ncards:\n  - id: one\n    prompt: {prompt!r}\n    hint: {hint!r}\n"
        f"    vary: {{n: [2, 4]}}\n    code: |\n      w = n\n      x = w\n    ask: {{{asked}}}\n",
        "own.yaml",
    ).deck
    assert deck is not None
    card = exercise(deck, deck.cards[0], draw).card
    assert isinstance(card, PredictCard)
    outcome = Outcome((fact,), "", "", None, 0.0)
    if named:
        return [*giveaways_of_draw(card, draw, outcome)]
    return [*giveaways(card, outcome), *told_before(deck.cards[0], draw, outcome.facts)]


def in_every_draw(*, prompt: str = "What?", hint: str = "Hm.") -> list[list[Finding]]:
    return [
        found({"n": n}, Fact("shape", shape), prompt=prompt, hint=hint)
        for n, shape in SHAPES.items()
    ]


def test_text_and_a_computed_word_that_are_the_answer_together_are_found_in_every_draw() -> None:
    for field in ("hint", "prompt"):
        for text in ("It is (3, {= n}).", "Of `x`: 3x{= n}", "Hm. It is (3, {= n}), no more."):
            each = in_every_draw(**{field: text})
            assert [len(one) for one in each] == [1, 1], text
            (first,), (second,) = each
            assert (first.site, first.what) == (second.site, second.what)
            assert first.site.written in text  # so that it is told at its own line


def test_a_word_that_is_the_answer_alone_is_found_once() -> None:
    assert [len(one) for one in in_every_draw(hint="It is {= (3, n)}.")] == [1, 1]


def test_text_and_computed_words_of_something_else_give_nothing_away() -> None:
    for text in (
        "`w` has the shape (3, {= n}).",
        "It is not (3, 5, {= n}).",
        "There are 3 rows and {= n} columns.",
        "Add {= n} to 3.",
    ):
        assert in_every_draw(hint=text) == in_every_draw(prompt=text) == [[], []], text


def test_the_answer_of_a_draw_that_is_named_beside_it_is_found_in_that_draw() -> None:
    def told(text: str, n: str, field: str = "hint") -> list[str]:
        prompt, hint = (text, "Hm.") if field == "prompt" else ("What?", text)
        seen = Fact("shape", SHAPES[n])
        return [str(one) for one in found({"n": n}, seen, prompt=prompt, hint=hint, named=True)]

    for text in (
        "It is (3, 2) for n = 2.",
        "It is (3, 2) for `n = 2`.",
        "For `n == 2` it is (3, 2).",
        "If n is 2, it is 3x2.",
        "(3, 2) where n is 2",
        "当 n = 2 时，它是（3，2）。",
    ):
        assert told(text, "2") == ["the hint gives the answer away: (3, 2)"], text
        assert told(text, "2", "prompt") == ["the prompt gives the answer away: (3, 2)"], text
        assert told(text, "4") == told(text, "4", "prompt") == [], text
    for text in (
        "It is (3, 5) for n = 2.",
        "It is (3, 2) for n = 20.",
        "`w` is of shape (3, 2) for n = 2.",
        "It is more than (3, 2).",
        "Its rows are 3 for n = 2.",
    ):
        assert told(text, "2") == told(text, "4") == [], text


def test_a_short_number_or_a_yes_is_found_beside_its_draw_as_well() -> None:
    of_two = Fact("value", {"type": "int", "data": 4, "text": "4"})
    assert found({"n": "2"}, of_two, hint="It is 4 for n = 2.", named=True) != []
    assert found({"n": "2"}, of_two, hint="144 for n = 12", named=True) == []
    assert found({"n": "4"}, of_two, hint="It is n squared for n = 4.", named=True) == []
    assert found({"n": "2"}, Fact("bool", True), hint="Yes, for n = 2.", named=True) != []
