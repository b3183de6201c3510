"""`quiz import deck.apkg`: notes of Anki as recall cards, with what was answered to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from quizapp.anki.history import Entry, logged
from quizapp.anki.package import NotAPackage, read_package
from quizapp.anki.recall import deck_text, ids, recall_cards, slug
from quizapp.commands.decks import refuse_taken, write_new
from quizapp.commands.say import say, say_held
from quizapp.commands.surroundings import now
from quizapp.deck.format.load import load, load_bytes
from quizapp.errors import UserError
from quizapp.machine.settings import places
from quizapp.memory.acts.act import Act
from quizapp.memory.review import Review
from quizapp.memory.rows import act_to_row, to_row
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.text.words import counted

PACKAGES = (".apkg", ".colpkg")

ENGINE = "anki"
"""In the place of the version of what computes our memories."""


def import_cards(file: Path, *, topic: str | None) -> None:
    """Write a deck into the learner's own folder, and take in what was answered to its cards.

    Where the deck is there already, only what has been answered since.
    """
    if file.suffix not in PACKAGES:
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
    if not deck.exists():
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
    histories = {f"{topic}/{id}": card.history for id, card in zip(ids(cards), cards, strict=True)}
    if deck.exists():
        _go_on(deck, histories)
        return
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
    _take_in(histories)


def _go_on(deck: Path, histories: Mapping[str, Sequence[Entry]]) -> None:
    """Take in what was answered to the cards of a deck that is there; it stays as it is."""
    found = load(deck).deck
    there = {card.id for card in found.cards} if found else ()
    known = {card: history for card, history in histories.items() if card in there}
    if not any(known.values()):
        raise UserError(tr("there is {deck} already; give another topic by --topic", deck=deck))
    say(tr("{deck} is there already, and stays as it is.", deck=deck))
    if lacking := len(histories) - len(known):
        say(tr("{cards} of the package are not in it.", cards=counted(lacking, "card")), err=True)
    _take_in(known)


def _take_in(histories: Mapping[str, Sequence[Entry]]) -> None:
    """Log what was answered to cards in Anki, as far as that has not been done."""
    every = [one for card, history in histories.items() for one in logged(card, history)]
    reviews = [to_row(one) | {"engine": ENGINE} for one in every if isinstance(one, Review)]
    resets = [act_to_row(one) for one in every if isinstance(one, Act)]
    if not reviews:
        return
    with Study.open(say_held) as study:
        study.note_arrivals(study.study_date(now()))  # the cards are of today, if not the answers
        study.log.take_in([("act", row) for row in resets])
        taken = study.log.take_in([("review", row) for row in reviews])
    say(
        tr(
            "{answers} to them in Anki, {taken} of which are new here.",
            answers=counted(len(reviews), "answer"),
            taken=taken,
        )
    )
