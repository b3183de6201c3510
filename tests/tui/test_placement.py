"""A placement by keys: offered to newcomers, declined with one key, stopped at will."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from quizapp.memory.log import ReviewLog
from quizapp.study import inquiry, opening
from quizapp.study.placement import broken_off
from quizapp.text.words import counted
from quizapp.tui.screens import breath
from quizapp.tui.screens.breath import Breath
from quizapp.tui.screens.placement import PlacedScreen, PlacementScreen
from tests.tui.conftest import begin_a_breath
from tests.tui.learner import PATIENCE, learner
from tests.tui.test_bursts import type_quickly

OFFER = "New here? p finds out what you know"


def test_the_offer_is_declined_with_one_key_for_good(home: Path) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees(OFFER)
            await someone.press("n")
            await someone.is_told("placement in the settings (,) has it offered again.")
            assert OFFER not in await someone.sees("10 new")
        assert 'placement = "declined"\n' in (home / "config.toml").read_text()
        async with learner() as someone:
            assert OFFER not in await someone.sees("10 new")

    asyncio.run(act())


@pytest.mark.parametrize("width", [pytest.param(54, marks=pytest.mark.long), 100])
def test_questions_follow_one_another_and_stop_at_will(
    home: Path, shipped: None, width: int
) -> None:
    async def act() -> None:
        async with learner((width, 30)) as someone:
            await someone.sees("New here?")
            await someone.press("p")
            await someone.sees("question 1 of 15 to 25")
            await someone.press("escape", "s", "escape", "d")
            told = await someone.sees("question 2 of 15 to 25")
            assert "wrong" not in told
            await someone.press("escape")
            await someone.sees("q stop")
            await someone.press("q")
            await someone.sees("What you know already", "Nothing is taken", "yet:")
            await someone.press("enter")
            await someone.sees("10 new", "p goes on with them")
            await someone.press("n")
            assert "goes on with them" not in await someone.sees("10 new")

    asyncio.run(act())


@pytest.mark.long
def test_the_key_back_to_options_and_lines_is_called_so(home: Path, shipped: None) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("New here?")
            await someone.press("p")
            named = set[str]()
            while named != {"i type", "i answer"}:
                await someone.sees("question 1 of 15 to 25")
                await someone.press("escape")
                asked = someone.app.screen
                assert isinstance(asked, PlacementScreen)
                key = "i answer" if asked._view.form.moves else "i type"
                await someone.sees(key)
                named.add(key)
                await someone.press("s")

    asyncio.run(act())


@pytest.mark.long
def test_a_placement_that_was_cut_off_is_offered_again_and_goes_on(
    home: Path, shipped: None
) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("New here?")
            await someone.press("p")
            await someone.sees("question 1 of 15 to 25")
            await someone.press("escape", "d")
            await someone.sees("question 2 of 15 to 25")
        async with learner() as someone:
            await someone.sees("were broken off: p goes on with them")
            await someone.press("p")
            await someone.sees("question 2 of 15 to 25", "It goes on where it broke off")

    asyncio.run(act())


def test_an_answer_is_taken_back_and_its_question_asked_again(home: Path, shipped: None) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("New here?")
            await someone.press("p")
            await someone.sees("question 1 of 15 to 25")
            asked = someone.app.screen
            assert isinstance(asked, PlacementScreen)
            first = asked._turn
            await someone.press("escape")
            assert "u undo" not in await someone.sees("q stop")
            await someone.press("d")
            await someone.sees("question 2 of 15 to 25")
            await someone.press("escape")
            await someone.sees("u undo")
            await someone.press("u")
            await someone.sees("question 1 of 15 to 25", "Your answer is taken back.")
            assert asked._turn.exercise == first.exercise
            with ReviewLog.open(home / "quiz.db") as log:
                assert broken_off(log) == []

    asyncio.run(act())


def test_what_is_taken_as_known_is_shown_and_undone(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "SHIPPED_DECKS", home / "none")  # there are the three cards alone
    monkeypatch.setattr(inquiry, "MOST", 1)
    monkeypatch.setattr(inquiry, "SURE", 0.5)

    async def act() -> None:
        async with learner() as someone:
            await someone.sees(OFFER)
            await someone.press("p")
            await someone.sees("What is the gradient of the sum?", "Type ? where you do not know.")
            await someone.type("1 1")
            await someone.press("enter")
            await someone.sees("Taken as known: ", "First steps", "u undo")
            with ReviewLog.open(home / "quiz.db") as log:
                assert log.memories()
            await someone.press("u")
            await someone.is_told("u again takes back what you were placed by.")
            await someone.press("down", "u")
            await someone.sees("Taken as known: ")
            with ReviewLog.open(home / "quiz.db") as log:
                known = len(log.memories())
            await someone.press("u")
            await someone.is_told(f"{counted(known, 'card')} no longer taken as known.")
            await someone.sees("3 new", OFFER)

    asyncio.run(act())


def test_home_takes_a_placement_of_today_back_where_it_is_asked_twice(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "SHIPPED_DECKS", home / "none")
    monkeypatch.setattr(inquiry, "MOST", 1)
    monkeypatch.setattr(inquiry, "SURE", 0.5)

    async def act() -> None:
        async with learner() as someone:
            await someone.sees(OFFER)
            await someone.press("p")
            await someone.sees("What is the gradient of the sum?")
            await someone.type("1 1")
            await someone.press("enter")
            await someone.sees("Taken as known: ", "enter home")
            await someone.press("enter")
            assert OFFER not in await someone.sees("q quit")
            await someone.press("u")
            await someone.is_told("u again takes back what you were placed by.")
            await someone.press("u")
            await someone.is_told("no longer taken as known")
            await someone.sees("3 new", OFFER)

    asyncio.run(act())


@pytest.mark.parametrize("keys", [["?", "enter", "enter"], ["escape", "d", "d", "d"]], ids=" ".join)
def test_keys_that_come_with_an_answer_answer_no_question_that_nobody_has_seen(
    home: Path, keys: list[str]
) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees(OFFER)
            await someone.press("p")
            await someone.sees("question 1 of")
            screen = someone.app.screen
            assert isinstance(screen, PlacementScreen)
            seen = screen._ahead.seen
            await someone.finds(lambda: seen(screen._turn.exercise) is not None, True)
            await type_quickly(someone, keys, paused=False)
            await someone.sees("question 2 of")
            assert screen._placement.asked == 1

    asyncio.run(act())


def test_a_long_list_of_what_is_known_is_scrolled_by_keys(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "SHIPPED_DECKS", home / "none")
    monkeypatch.setattr(inquiry, "MOST", 1)
    monkeypatch.setattr(inquiry, "SURE", 0.0)
    monkeypatch.setattr(Breath, "begin", begin_a_breath)
    monkeypatch.setattr(breath, "DOUBLE_PRESS", PATIENCE)
    for number in range(30):
        (home / "decks" / f"own-{number}.yaml").write_text(
            f"topic: own-{number}\ncards:\n"
            "  - {id: one, prompt: What is it?, back: That.}\n"
            "  - {id: two, prompt: And y?, code: y = 2, ask: {value: y}}\n"
        )

    async def act() -> None:
        async with learner((80, 24)) as someone:
            await someone.sees(OFFER)
            await someone.press("p")
            await someone.sees("question 1 of")
            await someone.press("escape", "d")
            told = await someone.sees("Taken as known: ", "They come back", "own-0")
            assert "own-29" not in told
            await someone.press("escape", "enter")  # for a question, as one might think
            placed = someone.app.screen
            assert isinstance(placed, PlacedScreen)
            placed._breath.end()
            await someone.press("ctrl+f", "G")
            await someone.sees("own-29")
            await someone.press("g")
            await someone.sees("Taken as known: ", "own-0")

    asyncio.run(act())
