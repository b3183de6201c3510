"""A deck in the learner's editor."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from quizapp.deck.files import read_deck
from quizapp.library.trust import TrustedDecks, TrustError
from quizapp.machine.editor import edit
from quizapp.machine.settings import places


def edit_deck(path: Path, line: int = 1) -> None:
    """Open it there, and wait until the editor is left. Raises EditorError.

    What the learner makes of a deck that they trust is trusted as well.
    """
    trusted = TrustedDecks(places().trusted_decks)
    is_trusted = False
    with suppress(OSError):
        is_trusted = trusted.judge(path, read_deck(path)) == "trusted"
    try:
        edit(path, line)
    finally:
        if is_trusted:
            with suppress(OSError, TrustError):
                trusted.trust({path: read_deck(path)})
