"""A learner who trusts decks, for tests that are to pass where there is no full sandbox."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from quizapp.deck.files import find_decks, read_deck
from quizapp.deck.model import Deck, Trust
from quizapp.library.trust import TrustedDecks


def trust_own_decks(home: Path) -> None:
    """Trust all that the learner's own folder of decks holds by now."""
    trust(home, *find_decks([home / "decks"]))


def trust(home: Path, *decks: Path) -> None:
    """Trust these as they are now."""
    if decks:
        TrustedDecks(home / "trusted-decks.json").trust({path: read_deck(path) for path in decks})


def trusted(deck: Deck | None) -> Deck:
    """A deck that must have loaded, as one that the learner trusts."""
    assert deck is not None
    return replace(deck, trust="trusted")


def trusting(path: Path, data: bytes) -> Trust:
    """Judges that every deck is trusted."""
    return "trusted"
