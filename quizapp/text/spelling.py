"""What may have been meant."""

from __future__ import annotations

from collections.abc import Iterable

from quizapp.text.language import tr
from quizapp.text.visible import visible_path

NEAR = 0.65
"""How alike words are to be, from 0 to 1."""


def did_you_mean(word: str, known: Iterable[str], *, most: int = 1) -> str:
    """A remark to put behind a complaint about an unknown word; empty where nothing is near.

    It names the nearest of the known words, at most so many.
    """
    return did_you_mean_one_of(nearest(word, known, most=most))


def did_you_mean_one_of(words: Iterable[str]) -> str:
    """The same remark, where it is known which words may be meant."""
    meant = tr(" or ").join(f"'{visible_path(word)}'" for word in words)
    return tr(" (did you mean {meant}?)", meant=meant) if meant else ""


def nearest(word: str, known: Iterable[str], *, most: int = 1) -> list[str]:
    """At most so many of the known words, those that a misspelt one is near to.

    Of words such as `topic/card` each part has to be near: a topic that is shared says nothing
    of the card.
    """
    import difflib  # a start without a complaint does without it

    def is_near(other: str) -> bool:
        parts = word.split("/"), other.split("/")
        return len(parts[0]) != len(parts[1]) or all(
            _swapped(one, another) or difflib.get_close_matches(one, [another], cutoff=NEAR)
            for one, another in zip(*parts, strict=True)
        )

    known = list(known)
    # Two letters swapped is the commonest slip, and difflib ranks it low in a short word.
    swapped = [other for other in known if _swapped(word, other)]
    near = difflib.get_close_matches(word, known, n=max(1, len(known)), cutoff=NEAR)
    return (swapped or [other for other in near if is_near(other)])[:most]


def _swapped(one: str, other: str) -> bool:
    return sorted(one) == sorted(other)
