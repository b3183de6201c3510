"""Deck files: where they lie, and their bytes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, get_args

from quizapp.deck.problem import DeckFile, Loaded
from quizapp.deck.translation import Translated, deck_translated_by, translation_of
from quizapp.text.language import tr
from quizapp.text.opened import opened
from quizapp.text.reasons import reason
from quizapp.text.visible import visible_path

SUFFIXES = (".yaml", ".yml")
IDEAS = "ideas.yaml"
"""The file that names ideas for all decks beside it."""

MAX_BYTES = 1024 * 1024
DEEPEST = 3
"""Folders within a folder in which decks are looked for."""

_DECK = re.compile(
    rb"""(?mi)^["']?(?:cards?|topic)["']?[ \t]*:|\A\s*\Z"""
    rb"""|\A\s*\{(?s:.*?)\bcards["']?\s*:\s*\["""  # as JSON has it
)
"""What is in a deck, also in one whose `cards` are misspelt, or that a save has left empty."""


class Below(NamedTuple):
    """The YAML files in a folder: those that are decks, and those without `cards`."""

    decks: list[Path]
    others: list[Path]
    astray: list[Path]
    """Links, also to folders, that lead out of the folder or nowhere."""
    shut: list[Path]
    """Folders that may not be looked into, and what is named as a deck and is no file."""


def decks_below(place: Path) -> Below:
    """What a folder holds and the folders in it, hidden ones apart; or a single file.

    Links that lead out of the folder are none of its files: whoever made it may not mean them.
    """
    found = Below([], [], [], [])
    for path in sorted(_yaml_below(place, DEEPEST, found.shut)):
        if path.is_symlink() and path != place and not _leads_into(place, path):
            found.astray.append(path)
        elif _holds(path.is_file) and not _is_beside_decks(path):
            (found.decks if _is_deck(path) else found.others).append(path)
    return found


def _yaml_below(place: Path, depth: int, shut: list[Path]) -> Iterator[Path]:
    if _holds(place.is_file):
        if place.suffix in SUFFIXES:
            yield place
        return
    try:
        inside = [path for path in place.iterdir() if not path.name.startswith(".")]
        for path in inside:
            path.lstat()  # a folder may be listed, and what is in it out of reach
    except OSError as error:
        if not isinstance(error, NotADirectoryError) or place.suffix in SUFFIXES:
            shut.append(place)
        return
    for path in inside:
        if path.is_symlink() and not _holds(path.is_file):
            if path.suffix in SUFFIXES or _holds(path.is_dir):
                yield path
        elif _holds(path.is_file) or depth:
            yield from _yaml_below(path, depth - 1, shut)


def _holds(look: Callable[[], bool]) -> bool:
    """Whether that is so, as far as one may look."""
    try:
        return look()
    except OSError:
        return False


def real_path(path: Path) -> Path:
    """Where a path leads; `resolve` raises for a link to itself, which is given as it is."""
    return Path(os.path.realpath(path))


def _may_be_file(path: Path) -> bool:
    """Whether a file is there, or what may be one and cannot be looked at."""
    try:
        return path.is_file()
    except OSError:
        return True


def _leads_into(place: Path, link: Path) -> bool:
    return _holds(link.exists) and real_path(link).is_relative_to(real_path(place))


def _is_deck(path: Path) -> bool:
    """Or what may be one and cannot be read: who loads it is told why."""
    try:
        text = read_deck(path)
    except OSError:
        return True
    return b"\0" in text or _DECK.search(text) is not None  # UTF-16 is full of zeros


def find_decks(folders: Iterable[Path]) -> list[Path]:
    """The decks in some folders, by name within each. A missing folder holds none.

    What may not be looked at, a folder as well, is left to who loads it, and tells why.
    """
    found: dict[Path, None] = {}
    for folder in folders:
        if _may_be_file(folder):
            found[folder] = None
            continue
        try:
            paths = sorted(folder.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            found[folder] = None
            continue
        for path in paths:
            is_deck = path.suffix in SUFFIXES and not _is_beside_decks(path)
            if is_deck and not path.name.startswith(".") and _may_be_file(path):
                found[path] = None
    return list(found)


def links_to_nowhere(folder: Path) -> list[Path]:
    """The links in a folder of decks that are named as decks are, and lead to no file that one may
    look at."""
    try:
        inside = sorted(folder.iterdir())
    except OSError:
        return []
    links = [path for path in inside if path.suffix in SUFFIXES and _holds(path.is_symlink)]
    return [path for path in links if not (path.name.startswith(".") or _holds(path.is_file))]


def _is_beside_decks(path: Path) -> bool:
    return path.name == IDEAS or deck_translated_by(path) is not None


def ideas_beside(decks: Iterable[Path]) -> list[Path]:
    """The files that name ideas for these decks."""
    beside = dict.fromkeys(
        path for deck in decks if not leads_away(path := deck.with_name(IDEAS), deck)
    )
    return [path for path in beside if _may_be_file(path)]


def leads_away(path: Path, deck: Path) -> bool:
    """Whether a file beside a deck is a link to where neither that lies nor what it links to.

    Whoever made the folder may not mean that file, nor may who reads it.
    """
    if path.parent == deck.parent and not _holds(path.is_symlink):
        return False
    homes = (_real(deck.parent), _real(deck).parent)
    return not any(map(_real(path).is_relative_to, homes))


def _real(path: Path) -> Path:
    """Where a path leads; `resolve` raises where links lead in a circle."""
    return Path(os.path.realpath(path))


def read_deck(path: Path) -> bytes:
    """A deck's bytes; of a file that is too large, enough to tell. Raises OSError."""
    with opened(path) as file:
        return file.read(MAX_BYTES + 1)


def read_translations(deck: Path) -> dict[Translated, bytes]:
    """The bytes of the files beside a deck that hold its texts in other languages.

    Raises OSError, but not for one that is not there.
    """
    found: dict[Translated, bytes] = {}
    for language in get_args(Translated):
        path = translation_of(deck, language)
        if not leads_away(path, deck):
            with suppress(FileNotFoundError):
                found[language] = read_deck(path)
    return found


def unreadable(path: Path, error: OSError) -> Loaded:
    """What a file gives that the system does not let us read."""
    message = tr("cannot be read: {what}", what=reason(error))
    problem = DeckFile(str(error.filename or path), "").problem(1, 1, message)
    return Loaded(deck=None, problems=(replace(problem, is_of_no_line=True),))


def without_deck(deck: Path) -> str:
    """What is said of a file whose deck is not there."""
    return tr(
        "its deck {deck} is not there; give it the name that its deck has now, or delete it",
        deck=visible_path(deck.name),
    )
