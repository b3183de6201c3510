"""What may have been meant."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str], *, most: int = 1) -> str:
    """A remark to put behind a complaint about an unknown word; empty where nothing is near.

    It names the nearest of the known words, at most so many.
    """
    meant = " or ".join(f"'{other}'" for other in nearest(word, known, most=most))
    return f" (did you mean {meant}?)" if meant else ""


def nearest(word: str, known: Iterable[str], *, most: int = 1) -> list[str]:
    """At most so many of the known words, those that a misspelt one is near to."""
    import difflib  # a start without a complaint does without it

    known = list(known)
    # Two letters swapped is the commonest slip, and difflib ranks it low in a short word.
    swapped = [other for other in known if sorted(other) == sorted(word)]
    return (swapped or difflib.get_close_matches(word, known, n=most, cutoff=0.65))[:most]
