"""What the sentences of notes say of code, not written as code."""

from __future__ import annotations

import pytest

from quizapp.drafting.reading.markdown_notes import read_markdown


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("`x.T` has shape (1, 2).", "shape (1, 2)"),
        ("`x.T` is of shape (1, 2), as said.", "shape (1, 2)"),
        ("The shape of `x.T` is [3, 2] and no other.", "shape [3, 2]"),
        ("`x.T` 的形状是 (3, 4)。", "形状 (3, 4)"),
        ("`x.T` 的 dtype 是 int64。", "dtype int64"),
        ("`x.sum()` equals 4.", "4"),
        ("`x.is_leaf` is True and `y` is not.", "True"),
        ("`x.T` is a view (1 of 2).", "view"),
    ],
)
def test_a_sentence_states_a_result(sentence: str, says: str) -> None:
    assert [one.says for one in read_markdown(sentence, "notes.md").sayings][:1] == [says]


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("`y` is 15.", [("y", "15")]),
        ("So `y` is 15, not 14.", [("y", "15")]),
        ("All are frozen, so `y` is 15.", [("y", "15")]),
        ("All are frozen, and therefore `y.max() == 6`.", [("y.max()", "6")]),
        ("都冻结了，所以 `y` 是 15。", [("y", "15")]),
        ("`x` is 3, and `y` is 15.", [("x", "3"), ("y", "15")]),
        ("`float16` goes up to 3, and `y.max()` is 15.", [("y.max()", "15")]),
        ("It is `3`, and `y.max()` is 15.", [("y.max()", "15")]),
        ("`y.item()` gives 15.0.", [("y.item()", "15.0")]),
        ("`y` 是 15。", [("y", "15")]),
        ("`y` holds `tensor(15.)`.", [("y", "tensor(15.)")]),
        ("`y.shape` is (2, 3).", [("y.shape", "(2, 3)")]),
        ("As `y.stride()` is (3, 1), no.", [("y.stride()", "(3, 1)")]),
        ("`y` is not contiguous.", [("y", "not contiguous")]),
        ("`y` is contiguous, and more.", [("y", "contiguous")]),
        ("`y` does not require grad.", [("y", "does not require grad")]),
        ("`y` requires grad.", [("y", "requires grad")]),
        ("So `y.max() == 6`.", [("y.max()", "6")]),
        ("As `y[0] == -6`, it is less.", [("y[0]", "-6")]),
        ("所以 `y[0] == 6`。", [("y[0]", "6")]),
        ("`y` has shape (2,) and dtype int64.", [("y", "shape (2,)"), ("y", "dtype int64")]),
        ("`y` has shape `(2,)` and dtype `int64`.", [("y", "(2,)"), ("y", "int64")]),
        ("`y` has shape (2,) and dtype `int64`.", [("y", "shape (2,)"), ("y", "int64")]),
        ("`y` has dtype `int64`, shape (2,).", [("y", "int64"), ("y", "shape (2,)")]),
        ("`y` 的形状是 (2,)，类型是 int64。", [("y", "形状 (2,)"), ("y", "类型 int64")]),
    ],
)
def test_a_number_an_equation_and_what_follows_an_and_are_heard(
    sentence: str, said: list[tuple[str, str]]
) -> None:
    found = read_markdown(f"First.\n\n{sentence}", "notes.md").sayings
    assert [(one.expression, one.says) for one in found] == said
    assert {one.line for one in found} == {3}


@pytest.mark.parametrize(
    "sentence",
    [
        "`f(x)` has shape (N, C).",
        "`x.topk(3)` gives 3 of them.",
        "`x.topk(3)` gives 3.",
        "`pair` is (2, 3).",
        "`y.shape` is (2, 3) in size.",
        "`y` is not contiguous in memory order.",
        "`y` requires grads of its own.",
        "Does `y` require grad?",
        "Some say that `y` is not contiguous.",
        "The slope towards `u` is 1.",
        "The sum of `x` and `y` is 3.",
        "At first `x` is 3.",
        "条件选中的那个分支，`x` 是 1，常数是 0。",
        "`y.max() == 6`.",
        "The mask `x == 0` picks them.",
        "So `x == 0` picks them.",
        "So `x == y`.",
        "Is it so that `y.max() == 6`?",
        "`box` holds `5`, and more.",
        "Take the one of which you are so sure `y` is 15.",
        "Scale it so that `y` is 15.",
        "All, so the slope towards `u` is 1.",
        "The sum of `x`, `y`, and `z` is 3.",
        "It is the sum of `x`, `y`, and `z` is 3.",
        "`f()` moves it, and `y` is 3.",
        "In the first step it is halved, and `y` is 3.",
    ],
)
def test_words_that_may_mean_anything_state_none(sentence: str) -> None:
    assert read_markdown(sentence, "notes.md").sayings == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "Do `x` and `y` share memory?",
        "Does `x.view(2, 1)` raise a RuntimeError?",
        "Is `x.shape` = `(2, 1)`, or what is it?",
        "Does `x` share memory with `y`, and why?",
        "`x` 与 `y` 共享内存吗？",
        "Some think that `x` has shape (2, 1).",
        "Ann says `x` has shape (2, 1), and Bob that it has three dims.",
        "According to Ann `x` has shape (2, 1).",
        "安说 `x` 的形状是 (2, 1)。",
        "True or false? `x` has shape (2, 1).",
        "Nobody would say that `x` has shape (1, 2).",
        "You say that `y` has dtype float32; that is of `x`.",
        "It is wrong to say that `x` has dtype float64.",
        "It is a common mistake to hold that `x` has dtype float64.",
        "Myth: `w.is_leaf` is False. Truth: it is True.",
        "It looks as if `x` has shape (2, 1).",
        "It seems that `x.shape` is `(2, 1)`.",
        "One might have thought that `x` has dtype int64.",
        "It is not true that `x` has dtype int64.",
        "That `x` has dtype int64 is a myth.",
        "This does not mean that `x` and `y` share memory.",
        "有人以为 `x` 的形状是 (3, 4)。",
        "你说 `x` 的 dtype 是 int64，那是 `y` 的。",
        "初学者常误以为 `x` 的形状是 (3, 4)。",
        "看起来 `x.shape` 是 `(3, 4)`。",
        "并不是说 `x` 的形状是 (3, 4)。",
        "错误的说法：`x` 的形状是 (3, 4)。",
        "说 `x` 的形状是 (3, 4) 是错误的。",
    ],
)
def test_what_is_asked_denied_or_said_by_others_is_no_claim(sentence: str) -> None:
    assert read_markdown(sentence, "notes.md").sayings == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "As `x` has shape (1, 2), what does it print?",
        "Some think this; `x` has shape (1, 2).",
        "It copies nothing, and does not need to: `x` has shape (1, 2).",
        "Is it a view? `x` has shape (1, 2).",
        "这不是转置，`x` 的形状是 (1, 2)。",
        "不加维度的 `x` 的形状是 (1, 2)。",
        "You see that `x` has shape (1, 2).",
        "Torch says that `x` has shape (1, 2).",
    ],
)
def test_what_stands_beside_a_question_or_a_denial_is_a_claim(sentence: str) -> None:
    (said,) = read_markdown(sentence, "notes.md").sayings
    assert not said.is_hedged


@pytest.mark.parametrize(
    "words",
    [
        "After the first round",
        "Once the loop has run twice",
        "Inside the function",
        "The old value of",
        "In NumPy",
        "With two rounds",
        "On the left",
        "第一轮之后",
        "With `torch.set_default_dtype(torch.float64)`, the result of",
        "But under `torch.no_grad()`",
        "With `keepdim=True`",
        "在 `torch.no_grad()` 下，",
    ],
)
def test_what_is_said_of_another_moment_or_place_is_hedged(words: str) -> None:
    (said,) = read_markdown(f"{words} `y` has shape (2, 1).", "notes.md").sayings
    assert said.is_hedged
