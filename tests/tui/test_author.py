"""The live preview: what an author sees on every save."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from quizapp.deck.library import Library, by_place
from quizapp.memory.log import ReviewLog
from quizapp.settings import load_settings, places
from quizapp.study import Study
from quizapp.tui.author.app import AuthorApp
from tests.deck.kinds import KINDS
from tests.tui.learner import Clock, Learner, ending


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path / "home"))
    path = tmp_path / "kinds.yaml"
    path.write_text(KINDS)
    return path


@asynccontextmanager
async def author(deck: Path, size: tuple[int, int] = (110, 34)) -> AsyncIterator[Learner]:
    log = ReviewLog.open(deck.parent / "trial.db")
    settings = load_settings(places().config_file)
    with Study(places(), settings, Library(()), log) as study:
        app = AuthorApp(deck, study, by_place, Clock())
        async with app.run_test(size=size) as pilot:
            with ending(app):
                yield Learner(app, pilot)


def edit(deck: Path, old: str, new: str) -> None:
    """Save as many editors do: a new file takes the old one's place."""
    text = deck.read_text()
    assert text.count(old) == 1
    draft = deck.with_suffix(".tmp")
    draft.write_text(text.replace(old, new))
    draft.replace(deck)


def test_the_deck_is_shown_with_its_truths(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            text = await at.sees("0 problems", "6 cards run")
            assert "n = 4  holds: 1, 3, 4" in text
            assert "n = 6  holds: 1, 3" in text
            assert all(f"✓ {card}" in text for card in ("views", "transpose", "in-order"))

    asyncio.run(main())


def test_a_save_shows_the_card_that_was_edited_and_what_is_wrong_with_it(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            edit(deck, "solution: x.t()", "solution: x")
            text = await at.sees("kinds/transpose", "1 problem", "1 card run")
            assert "Turn x round." in text
            assert "the solution does not pass: y has shape (2, 3)" in text
            assert "✗ transpose" in text
            edit(deck, "solution: x\n", "solution: x.mT\n")
            await at.sees("0 problems", "✓ transpose")
            edit(deck, "choose: many", "choose: some")
            text = await at.sees("1 problem", "choose: must be 'one' or 'many'")
            assert "line 8" in text

    asyncio.run(main())


def test_a_deck_that_does_not_load_at_all_is_told_of_and_comes_back(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            whole = deck.read_text()
            deck.write_text("cards: [")
            await at.sees("1 problem")
            deck.write_text(whole)
            await at.sees("0 problems", "✓ views", "Which share memory with")

    asyncio.run(main())


def test_answers_are_tried_out_as_often_as_one_likes(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            await at.press("escape", "n")
            await at.sees("kinds/one-of-two", "Is it?")
            text = await at.sees("pick one", "Yes")
            (number,) = re.findall(r"(\d)  Yes", text)
            await at.press("i", number, "enter")
            text = await at.sees("✓ right")
            assert "undo" not in text
            await at.press("3")
            await at.sees("kinds/one-of-two", "pick one")

    asyncio.run(main())


def test_the_draws_are_gone_through_one_by_one(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            assert "n = 4" in await at.sees("6 cards run", "│ 1  n = ")
            await at.press("escape", "d")
            await at.sees("│ 1  n = 6")
            await at.press("d")
            await at.sees("│ 1  n = 4")

    asyncio.run(main())
