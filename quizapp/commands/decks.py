"""The decks there are, for commands that need no review log."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from quizapp.deck.library import SHIPPED_DECKS, Library, load_library
from quizapp.settings import places


def usual_folders() -> list[Path]:
    """Where decks are looked for when no path is given."""
    return [SHIPPED_DECKS, places().decks]


def usual_library(*, before: Sequence[Path] = ()) -> Library:
    """The library of the usual folders; decks at other paths come before those."""
    return load_library([*before, *usual_folders()], cache=places().cache)
