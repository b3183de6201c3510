"""A learner who trusts decks, for tests that are to pass where there is no full sandbox."""

from __future__ import annotations

from pathlib import Path

from quizapp.deck.files import find_decks, read_deck
from quizapp.deck.model import Trust
from quizapp.library.trust import TrustedDecks


def trust_own_decks(home: Path) -> None:
    """Trust all that the learner's own folder of decks holds by now."""
    decks = {path: read_deck(path) for path in find_decks([home / "decks"])}
    if decks:
        TrustedDecks(home / "trusted-decks.json").trust(decks)


def trusting(path: Path, data: bytes) -> Trust:
    """Judges that every deck is trusted."""
    return "trusted"
