"""The guide to writing cards: what it shows is sound, run by torch, and all there is."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from quizapp.asks.table import KINDS
from quizapp.checking.check import Checked, check
from quizapp.checking.plan import plan_check
from quizapp.deck.format.load import load
from quizapp.deck.format.table import WORDS
from quizapp.deck.model import Deck
from quizapp.deck.table import CARD_KINDS
from runner.client import Runner
from tests.trusting import trusted

GUIDE = (Path(__file__).parents[1] / "cards" / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def decks(tmp_path_factory: pytest.TempPathFactory) -> list[Deck]:
    folder = tmp_path_factory.mktemp("guide")
    found = []
    for number, text in enumerate(EXAMPLES):
        path = folder / f"example-{number}.yaml"
        path.write_text(text, encoding="utf-8")
        loaded = load(path)
        assert [str(problem) for problem in loaded.problems] == []
        found.append(trusted(loaded.deck))
    return found


def test_every_example_agrees_with_torch(decks: list[Deck], lent_runner: Sequence[str]) -> None:
    async def run() -> Checked:
        cards = [(deck, card) for deck in decks for card in deck.cards]
        async with Runner(lent_runner) as runner:
            hello = await runner.ready()
            assert hello is not None
            return await check(plan_check(cards, random.Random(0)), runner, hello)

    checked = asyncio.run(run())
    assert [str(problem) for problem in checked.problems] == []
    assert checked.skipped == ()


def test_there_is_an_example_of_each_kind(decks: list[Deck]) -> None:
    kinds = {type(card) for deck in decks for card in deck.cards}
    assert kinds == set(CARD_KINDS.values())


def test_every_field_and_every_kind_of_ask_is_told_of() -> None:
    words = {name.rpartition(".")[2] for name in WORDS}
    told = set(re.findall(r"\w+", GUIDE))
    assert words <= told
    assert set(KINDS) <= set(re.findall(r"`(\w+)`", GUIDE))
