"""Columns of a terminal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from quizapp.text.cells import cells, cut, padded


def test_columns_are_counted_as_terminals_draw_them() -> None:
    for text in ("", "dtype", "自动求导", "ﾄｰﾁ", "ＡＢ", "cafe\u0301", "Größe → 2"):
        assert cells(text) == cell_len(text)
    assert [padded("张量", 6), padded("ab", 4), padded("张量", 3)] == ["张量  ", "ab  ", "张量"]


@given(st.text("ab张\u0301", max_size=12), st.integers(1, 12))
def test_a_text_is_cut_to_the_columns_there_are(text: str, width: int) -> None:
    shown = cut(text, width)
    assert cells(shown) <= width
    if shown != text:
        kept = shown.removesuffix("…")
        assert text.startswith(kept) and cells(text) > width
        assert cells(text[: len(kept) + 1]) >= width


def test_a_text_however_long_is_cut_at_once() -> None:
    assert cut("张" * 1_000_000, 6) == "张张…"
