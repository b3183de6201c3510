"""Holes in texts, `{= EXPRESSION}` or `{= EXPRESSION:FORM}`: what stands there is computed.

A `{=` that is meant as it is stands as `{{=`. A word that was put into a hole has marks around it,
and stands in signs that mean nothing, so that no part of it is read as Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quizapp.text.language import tr

_OPEN = "{="
_PLAIN = "{{="
_OPENS = re.compile(r"\{?\{=")
_STRING = re.compile(r"""(['"])(?:\\.|(?!\1)[^\\\n])*\1""")
_FORM = re.compile(r"(?:[^{}\n]?[<>=^])?[-+ ]?#?0?\d{0,2}[,_]?(?:\.\d{1,2})?[a-zA-Z%]?")
_PAIRS = {"(": ")", "[": "]", "{": "}"}

MOST = 1_000
"""Holes of a text."""

LONGEST = 1_000
"""Characters of a hole: whoever wrote the deck may want it never to be read."""

_PLANE = 0x100000  # of private use, which no deck may hold
WORD_MARKS = _BEGIN, _END = "\U00100080\U00100081"
_HIDDEN = {sign: _PLANE + sign for sign in [ord("\n"), *range(ord(" "), 0x7F)]}
_SHOWN = {hidden: sign for sign, hidden in _HIDDEN.items()}
_WORD = re.compile(f"{_BEGIN}([^{_END}]*){_END}")


@dataclass(frozen=True)
class Hole:
    """A part of a text, from `start` to `end`, in whose place the value of an expression stands."""

    expression: str
    form: str
    """As Python's format() takes it; empty for the usual form."""
    start: int
    end: int


class NotAHole(Exception):
    """What begins as a hole is none; `start` is where it begins in the text."""

    def __init__(self, message: str, start: int) -> None:
        super().__init__(message)
        self.message = message
        self.start = start


def holes(text: str) -> list[Hole]:
    """The holes of a text, in order. Raises NotAHole; expressions need not be Python."""
    found: list[Hole] = []
    at = 0
    while opens := _OPENS.search(text, at):
        at = opens.end()
        if opens[0] == _OPEN:
            if len(found) == MOST:
                message = tr("more than {most} words of a text cannot be computed", most=MOST)
                raise NotAHole(message, opens.start())
            found.append(_hole(text, opens.start()))
            at = found[-1].end
    return found


def without_holes(text: str) -> str:
    """The text so written that each `{=` in it is meant as it is."""
    return text.replace(_OPEN, _PLAIN)


def filled(text: str, word: Callable[[Hole], str]) -> str:
    """The text with a word in each hole, in marks."""
    if _OPEN not in text:
        return text
    parts: list[str] = []
    at = 0
    for hole in holes(text):
        hidden = word(hole).translate(_HIDDEN)
        parts += [text[at : hole.start].replace(_PLAIN, _OPEN), f"{_BEGIN}{hidden}{_END}"]
        at = hole.end
    return "".join([*parts, text[at:].replace(_PLAIN, _OPEN)])


def words_apart(text: str) -> Iterator[tuple[str, bool]]:
    """The pieces of a text that was filled, and whether each is a word of a hole."""
    for index, piece in enumerate(_WORD.split(text)):
        if piece:
            yield piece.translate(_SHOWN), index % 2 == 1


def without_marks(text: str) -> str:
    """A text that was filled, its words like any other."""
    return "".join(piece for piece, _ in words_apart(text))


def _hole(text: str, start: int) -> Hole:
    """The hole that begins there."""
    begin = at = start + len(_OPEN)
    awaited: list[str] = []
    colon = None
    while at < len(text):
        sign = text[at]
        if sign in "'\"":
            string = _STRING.match(text, at)
            if string is None:
                raise NotAHole(tr("a quotation mark after `{=` is not closed"), start)
            at = string.end()
            continue
        if sign in _PAIRS:
            awaited.append(_PAIRS[sign])
        elif awaited and sign == awaited[-1]:
            awaited.pop()
        elif sign == "}" and not awaited:
            return _made(text, start, begin, at, colon)
        elif sign in ")]}":
            raise NotAHole(tr("a `{sign}` after `{{=` closes nothing", sign=sign), start)
        elif sign == ":" and not awaited and colon is None:
            colon = at
        at += 1
    raise NotAHole(tr("`{=` is not closed by a `}`"), start)


def _made(text: str, start: int, begin: int, end: int, colon: int | None) -> Hole:
    if end - begin > LONGEST:
        raise NotAHole(tr("a `{{=` is longer than {most} characters", most=LONGEST), start)
    lines = text[begin : end if colon is None else colon].split("\n")
    expression = " ".join(filter(None, map(str.strip, lines)))
    form = "" if colon is None else text[colon + 1 : end].strip()
    if not expression:
        raise NotAHole(
            tr("`{= }` holds nothing to compute; for the sign itself write `{{=`"), start
        )
    if colon is not None and not (form and _FORM.fullmatch(form)):
        raise NotAHole(tr("'{form}' is not a form of numbers such as `.2f`", form=form), start)
    return Hole(expression, form, start, end + 1)
