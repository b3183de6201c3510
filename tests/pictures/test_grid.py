"""Values in cells: what stands over which, and how many there is room for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

import pytest

from quizapp.inside.spans import plain
from quizapp.pictures.grid import elements_lines
from runner.protocol.anatomy import Elements

EDGES = (*range(8), *range(9992, 10_000))


def _drawn(data: Sequence[float], width: int) -> list[str]:
    elements = Elements(shape=(10_000,), kept=(EDGES,), data=tuple(data))
    return [plain(line) for line in elements_lines(elements, width)]


def _middles(pattern: str, line: str) -> list[float]:
    return [(found.start() + found.end()) / 2 for found in re.finditer(pattern, line)]


@pytest.mark.parametrize("width", [100, 60, 40])
def test_the_number_of_a_column_stands_over_its_cell(width: int) -> None:
    *strips, _ = _drawn([5] * 16, width)
    heads, rows = strips[::4], strips[2::4]
    assert " ".join(heads).split() == [str(column) for column in EDGES]
    for head, row in zip(heads, rows, strict=True):
        over = zip(_middles(r"\d+", head), _middles("5█", row), strict=True)
        assert all(abs(one - other) <= 1.5 for one, other in over)


def test_numbers_that_have_no_room_beside_each_other_stand_in_strips() -> None:
    *strips, _ = _drawn([0.0885] * 16, 106)
    assert list(chain(*(re.findall(r"0\.\d+", row) for row in strips))) == ["0.0885"] * 16
    assert max(map(len, strips)) <= 106


@pytest.mark.parametrize(("value", "told"), [(5, "5"), (5.0, "5.")])
def test_the_full_tint_is_told_as_the_elements_are_written(value: float, told: str) -> None:
    assert _drawn([value] * 16, 100)[-1] == f"full tint at {told}, 16 of 10000 elements"
