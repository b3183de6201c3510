"""Further cards of a package, at the end of a deck that was made of an earlier state of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from quizapp.anki.recall import Recall, by_id, cards_text
from quizapp.deck.format.load import load_bytes
from quizapp.deck.model import Deck
from quizapp.errors import UserError
from quizapp.text.language import tr
from quizapp.text.visible import visible_path

_FIRST_CARD = re.compile(r"^cards:(?:[ \t]*(?:#.*)?\r?\n)+( *)-", re.MULTILINE)


def with_more(deck: Deck, text: str, more: Iterable[Recall]) -> tuple[str, dict[str, Recall]]:
    """A deck's text with further cards behind its own, which stay as written, and those by id.

    Raises UserError where there is no room for them, or no plain list to put them in.
    """
    names = {name.partition("/")[2] for card in deck.cards for name in (card.id, *card.was)}
    cards = by_id(more, names)
    first = _FIRST_CARD.search(text)
    longer = f"{text.rstrip()}\n{cards_text(cards, len(first[1]) if first else 0)}"
    loaded = load_bytes(longer.encode(), deck.path)
    ids = [*(card.id for card in deck.cards), *(f"{deck.topic}/{id}" for id in cards)]
    if loaded.problems:
        why = loaded.problems[0].message
    elif loaded.deck is None or [card.id for card in loaded.deck.cards] != ids:
        why = tr("its cards are not its last part")
    else:
        return longer, cards
    raise UserError(
        tr("{path}: no card can be added to it: {why}", path=visible_path(deck.path), why=why)
    )
