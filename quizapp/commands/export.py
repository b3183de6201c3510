"""`quiz export deck.apkg`: cards for Anki."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile

from quizapp.anki.export import write_package
from quizapp.anki.notes import LeftOut, Note, exercises_of, make_notes
from quizapp.commands.decks import usual_library
from quizapp.commands.progress import progress
from quizapp.commands.say import say
from quizapp.commands.surroundings import now, require_folder
from quizapp.commands.warm import warm_runner
from quizapp.deck.model import Card, Deck
from quizapp.errors import UserError
from quizapp.library.titles import title_among
from quizapp.machine.settings import language_of, load_settings, places
from quizapp.text.language import mark, tr
from quizapp.text.reasons import reason
from quizapp.text.words import counted

LEAST_ROOM = 1 << 20
"""Bytes; all cards that come with the app take some of that."""


def export_cards(file: Path, *, topics: Sequence[str]) -> None:
    """Run the cards of these topics, or of all, and write them for Anki."""
    if file.suffix != ".apkg":
        raise UserError(
            tr("{file} ends neither in .apkg, for Anki, nor in .jsonl, for the log", file=file)
        )
    require_folder(file.parent)
    try:  # not when all cards have been run
        with TemporaryFile(dir=file.parent) as trial:
            trial.write(bytes(LEAST_ROOM))
    except OSError as error:
        raise _unwritable(file, error) from error
    library = usual_library()
    wanted = set(map(library.topic, topics)) or library.topics
    decks = [deck for deck in library.decks if deck.topic in wanted]
    notes, left_out = asyncio.run(_run([(deck, card) for deck in decks for card in deck.cards]))
    alike: dict[str, list[str]] = {}
    for one in left_out:
        alike.setdefault(one.reason, []).append(one.card)
    for why, cards in alike.items():
        which = cards[0] if len(cards) == 1 else counted(len(cards), "card")
        say(tr("left out {card}: {reason}", card=which, reason=why), err=True)
    language = language_of(load_settings(places().config_file))
    titles = {deck.topic: title_among(library.decks, deck.topic, language) for deck in decks}
    try:
        write_package(file, notes, titles, now())
    except OSError as error:
        raise _unwritable(file, error) from error
    of_decks = counted(len({note.topic for note in notes}), "deck")
    say(
        tr(
            "{file}: {notes} in {of_decks}",
            file=file,
            notes=counted(len(notes), "note"),
            of_decks=of_decks,
        )
    )


def _unwritable(file: Path, error: OSError) -> UserError:
    return UserError(tr("{file} cannot be written: {strerror}", file=file, strerror=reason(error)))


async def _run(cards: Sequence[tuple[Deck, Card]]) -> tuple[list[Note], list[LeftOut]]:
    language = language_of(load_settings(places().config_file))
    exercises = exercises_of(cards)
    async with warm_runner() as (runner, hello):
        with progress(len(exercises), mark("running")) as on_runs:
            return await make_notes(exercises, runner, hello, language, on_runs)
