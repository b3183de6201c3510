"""Cards whose options are picked."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizapp.memory.review import Rating
from quizapp.tui.screens.review import ReviewScreen
from quizapp.tui.widgets.answer_pages import AnswerPages
from quizapp.tui.widgets.lit_rows import Row
from quizapp.tui.widgets.rating_bar import RatingBar
from tests.tui.kinds import ONE, VIEWS, logged, sit
from tests.tui.learner import Learner
from tests.tui.screen import assert_looks_like, screen_text


@pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((100, 30), marks=pytest.mark.long)], ids=["80x24", "100x30"]
)
def test_how_a_choice_looks_before_and_after_the_verdict(home: Path, size: tuple[int, int]) -> None:
    async def act(someone: Learner) -> None:
        name = f"{size[0]}x{size[1]}"
        await someone.press("1", "3")
        await someone.sees("pick all that hold")
        assert_looks_like(someone.app, f"choice-question-{name}")
        await someone.press("enter")
        await someone.sees("enter next")
        assert_looks_like(someone.app, f"choice-verdict-{name}")

    sit(home, VIEWS, act, size=size)
    [review] = logged(home)
    assert (review.answers, review.right) == (("2,3",), False)


def test_options_are_picked_by_number_or_where_the_light_is(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("1", "2", "2", "9", "0")
        await someone.sees("[x] 1", "[ ] 2", "[ ] 3")
        await someone.press("down", "space", "up", "up", "space")
        await someone.sees("[ ] 1")
        await someone.press("enter")
        await someone.sees("enter next")

    sit(home, VIEWS, act)


def test_picks_do_not_stay_where_an_edit_has_moved_the_options(home: Path) -> None:
    async def act(someone: Learner) -> None:
        review, deck = someone.app.screen, home / "decks" / "own.yaml"
        assert isinstance(review, ReviewScreen)
        *before, first, second, third = deck.read_text().splitlines(keepends=True)
        await someone.press("1")
        await someone.sees("[x] 1")
        deck.write_text("".join([*before, first, second, third, "\n"]))
        await review._reload_decks()
        await someone.finds(lambda: "[x]" in screen_text(someone.app), True)
        deck.write_text("".join([*before, second, first, third]))
        await review._reload_decks()
        await someone.is_told("what you had entered is not kept")
        await someone.sees("[ ] 1", "[ ] 2", "[ ] 3")

    sit(home, VIEWS, act)


def test_an_edit_behind_a_verdict_is_told_to_be_read(home: Path) -> None:
    async def act(someone: Learner) -> None:
        review, deck = someone.app.screen, home / "decks" / "own.yaml"
        assert isinstance(review, ReviewScreen)
        await someone.press("1", "enter")
        await someone.sees("enter next")
        deck.write_text(deck.read_text().replace("same memory", "same cells"))
        await review._reload_decks()
        await someone.sees("The deck is read anew", "same memory")

    sit(home, VIEWS, act)


def test_a_click_picks_an_option_opens_a_page_and_rates(home: Path) -> None:
    async def act(someone: Learner) -> None:
        rows = someone.app.screen.query(Row)
        for index in (0, 1, 2, 1):
            await someone.click(rows[index], 12)
        await someone.sees("[x] 1", "[ ] 2", "[x] 3")
        await someone.press("enter")
        await someone.sees("enter next", "[why] ─ trace ─ graph")
        await someone.click(rows[0], 12)
        await someone.click(AnswerPages, "╭─ [why] ─ trace".index("trace"))
        await someone.sees("why ─ [trace] ─ graph")
        await someone.click(AnswerPages, "╭─ why ─ [trace] ─ graph".index("graph"))
        text = await someone.sees("why ─ trace ─ [graph]")
        [ratings] = [line for line in text.splitlines() if "2 hard" in line]
        await someone.click(RatingBar, ratings.index("2 hard"))
        await someone.sees("The sitting is over")

    sit(home, VIEWS, act)
    [review] = logged(home)
    assert (review.answers, review.rating) == (("2,3",), Rating.HARD)


def test_where_one_holds_a_pick_replaces_the_one_before(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("3", "1")
        assert (await someone.sees("(•) 1")).count("(•)") == 1
        await someone.press("down")
        assert (await someone.sees("(•) 2")).count("(•)") == 1
        await someone.press("k", "k", "j", "escape", "k", "enter")
        text = await someone.sees("enter next")
        assert text.count("holds") == text.count("(•)") == 1
        await someone.press("3")  # a rating: nothing is picked any more
        await someone.sees("over")

    sit(home, ONE, act)
    assert len(logged(home)) == 1


def test_that_none_holds_is_said_by_a_second_enter(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("enter", "enter", "enter")  # a key held down
        await someone.sees("Enter once more if none of them")
        assert logged(home) == []
        await someone.press("1", "1")
        assert "once more" not in await someone.sees("pick all that hold")
        await someone.press("enter")
        await someone.sees("once more")
        assert logged(home) == []
        await someone.press("enter")
        await someone.sees("✗ wrong", "does not hold")

    sit(home, VIEWS, act)
    assert [review.answers for review in logged(home)] == [("none",)]


def test_letters_are_commands_after_escape_however_often_it_is_pressed(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("1", *"yesnothing")
        await someone.sees("[x] 1", "Letters are commands after esc", "1 of 1")
        await someone.press("escape", "escape", "h", "g")
        await someone.sees("A view is no copy.", "marked as a guess", "[x] 1", "s skip", "q end")
        await someone.press("j", "space", "3", "enter")
        await someone.sees("enter next")

    sit(home, VIEWS, act)
    assert [(review.hint, review.guess) for review in logged(home)] == [(True, True)]


def test_a_choice_has_a_trace_and_can_be_undone(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("2", "enter")
        await someone.sees("enter next")
        await someone.press("t")
        await someone.sees("step 1 of 1", "1> x = torch.arange(4.)")
        await someone.press("u")
        text = await someone.sees("i answer", "[ ] 1", "[x] 2")
        assert "holds" not in text and "field" not in text
        await someone.is_told("enter hands in what stands there.")

    sit(home, VIEWS, act)
    assert logged(home) == []


def test_enter_after_an_undo_hands_the_picks_in_again(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("2", "enter")
        await someone.sees("enter next")
        await someone.press("u")
        await someone.sees("i answer", "[x] 2")
        await someone.press("3", "enter")
        await someone.sees("enter next")

    sit(home, VIEWS, act)
    [review] = logged(home)
    assert len(review.answers[0].split(",")) == 2
