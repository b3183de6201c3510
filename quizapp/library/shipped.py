"""The decks that come with the app, which are trusted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from quizapp.deck.model import Trust

Judge = Callable[[Path, bytes], Trust]
"""Says of a deck, by its path and its bytes, whether it is trusted."""


def shipped_decks(package: Path) -> Path:
    """The decks that come with the app: inside an installed package, beside it in a checkout."""
    inside = package / "cards"
    return inside if inside.is_dir() else package.parent / "cards"


SHIPPED_DECKS = shipped_decks(Path(__file__).absolute().parents[1])


def is_shipped(path: Path) -> bool:
    """Whether a deck lies where the app's own do.

    The path is taken as it was opened: links are not followed, for they may lead elsewhere
    by now. But for `..` at its beginning: there is no link in the path of the working directory.
    """
    above, parts = Path(), path.parts
    while parts[:1] == ("..",):
        above, parts = above.absolute().parent, parts[1:]
    return above.joinpath(*parts).absolute().parent == SHIPPED_DECKS


def by_place(path: Path, data: bytes) -> Trust:
    """Trusts the shipped decks alone."""
    return "shipped" if is_shipped(path) else "unknown"
