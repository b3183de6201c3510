"""`quiz translate`: the file of a deck's texts in another language."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from quizapp.commands.decks import refuse_notes
from quizapp.commands.say import say
from quizapp.deck.files import MAX_BYTES, leads_away, read_deck, unreadable
from quizapp.deck.format.load import load_bytes
from quizapp.deck.format.translation_text import NotUpdated, brought_up_to_date
from quizapp.deck.problem import DeckFile, Loaded
from quizapp.deck.translation import (
    Translated,
    Unit,
    are_chinese,
    deck_translated_by,
    translation_of,
    units,
)
from quizapp.errors import UserError
from quizapp.text.language import tr
from quizapp.text.opened import text_of
from quizapp.text.reasons import reason
from quizapp.text.spelling import did_you_mean
from quizapp.text.visible import visible_path
from quizapp.text.words import counted

ALL = "all"


def translate_deck(path: Path, language: Translated, done: Sequence[str]) -> int:
    """Write or update the file beside a deck, and print what it lacks. Returns the exit code.

    What is `done`, cards and ideas by their ids or all of them, is of today's English, but for
    cards whose texts do not fit that: of these it is told why.
    """
    path = deck_translated_by(path) or path
    refuse_notes(path)
    try:
        data = read_deck(path)
    except OSError as error:
        raise UserError(str(unreadable(path, error).problems[0])) from error
    english = load_bytes(data, str(path))
    if not any(True for _ in units(english)):
        for problem in english.problems:
            say(problem.with_source())
        raise UserError(tr("{path}: there is nothing to translate", path=path))
    if language == "zh" and are_chinese(units(english)):
        raise UserError(
            tr(
                "{path}: its texts are Chinese already; to have one in English as well, write it "
                "as `{{en: …, zh: …}}` in the deck",
                path=path,
            )
        )
    there = translation_of(path, language)
    if leads_away(there, path):
        raise UserError(tr("{path} is a link out of the folder of its deck", path=there))
    before = _text_of(there)
    _refuse_unknown(done, english)

    def updated(unfit: Collection[str]) -> tuple[str, Loaded]:
        def is_done(unit: Unit) -> bool:
            return (ALL in done or unit.id in done) and unit.id not in unfit

        try:
            text = brought_up_to_date(DeckFile(str(there), before), english, language, is_done)
        except NotUpdated as error:
            raise UserError(str(error)) from error
        return text, load_bytes(data, str(path), {language: text.encode()})

    after, loaded = updated(())
    wrong = _wrong_cards(loaded, there) if done else []
    if wrong:
        after, loaded = updated({card for card, _ in wrong})
        still = _wrong_cards(loaded, there)
        for card, why in (one for one in wrong if one not in still):
            told = tr("'{card}' is not marked as done: {why}", card=card, why=why)
            say(f"{visible_path(there)}: {told}")
    if after != before:
        try:
            there.write_text(after, encoding="utf-8")
        except OSError as error:
            raise UserError(
                tr("{there} cannot be written: {strerror}", there=there, strerror=reason(error))
            ) from error
    lacks = [problem for problem in loaded.problems if problem.path == str(there)]
    lacks = sorted([*lacks, *loaded.untranslated], key=lambda lack: (lack.line, lack.column))
    for lack in lacks:
        say(str(lack))
    items = counted(sum(not unit.is_inline for unit in units(english)), "item")
    told = (
        tr("{places} to be looked at", places=counted(len(lacks), "place"))
        if lacks
        else tr("up to date")
    )
    say(tr("{there}: {items}, {told}", there=there, items=items, told=told), err=True)
    return 1 if lacks else 0


def _text_of(path: Path) -> str:
    try:
        return text_of(path, MAX_BYTES)
    except FileNotFoundError:
        return ""
    except OSError as error:
        told = tr("{path} cannot be read: {strerror}", path=path, strerror=reason(error))
        raise UserError(told) from error
    except UnicodeDecodeError as error:
        raise UserError(tr("{what} is not UTF-8 text; save it as UTF-8", what=path)) from error


def _wrong_cards(loaded: Loaded, translation: Path) -> list[tuple[str, str]]:
    """What is wrong with cards in the file of their texts, each by its id there."""
    own = [one for one in loaded.problems if one.path == str(translation) and one.card]
    return [((one.card or "").partition("/")[2], one.message) for one in own]


def _refuse_unknown(done: Sequence[str], english: Loaded) -> None:
    known = [unit.id for unit in units(english) if unit.id]
    for name in done:
        if name != ALL and name not in known:
            raise UserError(
                tr(
                    "the deck has nothing called '{name}'{did_you_mean}",
                    name=name,
                    did_you_mean=did_you_mean(name, known),
                )
            )
