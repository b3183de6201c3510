"""A value that is written in a grid of cells."""

from __future__ import annotations

from pathlib import Path

from tests.tui.kinds import logged, sit
from tests.tui.learner import Learner
from tests.tui.test_bursts import type_quickly

CARD = """\
prompt: What comes of it?
code: |
  a = torch.tensor([[1., 2.], [3., 4.]])
ask: [{value: a}, {value: "a[0]"}, {shape: a}]
"""


def test_a_burst_goes_through_cells_and_fields(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.sees("like 0.125 or [[0, 1], [2, 3]]", "^g grid")
        await type_quickly(someone, ["ctrl+g", *"1,2;3,", "up", *"7"], paused=False)
        assert answers(someone) == ("[[1, 27], [3, _]]", "", "")
        keys = ["backspace", "tab", "tab", *"4", "tab", *"9"]
        await type_quickly(someone, keys, paused=False)
        assert answers(someone) == ("[[1, 2], [3, 4]]", "9", "")
        text = await someone.sees("[[  1   2  ]", "leaves the grid")
        assert "[[1, 2]" not in text
        keys = ["ctrl+g", *",8", "ctrl+g", "ctrl+g", "up", "shift+tab", "shift+tab", *"5"]
        await type_quickly(someone, keys, paused=False)
        assert answers(someone) == ("[[1, 2], [3, 45]]", "[9, 8]", "")

    sit(home, CARD, act)


def test_enter_answers_by_the_grid_as_by_the_field(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("ctrl+g", *"1,2;3", "enter")
        await someone.sees("A cell is empty.")
        await someone.press("4", "enter", *"[1, 2]", "ctrl+g", "enter")
        await someone.type("2, 2")
        assert "^g grid" not in await someone.sees("shape of a")
        await someone.press("enter")
        await someone.sees("✓ right")

    sit(home, CARD, act)
    [review] = logged(home)
    assert review.answers == ("[[1, 2], [3, 4]]", "[1, 2]", "2, 2") and review.right


def test_what_fits_into_no_grid_stays_where_it_is(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("[[1, 2], [3]]")
        await someone.press("ctrl+g")
        await someone.sees("[[1, 2], [3]]", "rows of one length")
        await someone.press("ctrl+u")
        await someone.type("4 1,, 8 3")
        await someone.press("ctrl+g")
        assert "at most 8" not in await someone.sees("4 1,, 8 3", "A value looks like")
        await someone.press("ctrl+u", "ctrl+g", "question_mark", "escape", "s", "escape", "d")
        await someone.sees("? not known")

    sit(home, CARD, act)


def answers(someone: Learner) -> tuple[str, ...]:
    return tuple(someone.app.screen._view.form.answers)
