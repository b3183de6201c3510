"""What a learner types who does not know."""

from __future__ import annotations

from quizapp.values.normalise import normalise

UNKNOWN = "?"
"""Stands for an answer that is not known, whatever words it was said in."""

_WORDS = frozenset({UNKNOWN, "idk", "dk", "dunno", "i don't know", "i dont know", "不知道"})


def says_unknown(text: str) -> bool:
    """Whether a whole answer says no more than that it is not known."""
    return normalise(text).strip().rstrip(".。").lower() in _WORDS
