"""Field: what stands before a colon in a query, and what may stand behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from quizapp.deck.model import Card
from quizapp.search.catalogue import Catalogue
from quizapp.text.language import tr
from quizapp.text.spelling import did_you_mean

Test = Callable[[Card], bool]


@dataclass(frozen=True, kw_only=True)
class Field:
    """One way to tell cards apart."""

    test: Callable[[str, Catalogue], Test]
    """The test that a value stands for. Raises ValueError, with what is wrong with the value."""
    values: Callable[[Catalogue], Iterable[str]] = lambda catalogue: ()
    """What may stand there, for who types it to choose from."""


def matching(value: str) -> Callable[[str], bool]:
    """Whether a name is that value, in which `*` stands for anything."""
    pattern = re.compile(".*".join(map(re.escape, value.split("*"))), re.IGNORECASE)
    return lambda name: pattern.fullmatch(name) is not None


def one_of(what: str, value: str, known: Sequence[str]) -> str:
    """The value, where it is known; `what` is a marked message. Raises ValueError."""
    if value.lower() in known:
        return value.lower()
    known_ones = tr("; there are {names}", names=", ".join(known))
    if not value:
        raise ValueError(
            tr("a {what} is missing after the colon{hint}", what=tr(what), hint=known_ones)
        )
    hint = did_you_mean(value, known) or known_ones
    raise ValueError(tr("no {what} is '{value}'{hint}", what=tr(what), value=value, hint=hint))
