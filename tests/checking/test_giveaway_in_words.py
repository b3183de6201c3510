"""Answers given away without their brackets, and yes or no said in a sentence."""

from __future__ import annotations

import pytest

from quizapp.checking.giveaway import option_given
from quizapp.deck.format.load import load_text
from quizapp.deck.kinds.choice import ChoiceCard
from runner.protocol.wire import Fact, Outcome
from tests.checking.test_giveaway import ERROR, TWO, found

LISTED = {**TWO, "shape": [3], "dtype": "int64", "data": [6, 5, 4]}


@pytest.mark.parametrize(
    "text", ["It is 6, 5, 4.", "It holds (6, 5, 4).", "It has 6 5 4", "6, 5, 4", "结果是 6、5、4。"]
)
def test_numbers_that_are_graded_right_without_brackets_are_the_answer(text: str) -> None:
    assert found("value", LISTED, hint=f"'{text}'") == ["the hint gives the answer away: [6, 5, 4]"]
    assert found("value", LISTED, prompt=f"'{text}'") != []
    assert found("value", {**LISTED, "data": [6, 5, 3]}, hint=f"'{text}'") == []


def test_sizes_without_brackets_and_numbers_in_a_comment_are_the_answer() -> None:
    assert found("shape", [5, 3], hint="The sizes are 5, 3.") != []
    assert found("strides", [5, 3], hint="The strides are 5, 3.") != []
    for comment in (
        "# reversed: 6 5 4",
        "# gives 6, 5, 4",
        "# (6, 5, 4)",
        "# 6 5 4",
        "# = 6, 5, 4",
    ):
        assert found("value", LISTED, comment=comment) != [], comment


def test_a_shape_as_torch_prints_it_is_the_answer() -> None:
    for data, size in (([2], "torch.Size([2])"), ([], "Size([])"), ([2, 3], "torch.Size([2, 3])")):
        assert found("shape", data, hint=f"'It is `{size}`.'") != [], size
        assert found("shape", [*data, 1], hint=f"'It is {size}.'") == [], size


def test_numbers_that_are_said_on_the_way_give_nothing_away() -> None:
    for hint in (
        "Its sizes are 5, 3 and 2.",
        "There are 5, 3 of which are even.",
        "Count to 5, 3 times.",
        "It is 5, 3 times over.",
        "Of reshape(5, 3) it is the rest.",
    ):
        assert found("shape", [5, 3], hint=f"'{hint}'") == [], hint


@pytest.mark.parametrize(
    ("kind", "data", "asked", "hint"),
    [
        ("bool", False, "shares(x, y)", "They do not share memory."),
        ("bool", False, "shares(x, y)", "Copying copies. So they don’t share any memory."),
        ("bool", False, "shares(x, y)", "`x` and `y` share no storage."),
        ("bool", True, "shares(x, y)", "They share the same memory."),
        ("bool", True, "shares(x, y)", "`y` shares its memory with `x`."),
        ("bool", False, "shares(x, y)", "{en: Hm., zh: 不共享。}"),
        ("bool", True, "shares(x, y)", "{en: Hm., zh: 它们共享同一块内存。}"),
        ("bool", False, "x.requires_grad", "It does not require grad."),
        ("bool", True, "x.is_leaf", "`x` is a leaf."),
        ("bool", True, "x.is_leaf", "True, since it has no history."),
        ("bool", False, "x.is_leaf", "`False`: it has a history."),
        ("bool", False, "x.is_leaf", "{en: Hm., zh: 假的，它有历史。}"),
        ("bool", False, "x.is_contiguous()", "It is not contiguous."),
        ("fails", True, "code", "It raises."),
        ("fails", True, "code", "The last line raises a `RuntimeError`."),
        ("fails", False, "code", "It does not raise anything."),
        ("fails", True, "x.view(7)", "`x.view(7)` fails."),
        ("fails", False, "code", "{en: Hm., zh: 不会报错。}"),
        ("warns", True, "code", "It warns."),
    ],
)
def test_a_hint_that_states_what_is_asked_is_found(
    kind: str, data: bool, asked: str, hint: str
) -> None:
    def told(data: bool) -> list[str]:
        seen = data if kind == "bool" else ERROR if data else None
        quoted = hint if hint.startswith("{") else f'"{hint}"'
        return found(kind, seen, asked=f'"{asked}"', hint=quoted)

    assert len(told(data)) == 1
    assert told(not data) == []


def test_a_statement_about_something_else_gives_nothing_away() -> None:
    for asked, hint in (
        ("shares(x, y)", "`x` and `z` share memory."),
        ("shares(x, y)", "Do they share memory?"),
        ("shares(x, y)", "They share memory if no copy is made."),
        ("shares(x, y)", "Views share memory."),
        ("x.is_leaf", "`w` is a leaf."),
    ):
        assert found("bool", True, asked=f'"{asked}"', hint=f'"{hint}"') == [], hint
    assert found("fails", ERROR, asked="x.view(7)", hint='"`x.view(6)` raises."') == []
    assert found("fails", ERROR, asked="x.view(7)", prompt="It raises. And now?") == []


def test_a_prompt_that_asks_how_it_fails_takes_for_granted_that_it_does() -> None:
    for prompt in ("How does the last line fail?", "This code raises. Why?"):
        assert found("fails", ERROR, asked="code", prompt=prompt) != []
        assert found("fails", None, asked="code", prompt=prompt) == []
    assert found("fails", ERROR, asked="code", prompt="{en: What?, zh: 这段代码怎么会报错？}") != []


def test_a_name_that_is_said_to_be_the_answer_is_found_beside_others_like_it() -> None:
    for text in (
        "It becomes complex64, since the default is float32.",
        "It is a `complex64`, not float32.",
        "Count. `x` becomes torch.complex64; the rest stays float32.",
        "它变成 complex64，因为默认是 float32。",
    ):
        assert found("dtype", "complex64", hint=f"'{text}'") != [], text
        assert found("dtype", "float32", hint=f"'{text}'") == [], text
    raised = "It raises a RuntimeError, since an IndexError is for indices."
    assert found("raises", ERROR, hint=raised) == ["the hint gives the answer away: RuntimeError"]


def test_a_name_that_may_be_the_answer_among_others_gives_nothing_away() -> None:
    for text in (
        "It becomes complex64, or is it float32?",
        "It is complex64 only if nothing is float32.",
        "If it is complex64, the default is float32.",
        "It becomes complex64 where the default is float32.",
        "Of float32 it is said much. It becomes complex64, in a way.",
        "It is not complex64, nor float32.",
        "`w` becomes complex64, since the default is float32.",
    ):
        assert found("dtype", "complex64", hint=f"'{text}'") == [], text


@pytest.mark.parametrize(
    ("question", "says", "kind", "data"),
    [
        ("Does it raise?", "It does not.", "fails", False),
        ("Does it raise?", "It does.", "fails", True),
        ("Does `x.view(7)` work?", "It does.", "fails", False),
        ("Does the sum work?", "It doesn't.", "fails", True),
        ("Does it warn?", "So it does!", "warns", True),
        ("Is `x` a leaf?", "It is.", "bool", True),
        ("Do they share memory?", "They do not", "bool", False),
        ("Do they share memory?", "No.", "bool", False),
        ("它会报错吗？", "它不会。", "fails", False),
    ],
)
def test_a_sentence_that_answers_yes_or_no_and_nothing_else_is_found(
    question: str, says: str, kind: str, data: bool
) -> None:
    def told(prompt: str, hint: str, data: bool) -> list[str]:
        seen = data if kind == "bool" else ERROR if data else None
        asked = "x" if kind == "bool" else "code"
        return found(kind, seen, asked=asked, prompt=f'"{prompt}"', hint=f'"{hint}"')

    for prompt, hint in (
        (f"{question} {says}", "Hm."),
        (f"{question} ({says})", "Hm."),
        (question, says),
    ):
        assert len(told(prompt, hint, data)) == 1, (prompt, hint)
        assert told(prompt, hint, not data) == [], (prompt, hint)


def test_a_yes_or_no_to_another_question_gives_nothing_away() -> None:
    for prompt in (
        "Some say it copies. It does. Does it raise?",
        "Does it copy? It does. Does it raise?",
        "Does it raise? It does in some versions.",
        "What is `x`, and what of it? It does something.",
    ):
        assert found("fails", ERROR, asked="code", prompt=f'"{prompt}"') == [], prompt
    for hint in ("Does `view` copy? It does.", "It does what it says.", "It is no copy."):
        assert found("fails", ERROR, asked="code", prompt="Does it raise?", hint=f'"{hint}"') == []
    assert found("fails", ERROR, asked="code", prompt="Does it not raise?", hint="It does.") == []
    assert found("fails", ERROR, asked="code", prompt="What happens?", hint="It does.") == []
    both = "Does it copy? Does it raise?"
    assert found("fails", ERROR, asked="code", prompt=f'"{both}"', hint="It does.") == []


def options_told(
    options: str, *, prompt: str = "Which is it?", hint: str = "Hm.", right: int = 0
) -> list[str]:
    listed = "".join(
        f"      - {{text: {text!r}, holds: {'y == 1' if number == right else 'x == 2'}}}\n"
        for number, text in enumerate(options.split("; "))
    )
    deck = load_text(
        f"topic: own\ncards:\n  - id: one\n    prompt: {prompt!r}\n    hint: {hint!r}\n"
        f"    code: |\n      x = 1\n      y = x\n    choices:\n{listed}",
        "own.yaml",
    ).deck
    assert deck is not None
    (card,) = deck.cards
    assert isinstance(card, ChoiceCard)
    facts = tuple(Fact("bool", number == right) for number in range(len(card.options)))
    return [str(one) for one in option_given(card, Outcome(facts, "", "", None, 0.0))]


def test_the_option_that_holds_is_found_in_what_is_said_beforehand() -> None:
    dtypes = "float32; float64; int64"
    for hint in ("It's `float32`.", "It is float32", "Think. Float32!", "答案是 float32。"):
        assert len(options_told(dtypes, hint=hint)) == 1, hint
        assert options_told(dtypes, hint=hint, right=2) == [], hint
    assert options_told(dtypes, prompt="Which has y, which is a float32 tensor?") != []
    assert options_told("(2, 3); (3, 2)", hint="Turned round it is (2,3).") != []
    sentences = "A view of it; A copy"
    assert options_told(sentences, hint="It's a view of it.") == [
        "the hint gives the answer away: It's a view of it."
    ]
    assert options_told(sentences, prompt="Which is it? A view of it.") != []


def test_options_that_are_spoken_of_give_nothing_away() -> None:
    dtypes = "float32; float64; int64"
    assert options_told(dtypes, prompt="x is a float32 tensor. Which has y?") == []
    assert options_told(dtypes, hint="Is it float32 or float64?") == []
    assert options_told(dtypes, hint="It is float64, isn't it?") == []
    sentences = "A view of it; A copy"
    assert options_told(sentences, prompt="A view of it? A copy? Which is it?") == []
    for hint in ("A view of it needs no memory.", "Is it a view of it?", "A copy."):
        assert options_told(sentences, hint=hint) == [], hint
