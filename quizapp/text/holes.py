"""Holes in texts, `{= EXPRESSION}` or `{= EXPRESSION:FORM}`: what stands there is computed.

A `{=` that is meant as it is stands as `{{=`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_OPEN = "{="
_PLAIN = "{{="
_OPENS = re.compile(r"\{?\{=")
_STRING = re.compile(r"""(['"])(?:\\.|(?!\1)[^\\\n])*\1""")
_FORM = re.compile(r"(?:[^{}\n]?[<>=^])?[-+ ]?#?0?\d{0,2}[,_]?(?:\.\d{1,2})?[a-zA-Z%]?")
_PAIRS = {"(": ")", "[": "]", "{": "}"}


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
            found.append(_hole(text, opens.start()))
            at = found[-1].end
    return found


def without_holes(text: str) -> str:
    """The text so written that each `{=` in it is meant as it is."""
    return text.replace(_OPEN, _PLAIN)


def filled(text: str, word: Callable[[Hole], str]) -> str:
    """The text with a word in each hole, as code unless code stands around it."""
    if _OPEN not in text:
        return text
    parts: list[str] = []
    at = 0
    ticks = 0
    for hole in holes(text):
        before = text[at : hole.start]
        ticks += before.count("`")
        parts += [before.replace(_PLAIN, _OPEN), _as_code(word(hole), within=ticks % 2 == 1)]
        at = hole.end
    return "".join([*parts, text[at:].replace(_PLAIN, _OPEN)])


def _as_code(word: str, *, within: bool) -> str:
    if within:
        return word
    longest = max(map(len, re.findall("`+", word)), default=0)
    fence, blank = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{blank}{word}{blank}{fence}"


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
                raise NotAHole("a quotation mark after `{=` is not closed", start)
            at = string.end()
            continue
        if sign in _PAIRS:
            awaited.append(_PAIRS[sign])
        elif awaited and sign == awaited[-1]:
            awaited.pop()
        elif sign == "}" and not awaited:
            return _made(text, start, begin, at, colon)
        elif sign in ")]}":
            raise NotAHole(f"a `{sign}` after `{{=` closes nothing", start)
        elif sign == ":" and not awaited and colon is None:
            colon = at
        at += 1
    raise NotAHole("`{=` is not closed by a `}`", start)


def _made(text: str, start: int, begin: int, end: int, colon: int | None) -> Hole:
    expression = re.sub(r"\s*\n\s*", " ", text[begin : end if colon is None else colon]).strip()
    form = "" if colon is None else text[colon + 1 : end].strip()
    if not expression:
        raise NotAHole("`{= }` holds nothing to compute; for the sign itself write `{{=`", start)
    if colon is not None and not (form and _FORM.fullmatch(form)):
        raise NotAHole(f"'{form}' is not a form of numbers such as `.2f`", start)
    return Hole(expression, form, start, end + 1)
