"""Signs in ASCII, where the terminal has no others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from quizapp.text.ascii import TABLE, draw_with, drawn
from quizapp.text.cells import cells


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    draw_with("unicode")


def test_a_sign_is_as_wide_as_what_stands_for_it() -> None:
    for sign, plain in TABLE.items():
        assert plain.isascii() and cells(chr(sign)) == cells(plain) == 1


def test_words_in_any_language_stay() -> None:
    draw_with("ascii")
    assert drawn("╭ 反向传播 ∂y ≤ é ━━╌") == "+ 反向传播 ∂y ≤ é ==."


@pytest.mark.parametrize(
    ("environment", "plain"),
    [
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"LANG": "de_DE.ISO-8859-1"}, True),
        ({"LANG": "de_DE.ISO-8859-1", "LC_ALL": "en_US.utf8"}, False),
        ({"LANG": "C"}, False),
        ({}, False),
        ({"TERM": "linux"}, True),
    ],
)
def test_which_signs_there_are_goes_by_the_terminal(
    environment: dict[str, str], plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    draw_with("auto")
    assert (drawn("█") == "#") is plain
    draw_with("unicode")
    assert drawn("█") == "█"
