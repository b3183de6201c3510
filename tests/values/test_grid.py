"""A grid of cells and the text of an answer say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizapp.asks.read import read_answer
from quizapp.values.grid import Grid, read_grid

CELL = st.sampled_from(["1", "-2.5", "1/3", "nan", "True", "'a, b'", "complex(1, 2)"])


@st.composite
def tables(draw: st.DrawFn) -> list[list[str]]:
    columns = draw(st.integers(1, 10))
    row = st.lists(CELL, min_size=columns, max_size=columns)
    return draw(st.lists(row, min_size=2, max_size=8))


def in_brackets(rows: list[list[str]], between: str) -> str:
    return f"[{between.join(f'[{between.join(row)}]' for row in rows)}]"


@given(tables(), st.sampled_from([", ", ",", " "]), st.booleans())
def test_what_is_typed_into_a_grid_is_what_would_be_typed_without(
    rows: list[list[str]], between: str, with_brackets: bool
) -> None:
    wanted, typed = in_brackets(rows, ", "), in_brackets(rows, between)
    if not with_brackets:
        typed = ";".join(between.join(row) for row in rows)
    grid = Grid()
    for sign in typed:
        grid.type(sign)
    assert (grid.text, grid.rows, grid.gap) == (wanted, rows, None)
    again = read_grid(grid.text)
    assert again is not None and (again.rows, again.levels) == (rows, 2)


@pytest.mark.parametrize(
    ("text", "rows", "levels"),
    [
        ("", [[""]], 0),
        ("3", [["3"]], 0),
        ("4 1; 8 3", [["4", "1"], ["8", "3"]], 2),
        ("[3]", [["3"]], 1),
        ("1, 2", [["1", "2"]], 1),
        ("tensor([[1.], [2.]])", [["1."], ["2."]], 2),
        ("[-1. 2.]", [["-1.", "2."]], 1),
        ("1 2\n3 4", [["1", "2"], ["3", "4"]], 2),
        ("[[1, 2], [3, 4", [["1", "2"], ["3", "4"]], 2),
        ("【1，2】", [["1", "2"]], 1),
    ],
)
def test_a_grid_begins_with_what_is_typed(text: str, rows: list[list[str]], levels: int) -> None:
    grid = read_grid(text)
    assert grid is not None and (grid.rows, grid.levels) == (rows, levels)


@pytest.mark.parametrize(
    "text", ["[[1, 2], [3]]", "[[[1]]]", "[]", "{1: 2}[0]", "2x", str([0] * 11), str([[0]] * 9)]
)
def test_what_is_no_table_stays_text(text: str) -> None:
    assert read_grid(text) is None


def test_an_empty_cell_is_no_value_and_keeps_its_place() -> None:
    grid = Grid()
    for sign in "1,;3":
        grid.type(sign)
    assert (grid.text, grid.gap) == ("[[1, _], [3, _]]", (0, 1))
    assert not hasattr(read_answer("value", grid.text), "prediction")
    again = read_grid(grid.text)
    assert again is not None and again.rows == [["1", ""], ["3", ""]]


def test_what_is_left_empty_is_taken_away_by_backspace() -> None:
    grid = Grid()
    for sign in "[1,23;":
        grid.type(sign)
    sizes = []
    for _ in range(7):
        sizes.append((len(grid.rows), len(grid.rows[0]), grid.levels, grid.text))
        grid.erase()
    assert sizes == [
        (2, 2, 2, "[[1, 23], [_, _]]"),
        (1, 2, 2, "[[1, 23]]"),
        (1, 2, 2, "[[1, 2]]"),
        (1, 2, 2, "[[1, _]]"),
        (1, 1, 2, "[[1]]"),
        (1, 1, 2, ""),
        (1, 1, 1, ""),
    ]
