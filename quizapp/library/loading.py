"""Decks are read from their files, or from what was kept of them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from quizapp.deck.files import (
    find_decks,
    ideas_beside,
    read_deck,
    read_translations,
    real_path,
    unreadable,
)
from quizapp.deck.model import Deck
from quizapp.deck.problem import Loaded
from quizapp.deck.translation import deck_translated_by
from quizapp.library.cache import DeckCache
from quizapp.library.joining import joined
from quizapp.library.library import Library
from quizapp.library.shipped import Judge, by_place
from quizapp.library.side_by_side import MANY, read_side_by_side


def load_library(
    folders: Sequence[Path],
    cache: Path | None,
    judge: Judge = by_place,
    *,
    slow: Callable[[int], object] = lambda count: None,
) -> Library:
    """The decks in some folders; the path of a single deck may stand for a folder.

    With a folder for the cache, a deck that has not changed is not parsed again. The judge is
    asked whether a deck is trusted, given the bytes that it is made from. `slow` is told of how
    many have to be parsed, where one would wonder what takes so long.
    """
    deck_cache = DeckCache(cache / "decks") if cache is not None else None
    paths = find_decks(folders)
    paths = [*paths, *ideas_beside(paths)]
    with _without_collecting():
        if deck_cache is None:
            return joined([load_deck(path, None, judge) for path in paths])
        known = [_load(path, deck_cache, judge, parse=False) for path in paths]
        lacking = [path for path, loaded in zip(paths, known, strict=True) if loaded is None]
        if len(lacking) >= MANY:
            slow(len(lacking))
            import quizapp.deck.format.load  # noqa: F401 - once, for all processes

            read_side_by_side(lacking, lambda path: load_deck(path, deck_cache, judge))
        return joined(
            [
                loaded or load_deck(path, deck_cache, judge)
                for path, loaded in zip(paths, known, strict=True)
            ]
        )


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Of thousands of cards none is garbage: to look for it among them takes as long as to read
    them. That is left to a full collection.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()  # all is of the oldest generation now
        if was_on:
            gc.enable()


def among_others(
    loaded: Loaded, path: Path, folders: Sequence[Path], cache: Path | None
) -> tuple[Loaded, tuple[Deck, ...]]:
    """A deck that lies at a path, with all that is wrong with it among the decks in folders, which
    are given as well.
    """
    deck_cache = DeckCache(cache / "decks") if cache is not None else None
    others = [one for one in find_decks(folders) if real_path(one) != real_path(path)]
    beside = (*others, *ideas_beside([path, *others]))
    library = joined([loaded, *(load_deck(other, deck_cache, by_place) for other in beside)])
    here = [
        problem
        for problem in library.problems
        if str(path) in (problem.path, str(deck_translated_by(Path(problem.path))))
    ]
    there = tuple(deck for deck in library.decks if deck.path != str(path))
    return replace(loaded, problems=tuple(sorted(here, key=lambda p: (p.line, p.column)))), there


def load_deck(path: Path, cache: DeckCache | None, judge: Judge) -> Loaded:
    """One deck, with the judge's word on it. Problems are told, never raised."""
    loaded = _load(path, cache, judge, parse=True)
    assert loaded is not None
    return loaded


def _load(path: Path, cache: DeckCache | None, judge: Judge, *, parse: bool) -> Loaded | None:
    """The same; where it is not to be parsed, none that the cache lacks."""
    try:
        data, translations = read_deck(path), read_translations(path)
    except OSError as error:
        return unreadable(path, error)
    origin = [data]
    for language, of_it in translations.items():
        origin += [language.encode(), of_it]
    loaded = cache.get(path, *origin) if cache is not None else None
    if loaded is None:
        if not parse:
            return None
        # Reading YAML needs libraries that a start from the cache does without.
        from quizapp.deck.format.load import load_bytes

        loaded = load_bytes(data, str(path), translations)
        if cache is not None:
            cache.put(path, loaded, *origin)
    if loaded.deck is None:
        return loaded
    return replace(loaded, deck=replace(loaded.deck, trust=judge(path, data)))
