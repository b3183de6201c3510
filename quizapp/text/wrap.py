"""Lines of text broken where a reader of it would break them: Chinese between its characters.

No line begins with a sign that closes or goes on, such as `，` or `）`, and none ends with one that
opens. Where all is Latin, lines are broken at blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from quizapp.text.cells import cells

_IDEOGRAPHS = "\u2e80-\u2fff\u3005-\u3007\u3021-\u3029\u3031-\u9fff\uf900-\ufaff\uff10-\uff5a"
_WIDE_OPENING = "（［｛《〈「『【〔〖"
_WIDE_CLOSING = "，。、；：？！）］｝》〉」』】〕〗"
_OPENING = rf"{_WIDE_OPENING}“‘(\[{{"
_MORE = "”’…—"
_CLOSING = rf"{_MORE}·)\]}},.;:?!%"

_FIRST_WIDE = "\u2e80"
_WORD = re.compile(r"\s*\S+\s*|\s+")


@cache
def _chunk() -> re.Pattern[str]:
    """A character of Chinese or a word of other writing, with the signs and blanks beside it."""
    return re.compile(
        rf"\s*[{_OPENING}]*"
        rf"(?:(?![{_WIDE_OPENING}{_WIDE_CLOSING}])[{_IDEOGRAPHS}]"
        rf"|[^\s“‘{_IDEOGRAPHS}{_WIDE_OPENING}{_WIDE_CLOSING}]+|)"
        rf"[{_CLOSING}]*[{_WIDE_CLOSING}{_MORE}]*\s*"
    )


def chunks(text: str) -> Iterator[tuple[int, int, str]]:
    """The pieces that stay in one line, each with where it begins and ends."""
    is_latin = max(text, default="") < _FIRST_WIDE and "“" not in text and "‘" not in text
    chunk = _WORD if is_latin else _chunk()
    return ((*found.span(), found[0]) for found in chunk.finditer(text) if found[0])


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of so many columns, or more where a word is longer; blanks are one."""
    return _joined(chunks(" ".join(text.split())), width)


def fitted(text: str, width: int) -> list[str]:
    """The text in lines of so many columns, for which a longer word is broken; blanks stay."""
    return [piece for line in _joined(chunks(text), width) for piece in _pieces(line, width)]


def _joined(pieces: Iterable[tuple[int, int, str]], width: int) -> list[str]:
    lines = [""]
    for _, _, piece in pieces:
        if lines[-1] and cells(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def _pieces(line: str, width: int) -> list[str]:
    if cells(line) <= width:
        return [line]
    pieces = [""]
    for character in line.lstrip():
        if pieces[-1] and cells(pieces[-1] + character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def prose(line: str, width: int) -> list[str]:
    """A line that is too long, broken as a terminal would not: between words, indented as it is.

    One in which blanks align something, such as a row of a table or code, stays whole.
    """
    text = line.lstrip(" ")
    indent = len(line) - len(text)
    if cells(line) <= width or "  " in text or indent > width // 2:
        return [line]
    return [" " * indent + broken for broken in wrapped(text, width - indent)]
