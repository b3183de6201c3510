"""Loaded decks kept between starts, so that a start parses only what has changed."""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path

from quizapp.deck import model, parts, problem
from quizapp.deck.problem import Loaded
from quizapp.deck.table import CARD_KINDS
from quizapp.machine.pickled import pickled, unpickled
from quizapp.machine.safekeeping import read_own, write_if_roomy
from quizapp.text.language import spoken

_DIGEST = hashlib.sha256().digest_size
_CLASSES = {
    (thing.__module__, thing.__qualname__)
    for thing in (
        *(thing for module in (model, parts, problem) for thing in vars(module).values()),
        *CARD_KINDS.values(),
    )
    if isinstance(thing, type) and is_dataclass(thing)
}
"""All that a loaded deck is made of, besides Python's own plain types."""

READER_ROOMS = ("asks", "deck", "library", "tables", "text", "values")
"""Where the code stands that reads decks: a change in it makes what it has read stale."""


class DeckCache:
    """One file a deck, in a folder of the user's own.

    A file holds a digest of what it was made from, a digest of the rest, and a pickle. What
    cannot be read or written is as good as not there: a cache never fails anybody. The folder
    may be shared, so that a pickle may be anybody's: it makes decks, or it is not there. And
    since a deck is code, what others could have written is not there either.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, path: Path, *data: bytes) -> Loaded | None:
        """What a file of such bytes, and those beside it, gave when last loaded, if known."""
        try:
            kept = read_own(self._file(path))
        except OSError:
            return None
        made_from, check, payload = kept[:_DIGEST], kept[_DIGEST : 2 * _DIGEST], kept[2 * _DIGEST :]
        if made_from != _origin(path, *data) or check != hashlib.sha256(payload).digest():
            return None
        loaded = unpickled(payload, _CLASSES)
        return loaded if isinstance(loaded, Loaded) else None

    def put(self, path: Path, loaded: Loaded, *data: bytes) -> None:
        """Keep what a file gave, in place of what it gave before."""
        payload = pickled(loaded, _CLASSES)
        content = _origin(path, *data) + hashlib.sha256(payload).digest() + payload
        with suppress(OSError):
            write_if_roomy(self._file(path), content)

    def _file(self, path: Path) -> Path:
        name = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
        return self._folder / f"{name}.{spoken()}.deck"  # its problems are told in a language


def _origin(path: Path, *data: bytes) -> bytes:
    """A digest of all that a loaded deck depends on besides the language of its problems."""
    parts = (_reader_digest(), os.fsencode(path), *data)
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).digest()


@cache
def _reader_digest() -> bytes:
    """A digest of the code that reads decks, and of the Python that judges their code."""
    digest = hashlib.sha256(sys.version.encode())
    for room in READER_ROOMS:
        for source in sorted((Path(__file__).parents[1] / room).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.digest()
