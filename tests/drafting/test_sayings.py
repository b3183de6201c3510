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
    "sentence",
    ["`f(x)` has shape (N, C).", "`x.topk(3)` gives 3 of them.", "`x.topk(3)` gives 3."],
)
def test_words_that_may_mean_anything_state_none(sentence: str) -> None:
    assert read_markdown(sentence, "notes.md").sayings == ()
