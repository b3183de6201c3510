"""The forms of cards: one for each file in `kinds/`, in their places."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from quizapp.deck.format import kinds
from quizapp.deck.format.form_kind import FormKind
from quizapp.deck.format.schema_words import WORDS as GENERAL
from quizapp.tables.by_file import by_file

FORMS: tuple[FormKind[Any], ...] = tuple(
    sorted(by_file(kinds, "KIND").values(), key=lambda kind: kind.place)
)

BY_KEY: Mapping[str, FormKind[Any]] = MappingProxyType({kind.key: kind for kind in FORMS})

MEANT: Mapping[str, FormKind[Any]] = MappingProxyType(
    {key: kind for kind in reversed(FORMS) for key in kind.meant_by}
)
"""What the author seems to have meant of a card that lacks the key of every kind."""

WORDS: Mapping[str, str] = MappingProxyType(
    dict(GENERAL) | {name: word for kind in FORMS for name, word in kind.words.items()}
)
"""What each field of a deck is for."""
