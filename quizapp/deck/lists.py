"""Options and lines as a list in which each is named by its number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quizapp.values.prediction import NotUnderstood


def numbered(texts: Iterable[str]) -> str:
    """Texts with their numbers, from 1, the further lines of each below its first."""
    return "\n".join(number_before(number, text) for number, text in enumerate(texts, 1))


def number_before(number: int, text: str) -> str:
    """`2. ` and a text, its further lines below the first."""
    before = f"{number}. "
    return before + text.strip().replace("\n", f"\n{' ' * len(before)}")


def numbers_of(
    picked: tuple[int, ...] | NotUnderstood, shuffled: Sequence[int]
) -> str | NotUnderstood:
    """Numbers that were picked as they are shown, from 1, as the deck numbers the same."""
    if isinstance(picked, NotUnderstood):
        return picked
    return ",".join(str(shuffled[number - 1] + 1) for number in picked) or "none"
