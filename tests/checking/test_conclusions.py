"""Explanations that say what is asked for to be something else than it is."""

from __future__ import annotations

import json

import pytest

from quizapp.checking.conclusions import misconcluded
from quizapp.deck.format.load import load_text
from runner.protocol.wire import Fact

SORTED = Fact(
    "value", {"type": "tensor", "shape": [3], "dtype": "int64", "data": [1, 2, 3], "text": "…"}
)


def told(said: str, *facts: Fact, zh: bool = False, ask: str = "value") -> list[str]:
    texts = {"en": "Well.", "zh": said} if zh else {"en": said}
    kind, _, of = ask.partition(" ")
    deck = load_text(
        "topic: ops\ncards:\n  - id: one\n    prompt: What?\n    code: y = 1\n"
        f"    ask: {{{kind}: {of or 'y'}}}\n    explain: {json.dumps(texts)}\n",
        "ops.yaml",
    ).deck
    assert deck is not None
    truths = {f"n = {number}": (fact,) for number, fact in enumerate(facts or (SORTED,), 2)}
    return [str(one) for one in misconcluded(deck.cards[0], truths)]


@pytest.mark.parametrize(
    "said",
    [
        "So `y` = [1, 3].",
        "`y` becomes [1, 3].",
        "The result is [1, 3].",
        "Therefore the answer is `[1, 3]`.",
        "It takes both ends, which gives `[1, 3]`.",
        "The result is [1, 3]. That is all.",
    ],
)
def test_a_list_that_is_not_what_is_asked_for_is_told(said: str) -> None:
    assert told(said) == ["says [1, 3] of what is asked; torch: [1, 2, 3]"]
    assert told(said.replace("[1, 3]", "[1, 2, 3]")) == []


def test_it_is_heard_in_chinese_and_of_sizes_and_numbers_too() -> None:
    assert told("结果是 [3, 1, 2]。", zh=True) != []
    assert told("排序，得到 `[1, 3]`。", zh=True) != []
    assert told("The answer is (3, 2).", Fact("shape", [2, 3]), ask="shape") != []
    seven = Fact("value", {"type": "int", "data": 7, "text": "7"})
    assert told("The answer is 8.", seven) == ["says 8 of what is asked; torch: 7"]
    assert told("The answer is 7.", seven) == []


@pytest.mark.parametrize(
    "said",
    [
        "The result is [1, 3] twice.",
        "If it were sorted, the answer is [1, 3].",
        "The answer is not [1, 3].",
        "`x` is [1, 3].",
        "`y` is [3].",  # its shape
        "Each second is taken, which gives `[1, 3]`. A 2 is put between.",
        "The answer is 3.",
        "The result is 3 numbers.",
    ],
)
def test_what_is_said_of_something_else_or_of_other_circumstances_is_not(said: str) -> None:
    assert told(said) == []


def test_what_holds_in_some_draws_alone_is_told_with_one_in_which_it_does_not() -> None:
    facts = Fact("shape", [2, 2]), Fact("shape", [3, 2])
    assert told("The answer is (2, 2).", *facts, ask="shape") == [
        "says (2, 2) of what is asked; torch: (3, 2) (n = 3); "
        "`{= y}` tells what it comes to in each draw"
    ]


DTYPE = Fact("dtype", "float32")
SIZES = Fact("shape", [2, 3])
RAISED = Fact(
    "raises",
    {"type": "IndexError", "bases": ("LookupError", "Exception"), "subclasses": (), "message": "0"},
)
NODE = Fact("grad_fn", "ExpBackward0")


@pytest.mark.parametrize(
    ("ask", "fact", "false", "true"),
    [
        ("dtype", DTYPE, "It is `float64`.", "It is `float32`."),
        ("dtype", DTYPE, "`y` is `torch.float64`.", "`y` is `torch.float32`."),
        ("dtype", DTYPE, "The result is float64.", "The result is float32."),
        ("shape", SIZES, "It is (3, 2, 1).", "It is (2, 3)."),
        ("shape", SIZES, "The result is of shape (4, 2, 1).", "The result is of shape (2, 3)."),
        ("shape", SIZES, "It has the shape `(3, 2)`.", "It has the shape `(2, 3)`."),
        ("raises", RAISED, "That is a `RuntimeError`.", "That is an `IndexError`."),
        ("raises", RAISED, "It raises a RuntimeError.", "It raises a `LookupError`."),
        ("raises", RAISED, "`y` raises a RuntimeError.", "`y` raises an IndexError."),
        ("grad_fn", NODE, "It is `SinBackward`.", "It is `ExpBackward`."),
        ("grad_fn", NODE, "It is SinBackward0.", "It is `<ExpBackward0>`."),
    ],
)
def test_another_thing_of_each_kind_is_told(ask: str, fact: Fact, false: str, true: str) -> None:
    assert len(told(false, fact, ask=ask)) == 1
    assert told(true, fact, ask=ask) == []


def test_another_thing_of_each_kind_is_told_in_chinese_too() -> None:
    for ask, fact, false, true in (
        ("dtype", DTYPE, "它是 `float64`。", "它是 `float32`。"),
        ("shape", SIZES, "结果的形状是 (3, 2)。", "结果的形状是 (2, 3)。"),
        ("raises", RAISED, "代码会抛出 `RuntimeError`。", "会抛出 `IndexError`。"),
        ("grad_fn", NODE, "它是 `SinBackward`。", "它是 `ExpBackward`。"),
    ):
        assert len(told(false, fact, ask=ask, zh=True)) == 1
        assert told(true, fact, ask=ask, zh=True) == []


def test_a_pronoun_behind_other_sentences_may_mean_what_they_speak_of() -> None:
    assert told("`x` is made of whole numbers. It is `int64`.", DTYPE, ask="dtype") == []
    assert told("Some call raises. That is a `RuntimeError`.", RAISED, ask="raises") == []


def test_a_count_of_elements_that_is_asked_for_is_told() -> None:
    six = Fact("value", {"type": "int", "data": 6, "text": "6"})
    ask = "value y.numel()"
    assert told("`y` has 5 elements.", six, ask=ask) == ["says 5 of what is asked; torch: 6"]
    assert told("`y` 有 5 个元素。", six, ask=ask, zh=True) != []
    assert told("`y` has 6 elements. `x` has 5 elements.", six, ask=ask) == []


def test_what_is_raised_in_some_draws_alone_is_no_lie_of_the_others() -> None:
    nothing = Fact("raises", None)
    assert told("It raises an IndexError.", RAISED, nothing, ask="raises") == []
