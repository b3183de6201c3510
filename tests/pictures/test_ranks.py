"""Pictures of ranks that do not all run the same lines."""

from __future__ import annotations

import pytest

from quizapp.inside.places import Place
from quizapp.inside.spans import plain
from quizapp.pictures.album import Album
from quizapp.pictures.ranks import Deed, together
from tests.pictures.conftest import Draw

APART = "x = torch.tensor([5])\nif rank == 1:\n    x += 1"
ABOVE = 2
"""Lines above the code: what is drawn, and an empty one."""


@pytest.fixture
def album(draw: Draw) -> Album:
    return draw(APART, 2)


def text(album: Album, at: int) -> str:
    return "\n".join(map(plain, album.lines("ranks", at, width=80)))


def test_the_first_picture_is_of_the_last_line_that_changed_something_on_any_rank(
    album: Album,
) -> None:
    start = album.start("ranks")
    assert album.place("ranks", start) == Place(ABOVE + 3)
    shown = text(album, start)
    assert "does not come to this line" in shown
    assert shown.index("before") < shown.index("│ 5") < shown.index("after") < shown.index("│ 6")


def test_the_last_picture_is_of_each_rank_at_its_end(album: Album) -> None:
    last = album.stops("ranks")[-1]
    assert album.place("ranks", last) is None
    (row,) = [line for line in text(album, last).splitlines() if "│ 5" in line]
    assert row.index("│ 5") < row.index("│ 6")


def test_what_the_ranks_were_at_is_in_the_order_of_each() -> None:
    a, b, c, d, again = (Deed("d.yaml", *at) for at in ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2)))
    assert together([[a, d], [a, b, d], [a, c, d, again]]) == [a, b, c, d, again]
    assert set(together([[a, b], [b, a]])) == {a, b}


def test_another_kind_of_picture_is_of_the_same_line_where_the_asked_rank_ran_it(
    album: Album,
) -> None:
    there = album.stops("ranks")
    second = there[-3]
    values = album.turned(second, "ranks", "values")
    assert album.place("values", values) == album.place("ranks", second) == Place(ABOVE + 2)
    assert album.turned(values, "values", "ranks") == second
    alone = there[-2]  # of rank 1
    assert album.place("ranks", alone) == Place(ABOVE + 3)
    assert album.turned(alone, "ranks", "values") == album.start("values")
