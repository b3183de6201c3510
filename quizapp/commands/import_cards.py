"""`quiz import deck.apkg`: Anki's notes as a deck of recall cards."""

from __future__ import annotations

from pathlib import Path

from quizapp.anki.package import NotAPackage, read_package
from quizapp.anki.recall import deck_text, recall_cards, slug
from quizapp.commands.decks import refuse_taken, write_new
from quizapp.commands.say import say
from quizapp.deck.format.load import load_bytes
from quizapp.errors import UserError
from quizapp.machine.settings import places
from quizapp.text.language import tr
from quizapp.text.words import counted


def import_cards(file: Path, *, topic: str | None) -> None:
    """Write a deck into the learner's own folder, unless there is one of that name."""
    if file.suffix != ".apkg":
        hint = tr("; a deck is added by `quiz add`") if file.suffix in (".yaml", ".yml") else ""
        raise UserError(
            tr(
                "{file} ends neither in .apkg, of Anki, nor in .jsonl, of a log{hint}",
                file=file,
                hint=hint,
            )
        )
    topic = topic or slug(file.stem)
    if not topic or topic != slug(topic):
        raise UserError(
            tr("a topic is made of lower-case letters, digits and hyphens; give one by --topic")
        )
    deck = places().decks / f"{topic}.yaml"
    if deck.exists():
        raise UserError(tr("there is {deck} already; give another topic by --topic", deck=deck))
    refuse_taken(topic, tr("give another by --topic"))
    try:
        cards, empty = recall_cards(read_package(file))
    except NotAPackage as error:
        raise UserError(f"{file}: {error}") from error
    if not cards:
        raise UserError(
            tr(
                "{file}: none of its {notes} has a front and a back",
                file=file,
                notes=counted(empty, "note"),
            )
        )
    text = deck_text(topic, file.stem, cards)
    if problems := load_bytes(text.encode(), str(deck)).problems:
        raise UserError(
            tr(
                "{file}: too much for one deck: {problem}; export fewer notes at a time from Anki, "
                "a subdeck for instance",
                file=file,
                problem=problems[0].message,
            )
        )
    write_new({deck: text})
    say(f"{deck}: {counted(len(cards), 'card')}")
    if empty:
        say(
            tr("left out {notes} without a front or a back", notes=counted(empty, "note")), err=True
        )
