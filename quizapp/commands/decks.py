"""The decks there are, for commands that need no review log."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from quizapp.deck.library import SHIPPED_DECKS, Library, load_deck, load_library
from quizapp.deck.problem import Loaded
from quizapp.settings import places
from quizapp.shelf import Shelf
from quizapp.trust import TrustedDecks


def usual_folders() -> list[Path]:
    """Where decks are looked for when no path is given; decks from elsewhere are named."""
    return [SHIPPED_DECKS, places().decks, *Shelf(places().added_decks).decks()]


def usual_library(*, before: Sequence[Path] = ()) -> Library:
    """The library of the usual folders; decks at other paths come before those."""
    return load_library([*before, *usual_folders()], places().cache, usual_trust().judge)


def deck_at(path: Path) -> Loaded:
    """A single deck, read from its file, with the learner's word on it."""
    return load_deck(path, None, usual_trust().judge)


def usual_trust() -> TrustedDecks:
    """What the learner trusts."""
    return TrustedDecks(places().trusted_decks)
