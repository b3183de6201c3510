"""The kinds of card by name: one for each file in `kinds/`."""

from __future__ import annotations

from collections.abc import Mapping

from quizapp.deck import kinds
from quizapp.deck.model import Card
from quizapp.tables.by_file import by_file

CARD_KINDS: Mapping[str, type[Card]] = by_file(kinds, "KIND")
