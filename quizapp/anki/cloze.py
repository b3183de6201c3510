"""Anki's cloze deletions: `{{c1::hidden::hint}}`, which may stand within one another.

`{{c1,2::hidden}}` is hidden on both cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

DEEPEST = 8
"""Deletions within one another; the braces of what stands deeper are text."""

_TOKEN = re.compile(r"\{\{c([0-9]{1,3}(?:,[0-9]{1,3}){0,99})::|\}\}|::")


@dataclass
class _Deletion:
    """What one pair of braces holds: text and other deletions."""

    numbers: frozenset[int]
    opening: str
    hidden: list[str | _Deletion] = field(default_factory=list)
    hint: list[str | _Deletion] | None = None

    def add(self, *pieces: str | _Deletion) -> None:
        (self.hidden if self.hint is None else self.hint).extend(pieces)


def sides(text: str) -> Iterator[tuple[int, str, str]]:
    """Each number in the braces, the text with what has it hidden, and what that is."""
    pieces = _pieces(text)
    for number in sorted(set(_numbers(pieces))):
        told: list[str] = []
        yield number, _shown(pieces, number, told), "<br>".join(told)


def _pieces(text: str) -> list[str | _Deletion]:
    """The text with its deletions, in one walk; braces that are left open are text."""
    levels = [_Deletion(frozenset(), "")]
    end = 0
    for token in _TOKEN.finditer(text):
        levels[-1].add(text[end : token.start()])
        end = token.end()
        inside = len(levels) > 1
        if token[1] and len(levels) <= DEEPEST:
            levels.append(_Deletion(frozenset(map(int, token[1].split(","))), token[0]))
        elif token[0] == "}}" and inside:
            closed = levels.pop()
            levels[-1].add(closed)
        elif token[0] == "::" and inside and levels[-1].hint is None:
            levels[-1].hint = []
        else:
            levels[-1].add(token[0])
    levels[-1].add(text[end:])
    while len(levels) > 1:
        left = levels.pop()
        hint = [] if left.hint is None else ["::", *left.hint]
        levels[-1].add(left.opening, *left.hidden, *hint)
    return levels[0].hidden


def _numbers(pieces: Sequence[str | _Deletion]) -> Iterator[int]:
    for piece in pieces:
        if isinstance(piece, _Deletion):
            yield from piece.numbers
            yield from _numbers([*piece.hidden, *(piece.hint or ())])


def _shown(pieces: Sequence[str | _Deletion], number: int | None, told: list[str]) -> str:
    """The text with the deletions of a number hidden, if any is; what they hide is told."""
    parts = []
    for piece in pieces:
        if isinstance(piece, str):
            parts.append(piece)
        elif number not in piece.numbers:
            parts.append(_shown(piece.hidden, number, told))
        else:
            told.append(_shown(piece.hidden, None, told))
            parts.append(f"[{_shown(piece.hint, None, told)}]" if piece.hint else "[…]")
    return "".join(parts)
