"""Bars in a line of text."""

from __future__ import annotations

from collections.abc import Sequence

SIGNS = ("━", "╌", "┄")
"""Of the parts of a bar, that they are told apart without colours as well."""


def bar(share: float, width: int) -> tuple[str, str]:
    """What is full of a bar so wide, and the rest; `share` is from 0 to 1."""
    full = round(min(max(share, 0.0), 1.0) * width)
    return SIGNS[0] * full, SIGNS[1] * (width - full)


def parted_bar(numbers: Sequence[int], width: int) -> list[str]:
    """A bar so wide, by parts: each as long as its share, and what there is any of is seen."""
    whole = sum(numbers)
    lengths = [max(round(width * number / whole), 1) if number else 0 for number in numbers]
    lengths[lengths.index(max(lengths))] += width - sum(lengths)
    return [sign * length for sign, length in zip(SIGNS, lengths, strict=True)]
