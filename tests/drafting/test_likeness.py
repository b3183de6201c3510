"""A result as written against the true one."""

from __future__ import annotations

import pytest

from quizapp.drafting.judging.likeness import NO, UNSURE, YES, Likeness, like_text, like_value
from quizapp.drafting.stating.written import read_written
from quizapp.values.truth import Plain, Tensor

THIRDS = Tensor((2,), "float32", [1 / 3, 2 / 3], "tensor([0.3333, 0.6667])")
WHOLE = Tensor((2,), "float32", [2.0, 4.0], "tensor([2., 4.])")
INTS = Tensor((3,), "int64", [0, 1, 2], "tensor([0, 1, 2])")


@pytest.mark.parametrize(
    ("written", "truth", "likeness"),
    [
        ("tensor([0.3333, 0.6667])", THIRDS, YES),
        ("tensor([0.333, 0.666])", THIRDS, YES),  # cut off, not rounded
        ("[0.3333, ...]", THIRDS, YES),
        ("[0.3333, 0.6666]", THIRDS, YES),
        ("tensor([0.3333, 0.7667])", THIRDS, NO),
        ("tensor([0.3, 0.7])", THIRDS, UNSURE),
        ("tensor([2., 4.])", WHOLE, YES),
        ("tensor([2, 4])", WHOLE, NO),  # no float prints so
        ("[2, 4]", WHOLE, YES),
        ("tensor([2., 4.], dtype=torch.float64)", WHOLE, NO),
        ("tensor([2., 4., 6.])", WHOLE, NO),
        ("tensor([0, 1, 2])", INTS, YES),
        ("tensor([0., 1., 2.])", INTS, NO),
        ("6", Plain(6), YES),
        ("6.0", Plain(6), UNSURE),
        ("7", Plain(6), NO),
        ("tensor(6)", Plain(6), NO),
        ("True", Plain(False), NO),
        ("None", WHOLE, UNSURE),
    ],
)
def test_values(written: str, truth: Tensor | Plain, likeness: Likeness) -> None:
    assert like_value(read_written(written), truth) is likeness


@pytest.mark.parametrize(
    ("written", "got", "likeness"),
    [
        ("loss = 0.693", "loss = 0.6931", YES),
        ("loss = 0.593", "loss = 0.6931", NO),
        ("<A object at 0x7f00>", "<A object at 0x7fffab12>", YES),
        ("tensor([0, ..., 9])", "tensor([0, 1, 2, 9])", YES),
        ("it works", "tensor(1)", NO),
    ],
)
def test_texts(written: str, got: str, likeness: Likeness) -> None:
    assert like_text(written, got) is likeness
