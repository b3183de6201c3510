"""Cards whose lines are put in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizapp.tui.app import QuizApp
from quizapp.tui.widgets.lit_rows import Row
from tests.tui.kinds import ORDER, logged, sit
from tests.tui.learner import Learner
from tests.tui.screen import assert_looks_like


@pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((100, 30), marks=pytest.mark.long)], ids=["80x24", "100x30"]
)
def test_how_an_order_looks_before_and_after_the_verdict(home: Path, size: tuple[int, int]) -> None:
    async def act(someone: Learner) -> None:
        name = f"{size[0]}x{size[1]}"
        await someone.press("down")
        assert_looks_like(someone.app, f"order-question-{name}")
        await someone.press("J", "K", "enter")
        await someone.sees("enter next")
        assert_looks_like(someone.app, f"order-verdict-{name}")

    sit(home, ORDER, act, size=size)
    [review] = logged(home)
    assert review.right is False


def rows(text: str) -> list[str]:
    """The first characters of the lines of the deck, in the order in which they stand."""
    places = {line: text.index(line) for line in ("x += 1", "if x:", "x -= 2")}
    return sorted(places, key=lambda line: places[line])


@pytest.mark.parametrize(
    ("up", "down"),
    [
        ("K", "J"),
        pytest.param("shift+up", "shift+down", marks=pytest.mark.long),
        pytest.param("ctrl+up", "ctrl+down", marks=pytest.mark.long),
    ],
)
def test_the_lit_line_is_moved(home: Path, up: str, down: str) -> None:
    async def act(someone: Learner) -> None:
        first, second, third = rows(await someone.sees("put these in order"))
        await someone.press(down)
        assert rows(await someone.sees("enter run")) == [second, first, third]
        await someone.press(down, down)
        assert rows(await someone.sees("enter run")) == [second, third, first]
        await someone.press("k", up, "escape", "j", "j", up, up)
        assert rows(await someone.sees("enter run")) == [first, third, second]
        await someone.press("escape", down)
        assert rows(await someone.sees("enter run")) == [third, first, second]

    sit(home, ORDER, act)


def test_in_a_page_one_is_told_how_a_finger_drags(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(someone: Learner) -> None:
        await someone.sees("put these in order", "a finger that first rests")

    monkeypatch.setattr(QuizApp, "is_web", True)
    sit(home, ORDER, act)


def test_a_line_is_dragged_to_its_place(home: Path) -> None:
    async def act(someone: Learner) -> None:
        first, second, third = rows(await someone.sees("put these in order"))
        lines = list(someone.app.screen.query(Row))[::-1]
        await someone.drag(*lines)
        text = await someone.sees("enter run")
        assert rows(text) == [third, first, second] and someone.app.screen.selections == {}

    sit(home, ORDER, act)


def test_an_enter_too_many_hands_in_no_lines_as_they_were_shuffled(home: Path) -> None:
    async def act(someone: Learner) -> None:
        for _ in range(30):  # a key that is held down
            someone.app.simulate_key("enter")
        await someone.sees("Nothing is moved yet. Enter once more if this is")
        await someone.press("down")
        assert "moved yet" not in await someone.sees("j and k light a line")
        await someone.press("enter")
        await someone.sees("Enter once more")
        assert logged(home) == []
        await someone.press("enter")
        await someone.sees("✗ wrong", "enter next")

    sit(home, ORDER, act)


async def put_right(someone: Learner) -> None:
    """Put the lines in the order that passes, one after the other."""
    for at, line in enumerate(("x += 1", "if x:", "x -= 2")):
        await someone.press("up", "up")
        now = rows(await someone.sees("put these in order"))
        await someone.press(*["down"] * now.index(line), *["K"] * (now.index(line) - at))


@pytest.mark.long
def test_an_order_that_fails_can_be_tried_again_and_the_first_counts(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("J", "K", "enter")
        text = await someone.sees("✗ wrong", "x is ", "─ yours ─", "i edits it", "enter next")
        assert text.count("x -= 2") == 1 and "enter again" in text
        await someone.press("i")
        assert "again" not in await someone.sees("enter run"), "its key is the field's"
        await someone.press("escape")
        await someone.sees("enter again", "enter next")
        await someone.press("i")
        await put_right(someone)
        await someone.press("enter")
        await someone.sees("✓ try 2 passes", "1  x += 1", "2  if x:", "4  x -= 2", "enter next")
        await someone.press("t")
        await someone.sees("x -= 2  yours")
        await someone.press("i", "escape")
        await someone.press("enter")
        await someone.sees("once more")

    sit(home, ORDER, act)
    assert [review.right for review in logged(home)] == [False]


def test_a_right_order_is_logged_by_the_numbers_of_the_deck(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await put_right(someone)
        await someone.press("enter")
        await someone.sees("✓ right", "solution", "enter next")

    sit(home, ORDER, act)
    assert [(review.answers, review.right) for review in logged(home)] == [(("1 2 3",), True)]


@pytest.mark.long
def test_enter_after_an_undo_runs_the_lines_again(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("down", "J", "enter")
        await someone.sees("enter next")
        await someone.press("u")
        assert "field" not in await someone.sees("i answer")
        await someone.press("enter")
        await someone.sees("enter next")

    sit(home, ORDER, act)
    assert len(logged(home)) == 1
