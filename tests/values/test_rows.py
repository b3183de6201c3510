"""A value that is too wide for its place."""

from __future__ import annotations

import pytest

from quizapp.values.rows import in_rows


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[[1., 0.], [2., 4.], [3., 5.]]", "[[1., 0.],\n [2., 4.],\n [3., 5.]]"),
        ("[[[1], [2]], [[3], [4]]]", "[[[1],\n  [2]],\n [[3],\n  [4]]]"),
        ("tensor([[1, 2],[3, 4]])", "tensor([[1, 2],\n        [3, 4]])"),
        ("([1, 2], [3, 4, 5])", "([1, 2],\n [3, 4, 5])"),
        ("[1, 2, 3, 4, 5, 6]", "[1, 2, 3, 4, 5, 6]"),
        ("'some text: [1], [2]'", "'some text: [1], [2]'"),
        ("[[1., 0.],\n [2., 4.], [3.]]", "[[1., 0.],\n [2., 4.], [3.]]"),
    ],
)
def test_what_is_too_wide_is_broken_between_rows(text: str, shown: str) -> None:
    assert in_rows(text, len(text) - 1) == shown
    assert in_rows(text, len(text)) == text
