"""Which cards test which claim about PyTorch: every card that the map names is there."""

from __future__ import annotations

from pathlib import Path

from quizapp.library.library import SHIPPED_DECKS, load_library

CLAIMS = Path(__file__).parent / "data" / "claims.tsv"
"""A claim's id, a tab, and the ids of the cards that test it, with blanks between them."""


def test_every_claim_leads_to_cards_that_are_there() -> None:
    rows = [line.split("\t") for line in CLAIMS.read_text(encoding="utf-8").splitlines()]
    claims = [claim for claim, _ in rows]
    assert len(claims) == len(set(claims))
    library = load_library([SHIPPED_DECKS], cache=None)
    named = [(claim, card) for claim, cards in rows for card in cards.split(" ")]
    assert [(claim, card) for claim, card in named if card not in library.cards] == []
