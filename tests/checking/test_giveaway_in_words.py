"""Answers given away without their brackets, and yes or no said in a sentence."""

from __future__ import annotations

import pytest

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
