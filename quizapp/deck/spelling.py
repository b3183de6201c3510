"""What an author may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A remark to put behind a complaint about an unknown word; empty where nothing is near."""
    known = list(known)
    # Two letters swapped is the commonest slip, and difflib ranks it low in a short word.
    swapped = [other for other in known if sorted(other) == sorted(word)]
    close = swapped or difflib.get_close_matches(word, known, n=1, cutoff=0.65)
    return f" (did you mean '{close[0]}'?)" if close else ""
