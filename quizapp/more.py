"""What more there is to do today, in words and with its keys."""

from __future__ import annotations

from quizapp.sitting import MoreKind
from quizapp.words import counted

KEYS: dict[MoreKind, str] = {"new": "n", "ahead": "a", "again": "m"}


def more_in_words(kind: MoreKind, cards: int) -> str:
    """What so many cards of a kind are, and what they do to the schedule; why there are none."""
    match kind:
        case "new":
            if not cards:
                return "no new card is ready"
            return f"{counted(cards, 'new card')}, the daily limit aside"
        case "ahead":
            if not cards:
                return "no card is left to review ahead"
            return f"{counted(cards, 'review')} ahead; the schedule moves"
        case "again":
            if not cards:
                return "nothing was missed today"
            return f"{counted(cards, 'card')} missed today, again; the schedule stays"
