"""Columns of a terminal."""

from __future__ import annotations

from rich.cells import cell_len

from quizapp.text.cells import cells, padded


def test_columns_are_counted_as_terminals_draw_them() -> None:
    for text in ("", "dtype", "自动求导", "ﾄｰﾁ", "ＡＢ", "cafe\u0301", "Größe → 2"):
        assert cells(text) == cell_len(text)
    assert [padded("张量", 6), padded("ab", 4), padded("张量", 3)] == ["张量  ", "ab  ", "张量"]
