"""What can be decided about the card on the screen, by keys."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating
from quizapp.study.sitting import Sitting
from tests.memory.conftest import review_maker
from tests.tui.learner import learner

SUM = "What is the gradient of the sum?"
DRILL = Sitting(("first-steps",))


def test_a_card_is_suspended_by_two_keys_or_a_click_and_comes_back_by_undo(home: Path) -> None:
    async def run() -> None:
        async with learner(first=DRILL) as someone:
            await someone.sees("1 of 3")
            await someone.press("escape", "m")
            await someone.sees("Suspend: ask it no more")
            await someone.press("s")
            await someone.sees("1 of 2")
            await someone.press("escape", "u")
            await someone.sees("1 of 3")
            await someone.press("escape", "m")
            await someone.sees("esc closes")
            await someone.click_on("Suspend: ask it no more")
            await someone.sees("1 of 2")

    asyncio.run(run())


def test_a_leech_is_shown_with_its_history_and_what_may_help(home: Path) -> None:
    deck = home / "decks" / "first-steps.yaml"
    text = deck.read_text().replace("say: Those are", "idea: sums\n        say: Those are")
    deck.write_text(text.replace("cards:", "ideas: {sums: A sum keeps its terms.}\ncards:", 1))
    make_review = review_maker()
    with ReviewLog.open(home / "quiz.db") as log:
        for day in range(8):  # the first time, it was not learnt yet
            log.append(make_review(day, Rating.AGAIN, "first-steps/sum"))

    async def run() -> None:
        async with learner(first=Sitting(cards=("first-steps/sum",))) as someone:
            log = someone.app._study.log
            await someone.sees("1 of 1")
            await someone.press("escape", "d")
            await someone.sees("enter next")
            await someone.press("enter")
            text = await someone.sees("missed again and again", "9 answers", "i drill its idea")
            assert "quiz resume" not in text and "with a it is asked on" in " ".join(text.split())
            told, body = (
                next(line for line in text.splitlines() if words in line)
                for words in ("missed again and again", "9 answers")
            )
            indent = len(told) - len(told.lstrip())
            assert indent and body.startswith(" " * indent + "9 answers"), "in line with the text"
            await someone.press("r")
            await someone.is_told("first-steps/sum is new again.")
            assert "first-steps/sum" not in log.memories()
            await someone.press("u")
            await someone.sees("1 not known")
            assert log.memories()["first-steps/sum"].lapses == 8
            await someone.press("u", "d", "d")
            await someone.sees("enter next")
            await someone.press("enter")
            await someone.sees("missed again and again", "a ask it on")
            await someone.press("a")
            await someone.is_told("first-steps/sum is asked again.")
            assert not log.standing("first-steps/sum").aside

    asyncio.run(run())


def test_a_note_is_shown_after_the_verdict_and_a_wrong_day_is_told(home: Path) -> None:
    async def run() -> None:
        async with learner(first=DRILL) as someone:
            await someone.sees("1 of 3")
            await someone.press("escape", "m", "n")
            await someone.press(*"ask", "enter")
            await someone.press("d")
            await someone.sees("your note  ask")
            await someone.press("m", "d")
            await someone.press(*"soon", "enter")
            await someone.sees("Say in how many days")
            await someone.press("3")
            assert "Say in how" not in await someone.sees("soon3")
            await someone.press("escape")
            await someone.sees("Set the day")
            await someone.press("q", "m", "n", *" again", "enter")
            await someone.sees("your note  ask again")
            await someone.press("u")
            assert "ask again" not in await someone.sees("your note  ask")

    asyncio.run(run())


@pytest.mark.long
def test_a_flag_is_seen_beside_the_question_now_and_when_the_card_comes_again(home: Path) -> None:
    def beside(text: str) -> bool:
        return any(
            line.split("│")[-1].strip() == "flagged"
            for line in text.replace("│\n", "\n").splitlines()
        )

    async def run() -> None:
        async with learner(first=DRILL) as someone:
            await someone.sees("1 of 3")
            await someone.press("escape", "m", "f")
            assert beside(await someone.sees("This card is flagged."))
            await someone.press("g")
            assert beside(await someone.sees("marked as a guess"))
            await someone.press("d")
            assert beside(await someone.sees("enter again"))
            await someone.press("m", "f")
            assert not beside(await someone.sees("is not flagged any more"))
            await someone.press("m", "f", "enter")
            for place in ("2 of 4", "3 of 5"):
                assert not beside(await someone.sees(place))
                await someone.press("escape", "d")
                await someone.sees("enter again")
                await someone.press("enter")
            assert beside(await someone.sees("(once more)"))

    asyncio.run(run())


@pytest.mark.long
def test_what_was_typed_for_an_act_outlasts_the_menu(home: Path) -> None:
    async def run() -> None:
        async with learner(first=DRILL) as someone:
            await someone.sees("1 of 3")
            await someone.press("escape", "m", "n", *"a half", "escape")
            await someone.sees("Suspend")
            await someone.press("escape", "d")
            await someone.sees("enter next")
            await someone.press("m", "n", *"-note", "enter")
            await someone.press("m")
            await someone.sees("this card", "a half-note")
            await someone.press("n", *"x", "escape", "escape", "enter")
            await someone.sees("2 of 4")
            await someone.press("escape", "m", "n")
            assert "a half-notex" not in await someone.sees("Note of your own")

    asyncio.run(run())


@pytest.mark.long
def test_only_what_was_done_last_is_told_and_never_over_the_menu(home: Path) -> None:
    async def run() -> None:
        async with learner(first=DRILL) as someone:
            await someone.sees("1 of 3")
            await someone.press("escape", "m", "f")
            await someone.is_told("is flagged")
            await someone.press("u")
            assert "undoes" not in await someone.is_told("first-steps/sum is flagged: undone.")
            await someone.press("m")
            assert "undone." not in await someone.sees("this card")
            await someone.press("n")
            assert "Suspend" not in await someone.sees("Note of your own", "esc goes back")

    asyncio.run(run())


@pytest.mark.long
def test_what_is_told_of_this_card_goes_with_it(home: Path) -> None:
    async def run() -> None:
        async with learner(first=DRILL) as someone:
            await someone.sees("1 of 3")
            await someone.press("escape", "d")
            await someone.sees("enter next")
            await someone.press("m", "f")
            await someone.is_told("This card is flagged.")
            await someone.press("enter")
            assert "is flagged" not in await someone.sees("2 of 4")

    asyncio.run(run())


def test_after_the_only_card_it_is_told_where_undo_is_and_it_is_there(home: Path) -> None:
    async def run() -> None:
        async with learner(first=Sitting(("first-steps",), 1)) as someone:
            await someone.sees("1 of 1", SUM)
            await someone.press("escape", "m", "s")
            await someone.is_told(
                "The last card is suspended. To take it back in a review: esc, then u."
            )
            await someone.press("enter")
            assert SUM not in await someone.sees("1 of ")
            await someone.press("escape", "u")
            await someone.sees("1 of ", SUM)

    asyncio.run(run())
