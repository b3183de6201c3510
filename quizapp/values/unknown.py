"""What a learner types who does not know."""

from __future__ import annotations

from quizapp.values.normalise import normalise

UNKNOWN = "?"
"""Stands for an answer that is not known, whatever words it was said in."""

IN_A_WORD = ("idk", "dk", "dunno", "不知道")
_WORDS = frozenset({UNKNOWN, *IN_A_WORD, "i don't know", "i dont know"})


def says_unknown(text: str) -> bool:
    """Whether a whole answer says no more than that it is not known."""
    return normalise(text).strip().rstrip(".。").lower() in _WORDS
