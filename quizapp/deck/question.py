"""What a kind of card says for those who show it in lines, or print it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from quizapp.values.prediction import NotUnderstood


@dataclass(frozen=True, kw_only=True)
class Question:
    """One thing to be answered by text."""

    text: str
    how: str
    """In which form."""
    read: Callable[[str], str | NotUnderstood]
    """What is typed, as `grade` wants it: options and lines by the deck's numbers."""
    in_lines: bool = False
    """The answer may have several lines."""
    nothing: str = ""
    """What is meant by no line at all, where that is an answer."""


class Piece(NamedTuple):
    """A part of a card of paper.

    Markdown is `prose`, a `line` or the lines of a `list`; text as it is stands `verbatim` in a
    line, as `words` in a list, as `code`, or `plain` in lines of its own.
    """

    form: Literal["prose", "line", "list", "verbatim", "words", "code", "plain"]
    texts: tuple[str, ...]


AnsweredBy = Literal["predictions", "numbers", "code"]
"""What an answer is made of: see `quiz try`."""
