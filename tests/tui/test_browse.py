"""Browse: all cards, found, sorted, looked at, and decided about many at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating
from quizapp.tui.browse.card_table import CardTable
from tests.deck.kinds import KINDS, kinds
from tests.memory.conftest import review_maker
from tests.tui.learner import learner


def test_what_is_typed_narrows_the_cards_and_is_told_where_it_says_nothing(home: Path) -> None:
    async def act() -> None:
        async with learner((130, 34)) as someone:
            await someone.sees("All topics")
            await someone.press("b")
            await someone.sees("51 cards", "tensor-ops/c0  recall, level 2")
            await someone.press("slash")
            assert "/ search" not in await someone.sees("esc cards  f1 help")
            await someone.type("topic:dty")
            await someone.sees("unknown topic 'dty' (did you mean 'dtypes'?)", "51 cards")
            await someone.press("enter")  # leaves the field no more than any other key
            await someone.press("escape", "a", "d")  # what is listed is not what was meant
            assert "marked" not in await someone.sees("unknown topic", "51 cards")
            await someone.press("slash", "end", "backspace", "y")
            await someone.press("right")  # takes what is offered
            await someone.sees("topic:dtypes", "12 cards")
            await someone.press("enter", "j", "enter")
            assert "12 cards" not in await someone.sees("dtypes / c1", "recall, level 2")
            await someone.press("escape", "slash", "end")
            await someone.type(" -card:c1*")
            await someone.sees("9 cards")
            await someone.press("ctrl+u")
            await someone.type("nowhere-to-be-found")
            await someone.sees("0 cards")
            await someone.press("enter", "d", "m", "space", "e")
            await someone.sees("0 cards")
            await someone.press("slash", "ctrl+u")
            await someone.type("first-steps")
            await someone.press("enter", "G")
            await someone.sees("3 cards")
            await someone.press("escape")
            await someone.sees("51 cards", "▌  first-steps/why")
            await someone.press("escape")
            await someone.sees("All topics")

    asyncio.run(act())


def test_a_complaint_is_told_to_its_end_in_a_narrow_terminal(home: Path) -> None:
    async def act() -> None:
        async with learner((40, 24)) as someone:
            await someone.press("slash", *"topic:xyzzy")
            await someone.sees("unknown topic 'xyzzy'", "about.")

    asyncio.run(act())


def test_what_is_decided_of_many_is_logged_of_each_and_undone_together(home: Path) -> None:
    async def act() -> None:
        async with learner((130, 34)) as someone:
            study = someone.app._study
            await someone.press("slash", *"dtypes", "enter", "space", "space", "m")
            await someone.sees("2 cards", "Suspend: ask it no more until resumed")
            await someone.press("s")
            await someone.sees("2 cards: each is suspended. u undoes it.")
            assert sorted(study.log.standings()) == ["dtypes/c0", "dtypes/c1"]
            await someone.press("slash", "ctrl+u", *"is:suspended", "enter")
            await someone.sees("2 marked of 2 cards")
            await someone.press("d")
            await someone.is_told("none of them can be asked now: set aside.")
            await someone.press("m", "f")
            await someone.sees("2 cards: each is flagged.")
            await someone.press("slash", "ctrl+u", *"card:dtypes/c1*", "enter", "j", "space", "m")
            assert "flag away" not in await someone.sees("2 cards", "f  Flag, to find it again")
            await someone.press("escape")
        async with learner((130, 34)) as someone:  # undo goes on after a restart
            study = someone.app._study
            await someone.press("b", "slash", *"is:suspended", "enter", "u")
            await someone.is_told(
                "u again undoes what was decided earlier: 2 cards: each is flagged."
            )
            await someone.press("down", "u")
            await someone.is_told(
                "u again undoes what was decided earlier: 2 cards: each is flagged."
            )
            await someone.press("u")
            await someone.is_told("2 cards: each is flagged: undone.")
            await someone.press("u", "u")
            await someone.sees("0 cards")
            assert not any(standing.flagged for standing in study.log.standings().values())
            assert not any(standing.aside for standing in study.log.standings().values())

    asyncio.run(act())


def test_what_was_decided_is_seen_where_there_is_room_for_two_columns(home: Path) -> None:
    async def act() -> None:
        async with learner((60, 20)) as someone:
            await someone.sees("All topics")
            await someone.press("slash", *"dtypes", "enter", "m", "s")
            await someone.sees("dtypes/c0", "suspended")
            await someone.press("u")
            text = await someone.sees("undone.")
            assert (
                next(line.split()[2] for line in text.splitlines() if "dtypes/c0" in line) == "new"
            )

    asyncio.run(act())


@pytest.mark.long
def test_a_card_that_was_answered_shows_its_history_and_is_sorted_by_it(home: Path) -> None:
    async def act() -> None:
        async with learner((200, 40)) as someone:
            await someone.press("b", "slash", *"card:dtypes/c5", "enter", "d")
            await someone.sees("1 of 1", "Why?")
            await someone.press("enter")
            await someone.sees("enter next")
            await someone.press("enter")
            await someone.sees("The sitting is over")
            await someone.press("enter")
            await someone.sees("mastery")
            await someone.press("b")
            table = someone.app.screen.query_one(CardTable)
            await someone.press("escape", "o", "o", "o")
            await someone.sees("due▴", "1 answer", "Good", "learnt, due 2026-03-")
            assert table.rows[0].card.id == "dtypes/c5"
            await someone.press("O")
            assert table.rows[0].card.id == "dtypes/c5", "what has no value comes last either way"
            await someone.click(table, 4, row=0)
            await someone.sees("card▴")
            assert [row.card.id for row in table.rows][:2] == ["autograd/c0", "autograd/c1"]

    asyncio.run(act())


def test_an_option_that_was_picked_stands_in_the_history_as_the_card_shows_it(home: Path) -> None:
    (home / "decks" / "kinds.yaml").write_text(KINDS)
    views = kinds().cards[0]
    with ReviewLog.open(home / "quiz.db") as log:
        answers = {"answers": ("1,3",), "content_hash": views.content_hash}
        log.append(review_maker()(0, Rating.AGAIN, views.id, seconds=3.0, **answers))

    async def act() -> None:
        async with learner((200, 34)) as someone:
            await someone.press("b", "slash", *f"card:{views.id}", "enter")
            await someone.sees("3 s  x.view(2, -1)  x[1:]")

    asyncio.run(act())


@pytest.mark.long
def test_a_drill_says_how_many_cards_it_takes_and_leads_back_to_them(home: Path) -> None:
    async def act() -> None:
        async with learner((130, 34)) as someone:
            await someone.press("b", "slash", *"dtypes", "enter")
            await someone.sees("12 cards", "d drill 12")
            await someone.press("G", "m", "s")
            await someone.sees("12 cards", "d drill 11")
            await someone.press("u", "g")
            await someone.sees("12 cards", "d drill 12")
            await someone.press("o", "O", "j", "j", "space")
            await someone.sees("1 marked of 12 cards", "d drill 1 ")
            left = someone.app.screen.query_one(CardTable).as_left("dtypes")
            await someone.press("d")
            await someone.sees("1 of 1")
            await someone.press("escape", "q")
            await someone.sees("All topics")
            await someone.press("slash")
            await someone.sees("51 cards")
            await someone.press("escape", "q", "b")
            await someone.sees("12 cards", "d drill 12", "card▾")
            assert someone.app.screen.query_one(CardTable).as_left("dtypes") == left
            await someone.press("escape")
            await someone.sees("51 cards")
            await someone.press("q", "b")
            assert "card▾" not in await someone.sees("51 cards")

    asyncio.run(act())


def test_what_was_marked_and_where_one_stood_is_not_lost_to_a_key(home: Path) -> None:
    async def act() -> None:
        async with learner((130, 34)) as someone:
            await someone.press("b", "u")
            await someone.is_told("Nothing was decided today that could be undone.")
            await someone.press("slash", *"dtypes", "enter", "j", "j", "space")
            await someone.sees("1 marked of 12 cards", "esc unmark")
            table = someone.app.screen.query_one(CardTable)
            stood = table.highlighted
            await someone.press("o", "O")
            await someone.sees("card▾")
            assert table.highlighted == stood
            await someone.press("g", "o")
            assert table.highlighted == table.rows[0], "who stands at the top sees what comes there"
            await someone.press("escape")
            assert "marked" not in await someone.sees("12 cards", "esc clear")

    asyncio.run(act())


@pytest.mark.long
def test_the_page_of_a_card_explains_what_was_answered_and_lets_one_poke(home: Path) -> None:
    cards = (
        "{id: one, code: b = 20 + 1, ask: {value: b}, prompt: What?, explain: 'It is {= b * 2}.'}",
        "{id: two, code: b = 2, ask: {value: b}, prompt: What?, explain: It is there.}",
        "{id: three, prompt: Why?, back: So it is.}",
    )
    (home / "decks" / "many.yaml").write_text(f"topic: many\ncards: [{', '.join(cards)}]\n")

    async def act() -> None:
        async with learner((100, 30)) as someone:
            study = someone.app._study
            await someone.press("b", "slash", *"card:many/one", "enter", "d")
            await someone.sees("1 of 1", "What?")
            await someone.press("escape", "d")
            await someone.sees("enter again", "It is 42.")
            await someone.press("q")
            await someone.sees("The sitting so far")
            await someone.press("enter")
            await someone.sees("mastery")
            await someone.press("b", "escape", "slash", *"topic:many", "enter", "enter")
            assert "It is" not in await someone.sees("many / one", "1 answer", "w why", "p poke")
            await someone.press("w")
            await someone.sees("What?", "It is 42.", "1 answer")
            await someone.press("w")
            assert "It is" not in await someone.sees("1 answer")
            await someone.press("p")
            await someone.sees("nothing of this is graded")
            await someone.press("a", "ctrl+s")
            await someone.sees("NameError")
            await someone.press("escape")
            await someone.sees("many / one")
            await someone.press("p")
            await someone.sees("ab = 20 + 1")
            await someone.press("escape", "escape", "j", "enter", "w")
            text = await someone.sees("many / two", "p poke")
            assert "w why" not in text and "It is" not in text
            await someone.press("escape", "j", "enter", "p")
            text = await someone.sees("many / three", "Why?")
            assert "p poke" not in text and "So it is" not in text
            assert len(study.log.reviews()) == 1

    asyncio.run(act())


def test_a_card_that_is_marked_or_named_is_drilled_whatever_it_comes_after(home: Path) -> None:
    first = "{id: one, prompt: What?, back: So.}"
    second = "{id: two, after: one, prompt: What then?, back: So.}"
    (home / "decks" / "many.yaml").write_text(f"topic: many\ncards: [{first}, {second}]\n")

    async def act() -> None:
        async with learner((130, 34)) as someone:
            await someone.press("b", "slash", *"topic:many", "enter", "j")
            await someone.sees("2 cards", "d drill 1 ")
            await someone.press("a")
            await someone.sees("2 marked of 2 cards", "d drill 2")
            await someone.press("space")  # the other one
            await someone.sees("1 marked of 2 cards", "d drill 1")
            await someone.press("escape", "slash", "ctrl+u", *"card:many/two", "enter")
            await someone.sees("1 card", "d drill 1")
            await someone.press("m", "s")
            await someone.sees("1 card", "d drill 0")
            await someone.press("u")
            await someone.sees("1 card", "d drill 1")
            await someone.press("d")
            await someone.sees("1 of 1", "What then?")

    asyncio.run(act())


def test_the_cards_that_home_does_not_count_are_told_apart(home: Path) -> None:
    second = "{id: two, code: b = 2, ask: {value: b}, prompt: What?, needs: torch>=99}"
    first = "{id: one, prompt: What?, back: So.}"
    (home / "decks" / "many.yaml").write_text(f"topic: many\ncards: [{first}, {second}]\n")

    async def act() -> None:
        async with learner((100, 30)) as someone:
            await someone.has_torch()
            await someone.press("b", "slash", *"topic:many", "enter")
            await someone.sees("2 cards, 1 not for this machine")
            await someone.press("a", "m", "s")
            await someone.sees("2 marked of 2 cards", "suspended")
            assert "machine" not in await someone.sees("2 marked of 2 cards")

    asyncio.run(act())
