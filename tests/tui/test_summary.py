"""The end of a sitting, and what can be done about it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from quizapp.study.sitting import Sitting
from tests.tui.learner import learner

DRILL = Sitting(("first-steps",), limit=1)


@pytest.mark.long
def test_what_was_missed_can_be_opened_poked_at_and_asked_again(home: Path) -> None:
    async def act() -> None:
        async with learner((120, 30), first=DRILL) as someone:
            await someone.sees("What is the gradient of the sum?")
            await someone.type("9 9")
            await someone.press("enter")
            await someone.sees("✗ wrong", "enter again")
            await someone.press("q")
            await someone.sees("The sitting so far", "✗ 1 wrong", "What is the gradient", "next 14")
            await someone.press("o")
            await someone.sees("1 answer", "Again review", "9 9")
            await someone.press("escape", "p")
            await someone.sees("poke", "nothing of this is graded")
            await someone.press("escape", "escape")
            await someone.sees("✗ wrong")
            await someone.press("enter")
            await someone.sees("(once more)", "enter answer")
            await someone.type("1 1")
            await someone.press("enter")
            await someone.sees("✓ right", "enter next")
            await someone.press("enter")
            await someone.sees("The sitting is over", "r missed again")
            await someone.press("r")
            await someone.sees("1 of 1", "(practice)")

    asyncio.run(act())


@pytest.mark.parametrize("width", [60, pytest.param(120, marks=pytest.mark.long)])
def test_a_missed_card_stands_there_as_it_asked_its_further_rows_below_the_first(
    home: Path, width: int
) -> None:
    card = (
        "{id: one, vary: {at: [2]}, code: b = at, ask: {value: b}, prompt: 'The gradient is"
        " cleared in the place numbered {= at}, of which there are three in all, and what is in"
        " b then, once all of the code has been run?'}"
    )
    (home / "decks" / "many.yaml").write_text(f"topic: many\ncards: [{card}]\n")

    async def act() -> None:
        async with learner((width, 30), first=Sitting(("many",))) as someone:
            await someone.sees("numbered 2")
            await someone.press("escape", "d")
            await someone.sees("enter again")
            await someone.press("q")
            text = await someone.sees("The sitting so far", "numbered 2", "many/one")
            rows = [row[:60].strip("▌ ") for row in text.splitlines()]
            begins = next(at for at, row in enumerate(rows) if row.startswith("? The gradient"))
            ends = next(at for at, row in enumerate(rows) if row.startswith("many/one"))
            assert ends > begins + 1
            of_card = text.splitlines()[begins : ends + 1]
            column = of_card[0].index("The")
            assert [len(row) - len(row.lstrip("▌ ")) for row in of_card[1:]] == [column] * (
                ends - begins
            )

    asyncio.run(act())


def test_on_few_columns_the_bar_and_the_days_to_come_are_as_long_as_there_is_room(
    home: Path,
) -> None:
    async def act() -> None:
        async with learner((40, 30), first=DRILL) as someone:
            await someone.sees("What is the gradient of the sum?")
            await someone.press("escape", "d")
            await someone.sees("enter again")
            await someone.press("q")
            rows = (await someone.sees("The sitting so far", "next 11 days")).splitlines()
            assert [row.strip() for row in rows if "┄" in row] == ["┄" * 34]
            assert [len(row.split()) for row in rows if row.endswith((" ·", " T"))] == [11, 11]

    asyncio.run(act())


def test_a_missed_card_is_opened_as_it_was_asked(home: Path) -> None:
    values = list(range(100, 164))
    card = f"{{id: one, vary: {{a: {values}}}, code: b = a + 1, ask: {{value: b}}, prompt: What?}}"
    (home / "decks" / "many.yaml").write_text(f"topic: many\ncards: [{card}]\n")

    async def act() -> None:
        async with learner((100, 30), first=Sitting(("many",))) as someone:
            asked = re.search("a = 1..", await someone.sees("a = 1", "What?"))
            await someone.press("escape", "d")
            await someone.sees("enter again")
            await someone.press("H")
            assert asked is not None
            await someone.sees("1 answer", asked[0])
            await someone.press("escape", "q")
            await someone.sees("next 14 days")
            await someone.press("o")
            await someone.sees("1 answer", asked[0])

    asyncio.run(act())


@pytest.mark.parametrize(
    "width", [90, *(pytest.param(width, marks=pytest.mark.long) for width in (100, 120))]
)
def test_a_notice_leaves_the_title_of_the_summary_in_sight_where_there_is_room(
    home: Path, width: int
) -> None:
    async def act() -> None:
        async with learner((width, 30), first=DRILL) as someone:
            await someone.sees("What is the gradient of the sum?")
            await someone.press("escape", "d")
            await someone.sees("enter again")
            await someone.press("m", "f", "q")
            await someone.sees("The sitting so far", "1 not known", "This card is flagged.", "home")

    asyncio.run(act())


def test_the_summary_of_many_missed_cards_scrolls_from_its_head_to_what_comes(home: Path) -> None:
    words = "  - {{id: c{number}, prompt: What is number {number}?, back: That.}}\n"
    cards = "".join(words.format(number=number) for number in range(9))
    (home / "decks" / "many.yaml").write_text(f"topic: many\ncards:\n{cards}")

    async def act() -> None:
        async with learner((80, 24), first=Sitting(("many",))) as someone:
            for number in range(9):
                await someone.sees(f"{number + 1} of 9", "don't know")
                await someone.press("d", "3")
            first = "▌ ? What is number 0?"
            assert "next 14 days" not in await someone.sees("The sitting is over", "9 cards", first)
            await someone.press("G")
            last = await someone.sees("▌ ? What is number 8?", "next 14 days")
            assert "9 cards" not in last
            await someone.press(*"kkkkkkk")
            await someone.sees("▌ ? What is number 1?")
            await someone.press("g")
            await someone.sees("9 cards", first)
            await someone.press("pagedown")
            await someone.sees("next 14 days")

    asyncio.run(act())


def test_an_answered_card_gives_its_code_its_truth_and_its_links(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    deck = home / "decks" / "links.yaml"
    deck.write_text(
        "setup: import torch\n"
        "cards:\n"
        "  - id: one\n"
        "    prompt: What is it?\n"
        "    code: x = torch.tensor([1, 2])\n"
        "    ask: {value: x}\n"
        "    see: https://docs.pytorch.org\n"
    )

    async def act() -> None:
        async with learner(first=Sitting(("links",))) as someone:
            await someone.sees("What is it?")
            await someone.type("1 2")
            await someone.press("enter")
            await someone.sees("✓ right")
            await someone.press("y")
            await someone.finds(
                lambda: someone.app.clipboard, "import torch\nx = torch.tensor([1, 2])"
            )
            await someone.press("Y")
            await someone.finds(lambda: someone.app.clipboard, "[1, 2]")
            await someone.press("ctrl+p", *"copy sel")
            assert "Copy what is selected" not in await someone.sees("copy sel")
            await someone.press("escape")
            someone.app.screen.query_one("#prompt").text_select_all()
            await someone.press("ctrl+p", *"copy sel")
            await someone.sees("Copy what is selected")
            await someone.press("enter")
            await someone.finds(lambda: someone.app.clipboard, "What is it?")
            await someone.press("o")
            await someone.is_told("clipboard: https://docs.pytorch.org")
            await someone.press("H")
            await someone.sees("1 answer", "links / one")

    asyncio.run(act())
