"""Where lines are broken: Chinese between characters, other writing at blanks."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from rich._wrap import divide_line

import quizapp.tui.wrapping  # noqa: F401  # Rich breaks lines by it from now on
from quizapp.text.cells import cells
from quizapp.text.wrap import chunks, prose, wrapped

TEXT = "不知道就输入 ?，或在空的输入框中按两次 enter：会显示“答案”（见 `why`）。"


def test_lines_are_filled_and_begin_and_end_with_no_sign_that_belongs_elsewhere() -> None:
    assert wrapped(TEXT, 22) == [
        "不知道就输入 ?，或在空",
        "的输入框中按两次",
        "enter：会显示“答案”",
        "（见 `why`）。",
    ]
    for width in range(10, 80):
        lines = wrapped(TEXT, width)
        assert all(cells(line) <= width for line in lines)
        assert not any(line[0] in "，：”）。" or line[-1] in "“（" for line in lines)
        # With room for two characters and their sign, Chinese goes on beside a Latin word.
        assert all(cells(line) > width - 10 for line in lines[:-1])


def test_the_app_breaks_its_lines_alike() -> None:
    ends = [0, *divide_line(TEXT, 22), len(TEXT)]
    pieces = [TEXT[begin:end].strip() for begin, end in pairwise(ends)]
    assert pieces == wrapped(TEXT, 22)


def test_a_word_keeps_the_sign_before_it() -> None:
    assert [chunk for *_, chunk in chunks("（.md、.py）。”(a)")] == ["（.md、", ".py）。”", "(a)"]


def test_other_writing_is_broken_at_blanks_alone() -> None:
    english = "f(x[0], (2, 3)) doesn’t hold — “it” is [1.5, 2]: 3%  of a_b… (all)"
    assert [chunk.strip() for *_, chunk in chunks(english)] == english.split()
    assert wrapped("one  two\nthree", 8) == ["one two", "three"]


@given(st.text(st.sampled_from("a 张，（“”—(\n　1"), max_size=30))
def test_nothing_is_lost(text: str) -> None:
    assert "".join(chunk for *_, chunk in chunks(text)) == text


def test_prose_keeps_its_indent_and_what_blanks_align_stays_whole() -> None:
    assert prose("  :why tells the whole card once more", 20) == [
        "  :why tells the",
        "  whole card once",
        "  more",
    ]
    for line in ("1  y = torch.ones(2, 3).sum()", "short", "", "x" * 30):
        assert prose(line, 20) == [line]
