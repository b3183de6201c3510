"""What a learner sits down to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MoreKind = Literal["new", "ahead", "again"]
SittingKind = Literal["review", "drill", MoreKind]

Unasked = Literal["aside", "later", "machine"]
"""Why a card is not asked now: as was decided, as it builds on others, or for what it needs."""

PORTION = 10
"""More than the day's cards come in portions."""


@dataclass(frozen=True)
class Sitting:
    """What to sit down to, of some topics or of all.

    A `review` is what is due and new today, a `drill` of topics goes on with practice of them;
    `new`, `ahead` and `again` are for who wants more today, see `quizapp.memory.more`.
    """

    topics: tuple[str, ...] = ()
    limit: int | None = None
    kind: SittingKind = "drill"
    ideas: tuple[str, ...] = ()
    """A drill of the cards that can show these ideas to be wrong."""
    search: str = ""
    """A drill of the cards that this query finds, see `quizapp.search`."""
    cards: tuple[str, ...] = ()
    """A drill of these cards, by their ids."""
    named: frozenset[str] = frozenset()
    """Cards that a drill asks whatever they come after, if it has them: named one by one."""

    @property
    def most(self) -> int | None:
        """How many cards at most."""
        return self.limit or (PORTION if self.kind in ("new", "ahead") else None)
