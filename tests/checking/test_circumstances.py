"""Prompts that name other circumstances than those in which their card runs."""

from __future__ import annotations

import json

import pytest

from quizapp.checking.circumstances import of_other_circumstances
from quizapp.deck.format.load import load_text


def told(prompt: str, *lines: str, zh: bool = False, ask: str = "value: x") -> list[str]:
    said = json.dumps({"en": "What?", "zh": prompt} if zh else prompt)
    card = "".join(f"    {line}\n" for line in (f"prompt: {said}", *lines, f"ask: {{{ask}}}"))
    loaded = load_text(f"topic: own\nsetup: import torch\ncards:\n  - id: one\n{card}", "own.yaml")
    assert loaded.deck is not None, loaded.problems
    return [str(one) for one in of_other_circumstances(loaded.deck.cards[0])]


VARY = ("code: x = n * 2", "vary: {n: [2, 3]}")


@pytest.mark.parametrize(
    "prompt",
    ["What is `x`, with `n = 2`?", "Here n is 2. What is `x`?", "Given n=2, what is `x`?"],
)
def test_a_value_that_holds_in_some_draws_alone_is_told(prompt: str) -> None:
    assert told(prompt, *VARY) == [
        "`n` is 2 in some draws alone, or in none; `{= n}` tells what it is"
    ]
    assert told(prompt.replace("2", "7"), *VARY) != []  # it holds in none
    assert told(prompt, "code: x = 2 * 2", "vary: {k: [2, 3]}") == []
    assert told("已知 `n` 为 2，`x` 是什么？", *VARY, zh=True) != []


@pytest.mark.parametrize(
    "prompt",
    [
        "What is `x`, with `n = {= n}`?",
        "If n = 2 were given, what would `x` be?",
        "What does `f(1, n=2)` give?",
        "n is 2 or 3. What is `x`?",
        "What is `x`: n = 2 * 3?",
        "With n = 2 it was even, with n = 3 odd. What is `x`?",
    ],
)
def test_what_is_drawn_or_supposed_is_no_value_said(prompt: str) -> None:
    assert told(prompt, *VARY) == []
    assert told("n 为 2 时，`x` 是什么？", *VARY, zh=True) == []


def test_a_name_that_the_code_gives_another_value_may_have_the_one_said() -> None:
    code = ["code: |", "  n = 2 * (n // 2)", "  x = n", "vary: {n: [2, 3]}"]
    assert told("Now n is 2. What is `x`?", *code) == []


RANKS = ("code: x = rank", "ranks: 3")


@pytest.mark.parametrize("prompt", ["What does `x` hold on rank 1?", "What does rank 1 hold?"])
def test_a_question_about_another_rank_than_is_asked_about_is_told(prompt: str) -> None:
    message = "it asks about rank 1, and the card about rank {} (`on_rank`)"
    assert told(prompt, *RANKS) == [message.format(0)]
    assert told(prompt, *RANKS, "on_rank: 2") == [message.format(2)]
    assert told(prompt, *RANKS, "on_rank: 1") == []
    for chinese in ("秩 1 上 `x` 是什么？", "rank 1 会打印什么？"):
        assert told(chinese, *RANKS, zh=True) == [message.format(0)]
        assert told(chinese, *RANKS, "on_rank: 1", zh=True) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "What does `x` hold after a broadcast from rank 1?",
        "Rank 1 sends. What does `x` hold?",
        "Rank 0 sends. What does `x` hold on rank 1, and on rank 2?",
    ],
)
def test_a_rank_that_takes_part_is_not_asked_about(prompt: str) -> None:
    assert told(prompt, *RANKS) == []


def test_what_is_gathered_from_a_rank_and_what_all_do_are_asked_of_any() -> None:
    assert told("What does rank 1 hold?", *RANKS, ask="value: '[x, x][1]'") == []
    assert told("Does it hang on rank 1?", *RANKS, ask="hangs: code") == []
