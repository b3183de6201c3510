"""What Anki's searches call otherwise."""

from __future__ import annotations

import re
from collections.abc import Mapping

OURS: Mapping[str, str] = {
    "deck": "topic:",
    "flag": "is:flagged",
    "nid": "card:",
    "cid": "card:",
    "is:learn": "is:learning",
    "is:review": "is:learnt",
    "is:marked": "is:flagged",
    "is:buried-manually": "is:buried",
    "is:buried-sibling": "is:buried",
    "tag:marked": "is:flagged",
    "tag:leech": "is:leech",
    "prop:ivl": "prop:s",
    "prop:interval": "prop:s",
    "prop:stability": "prop:s",
    "prop:ease": "prop:d",
    "prop:difficulty": "prop:d",
    "prop:retrievability": "prop:r",
    "prop:reps": "prop:reviews",
}
"""By a field alone, or with the word that stands behind it: what finds that here, or is next."""

_WORD = re.compile(r"[a-z-]*")


def ours(field: str, value: str) -> str:
    """What is to be written in place of a term of Anki's; empty where there is nothing."""
    word = _WORD.match(value.lower())
    return OURS.get(f"{field}:{word[0] if word else ''}", OURS.get(field, ""))
