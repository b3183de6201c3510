"""Words that are computed, in notes for Anki."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from quizapp.anki.notes import Note, exercises_of, make_notes
from quizapp.deck.format.load import load_text
from runner.client import Runner
from tests.cli.test_computed_words import DECK
from tests.trusting import trusted


def test_notes_hold_what_torch_says(lent_runner: Sequence[str]) -> None:
    deck = trusted(load_text(DECK, "own.yaml").deck)

    exercises = exercises_of((deck, card) for card in deck.cards)

    async def main() -> list[Note]:
        async with Runner(lent_runner) as runner:
            hello = await runner.ready()
            assert hello is not None
            made, left_out = await make_notes(exercises, runner, hello, "en")
            assert left_out == []
            return made

    told = {note.key.partition("?")[0]: note.front + note.back for note in asyncio.run(main())}
    for card, words in {
        "own/pick": ("sum of <code>3</code> ones", "<code>4.0</code> — It is <code>3.0</code>."),
        "own/back": (
            "Up to <code>65504.0</code>.",
            "<summary>1 assertion stands behind this</summary>",
        ),
        "own/gap": ("The sum is <code>3</code>.",),
    }.items():
        assert all(part in told[card] for part in words), told[card]
