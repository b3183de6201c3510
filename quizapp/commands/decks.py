"""The decks there are, for commands that need no review log."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from quizapp.commands.say import say
from quizapp.deck.files import SUFFIXES, decks_below, without_deck
from quizapp.deck.format.fields import LONGEST_SLUG, SLUG
from quizapp.deck.problem import Loaded
from quizapp.deck.translation import deck_translated_by
from quizapp.errors import UserError
from quizapp.library.library import Library
from quizapp.library.loading import load_deck, load_library
from quizapp.library.shelf import Shelf
from quizapp.library.shipped import SHIPPED_DECKS, Judge
from quizapp.library.trust import TrustedDecks
from quizapp.machine.settings import places
from quizapp.text.language import mark, tr
from quizapp.text.missing import missing
from quizapp.text.opened import refuse_odd
from quizapp.text.reasons import reason
from quizapp.text.visible import visible_path
from quizapp.text.words import counted

SCHEMA = "deck.schema.json"


def require_topic(topic: str) -> None:
    """Raise UserError unless a deck can be of it."""
    if not SLUG.fullmatch(topic):
        raise UserError(
            tr(
                "'{topic}' is no topic: use lower-case letters, digits and single hyphens, "
                "{most} characters at most",
                topic=topic,
                most=LONGEST_SLUG,
            )
        )


def usual_folders() -> list[Path]:
    """Where decks are looked for when no path is given; decks from elsewhere are named."""
    return [SHIPPED_DECKS, places().decks, *Shelf(places().added_decks).decks()]


SHUT = mark("{path}: passed over {told} that cannot be read, {first} for one")
ASTRAY = mark(
    "{path}: passed over {told} out of it or to nowhere, {first} for one; name the file itself, "
    "or put it there"
)
NO_DECKS = mark("{path}: passed over {told} without `cards`, {first} for one")


def given_decks(paths: Sequence[Path]) -> list[Path]:
    """The decks at some paths: files as they are, and what folders hold. Raises UserError."""
    found: dict[Path, None] = {}
    for path in paths:
        try:
            if not path.exists():
                raise UserError(missing(path) + deck_meant(path))
            if path.is_file():
                refuse_notes(path)
                deck = deck_translated_by(path) or path
                if not deck.is_file():
                    raise UserError(f"{visible_path(path)}: {without_deck(deck)}")
                found[deck] = None
                continue
            refuse_odd(path)
        except OSError as error:
            raise UserError(
                tr("{path} cannot be read: {strerror}", path=path, strerror=reason(error))
            ) from error
        decks, others, astray, shut = decks_below(path)
        found |= dict.fromkeys(decks)
        for passed_over, told, words in (
            (shut, counted(len(shut), "path"), SHUT),
            (astray, counted(len(astray), "link"), ASTRAY),
            (others, counted(len(others), "YAML file"), NO_DECKS),
        ):
            if passed_over:
                say(tr(words, path=path, told=told, first=passed_over[0]), err=True)
    if not found:
        raise UserError(
            tr(
                "there are no decks in {paths}",
                paths=", ".join(map(visible_path, paths)),
            )
        )
    return list(found)


def refuse_notes(path: Path) -> None:
    """Raise UserError for a file that is notes by its name."""
    if path.suffix in SUFFIXES:
        return
    from quizapp.drafting.reading.files import SUFFIXES as OF_NOTES

    if path.suffix.lower() in OF_NOTES:
        raise UserError(
            tr("{path} is no deck, which ends in .yaml; `quiz draft` makes one of notes", path=path)
        )


def refuse_deck(path: Path) -> None:
    """Raise UserError for a file that is a deck by its name, and no notes."""
    if path.suffix in SUFFIXES:
        from quizapp.drafting.reading.files import SUFFIXES as OF_NOTES

        told = tr(
            "{path} is a deck, and no notes, which end in one of {suffixes}",
            path=visible_path(path),
            suffixes=", ".join(OF_NOTES),
        )
        raise UserError(told)


def deck_meant(path: Path) -> str:
    """Where the deck lies that is meant by its topic, in words to put behind a complaint."""
    if path.parent != Path():
        return ""
    topic = path.name.removesuffix(".yaml")
    named = [deck.path for deck in usual_library().decks if deck.topic == topic]
    return tr("; the deck of that topic is {path}", path=visible_path(named[0])) if named else ""


def refuse_taken(topic: str, hint: str) -> None:
    """Raise UserError where there is a deck of that topic: another would be left out."""
    taken = [deck.path for deck in usual_library().decks if deck.topic == topic]
    if taken:
        raise UserError(
            tr(
                "'{topic}' is the topic of {taken} already; {hint}",
                topic=topic,
                taken=visible_path(taken[0]),
                hint=hint,
            )
        )


def write_new(files: Mapping[Path, str]) -> None:
    """Write new files, each whole or not at all. Raises UserError."""
    for path, text in files.items():
        part = path.with_name(f".{path.name}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                part.write_text(text, encoding="utf-8")
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)
        except OSError as error:
            raise UserError(
                tr("{path} cannot be written: {strerror}", path=path, strerror=reason(error))
            ) from error


def schema_text() -> str:
    """The schema that stands beside decks."""
    from quizapp.deck.format.schema import schema

    return f"{json.dumps(schema(), indent=2, ensure_ascii=False)}\n"


def usual_library(*, before: Sequence[Path] = (), judge: Judge | None = None) -> Library:
    """The library of the usual folders; decks at other paths, and those beside them, come before.

    They are judged by what the learner trusts, or by the judge given.
    """
    beside = dict.fromkeys(path.parent for path in before)
    folders = [*before, *beside, *usual_folders()]
    return load_library(folders, places().cache, judge or usual_trust().judge)


def deck_at(path: Path) -> Loaded:
    """A single deck, read from its file, with the learner's word on it."""
    return load_deck(path, None, usual_trust().judge)


def usual_trust() -> TrustedDecks:
    """What the learner trusts."""
    return TrustedDecks(places().trusted_decks)
