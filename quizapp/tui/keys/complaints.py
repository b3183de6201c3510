"""What cannot be had of the keys that a learner has chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from textual.binding import BindingsMap
from textual.screen import Screen
from textual.widgets import Input, TextArea

from quizapp.machine.settings import KEYS, Settings, place_of
from quizapp.text.language import tr
from quizapp.tui.keys.motions import SCROLLS
from quizapp.tui.keys.moving import Moves, bindings_with, ids, keys_of
from quizapp.tui.keys.names import is_text, key_in_words, key_name
from quizapp.tui.keys.presets import PRESETS
from quizapp.tui.keys.screens import screens
from quizapp.tui.screens.review_keys import AFTER, BEFORE

APP = {"ctrl+c", "ctrl+p", "ctrl+q", "ctrl+z"}
IN_LISTS = {key for keys in keys_of(SCROLLS).values() for key in keys}
TAKEN_BY_LISTS = dict.fromkeys(("home", "summary", "settings", "statistics", "browse"), IN_LISTS)
"""The keys that the list of a screen takes, before the screen is asked."""

TAKEN_BY_FIELDS = {
    key for field in (Input, TextArea) for key in BindingsMap(field.BINDINGS).key_to_bindings
}
WHILE_TYPING = {
    *("review.commands", "review.help", "placement.commands", "placement.help", "browse.back"),
    *("browse.help", "settings.leave", "settings.help", "poke.close", "poke.stop", "poke.run"),
    *("poke.help", "poke.picture", "poke.reset", "review.grid", "placement.grid"),
}
"""Acts that are wanted also while a field has the focus, and the ways out of it."""


def complaints(moves: Moves, preset: Moves) -> Iterator[tuple[str, str]]:
    """The ids of acts whose keys cannot be had, each with a sentence that says why.

    `moves` are the learner's own, which come before those of the preset.
    """
    every = screens().values()
    known = {id for screen in every for id in ids(screen).values()}
    found = []
    for id, keys in moves.items():
        wrong = _wrong_keys(id, keys) if id in known else _unknown(id, sorted(known))
        found += [(id, wrong)] if wrong else []
    if not found:
        for screen in every:
            found += _clashes(screen, moves, {**preset, **moves})
    yield from dict(reversed(found)).items()


def complaints_in_file(settings: Settings, file: Path) -> Iterator[str]:
    """The same of what is set, each with the line in the file where it stands."""
    for id, wrong in complaints(settings.keys, PRESETS[settings.key_preset]):
        yield f"{place_of(file, KEYS + id)}: {wrong}"


def _unknown(id: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches

    like = ", ".join(get_close_matches(id, known, n=3, cutoff=0))
    return tr("no act is called '{id}'; there are {like} and others", id=id, like=like)


def _wrong_keys(id: str, keys: Sequence[str]) -> str | None:
    names = [key_name(key) for key in keys]
    for key, name in zip(keys, names, strict=True):
        if name is None:
            return tr(
                "'{key}' is no key that terminals send; there are such as x, ?, ctrl+t, f5, home",
                key=key,
            )
        if name in APP:
            return tr("{key} is what the app itself is led by, on all screens", key=key)
    if id in WHILE_TYPING and all(n in TAKEN_BY_FIELDS or is_text(n) for n in names if n):
        return tr(
            "{id} needs a key that is not for typing, such as {example}: it acts in fields, too",
            id=id,
            example="f2",
        )
    return None


def _clashes(screen: type[Screen[Any]], own: Moves, moves: Moves) -> Iterator[tuple[str, str]]:
    """Keys that two acts would have, of which not both can be meant, or that a list takes."""
    named = ids(screen)
    usual, now = keys_of(bindings_with(screen, {})), keys_of(bindings_with(screen, moves))
    for act, id in named.items():
        taken = TAKEN_BY_LISTS.get(id.partition(".")[0], set()) - set(usual[act])
        for key in set(now[act]) & taken:
            yield id, tr("{key} moves in the list of that screen", key=key_in_words(key))
    for one, other in combinations(now, 2):
        shared = set(now[one]) & set(now[other])
        if shared and not set(usual[one]) & set(usual[other]) and not _apart(one, other):
            second, first = sorted((one, other), key=lambda act: _moved_as(named[act], own))
            yield (
                named[first],
                tr(
                    "{key} is also the key of {other}",
                    key=key_in_words(min(shared)),
                    other=named[second],
                ),
            )


def _moved_as(id: str, moves: Moves) -> int:
    """Which of the acts that were moved it is, from 1: of two at a key the later is in the way."""
    return [*moves].index(id) + 1 if id in moves else 0


def _apart(one: str, other: str) -> bool:
    """Whether one is for before the answer, the other for after it."""
    names = {one.partition(".")[0], other.partition(".")[0]}
    return bool(names & BEFORE and names & AFTER)
