"""`quiz import deck.apkg`: Anki's notes as a deck of recall cards."""

from __future__ import annotations

from pathlib import Path

from quizapp.anki.package import NotAPackage, read_package
from quizapp.anki.recall import deck_text, recall_cards, slug
from quizapp.commands.decks import refuse_taken, write_new
from quizapp.commands.say import say
from quizapp.errors import UserError
from quizapp.machine.settings import places
from quizapp.text.words import counted


def import_cards(file: Path, *, topic: str | None) -> None:
    """Write a deck into the learner's own folder, unless there is one of that name."""
    if file.suffix != ".apkg":
        hint = "; a deck is added by `quiz add`" if file.suffix in (".yaml", ".yml") else ""
        raise UserError(f"{file} does not end in .apkg, which is what can be read{hint}")
    topic = topic or slug(file.stem)
    if not topic or topic != slug(topic):
        raise UserError(
            "a topic is made of lower-case letters, digits and hyphens; give one by --topic"
        )
    deck = places().decks / f"{topic}.yaml"
    if deck.exists():
        raise UserError(f"there is {deck} already; give another topic by --topic")
    refuse_taken(topic, "give another by --topic")
    try:
        cards, empty = recall_cards(read_package(file))
    except NotAPackage as error:
        raise UserError(f"{file}: {error}") from error
    if not cards:
        raise UserError(f"{file}: none of its {counted(empty, 'note')} has a front and a back")
    write_new({deck: deck_text(topic, file.stem, cards)})
    say(f"{deck}: {counted(len(cards), 'card')}")
    if empty:
        say(f"left out {counted(empty, 'note')} without a front or a back", err=True)
