"""Signs in a text that its author will have meant as Markdown, and that are shown as they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from quizapp.deck.format.overfull_rows import cells
from quizapp.text.holes import filled, words_apart
from quizapp.text.language import tr
from quizapp.text.markdown import LONGEST, parser

if TYPE_CHECKING:
    from markdown_it.token import Token

_MAYBE = re.compile(r"\*\*|\] +\(|^ *#|\|", re.MULTILINE)

_BELOW_A_HEAD = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?")
_ROW = re.compile(r"\|.*\|.*\|")
_LINK = re.compile(r"(?<![\w)\]`])\[[^\[\]]*[^\W\d_][^\[\]]*\] +\(https?://")
_HEADING = re.compile(r"#{1,6}(?=[A-Z\u4e00-\u9fff])[^`(=\[]*[^`(=\[\s.,;:。，；：]")
_STRONG = re.compile(
    r"(?<![\w*/)\]`(,\\])(?<!, )\*\*(?=[^\s*\d(])(?!\w*(?:kw|args|opt|_)|[a-z]\b)\w*"
)
"""Behind a bracket or a comma, and before what is called so, it is Python's."""


class Unread(NamedTuple):
    """What is shown as it stands, the line of the text that it is on, and what is wrong."""

    written: str
    line: int
    message: str


def unread(text: str) -> Iterator[Unread]:
    """Each of these, paragraph by paragraph; nothing within code."""
    if not _MAYBE.search(text) or len(text) > LONGEST:
        return
    written = filled(text, lambda hole: text[hole.start : hole.end])
    in_lines = "\n" in written.strip()
    for token in (parser().parse if in_lines else parser().parseInline)(written):
        if token.type != "inline":
            continue
        first = token.map[0] + 1 if token.map else 1
        if in_lines:
            yield from _blocks(token.content.split("\n"), first)
        words = _words(token)
        if found := _LINK.search(words):
            message = tr("between `]` and `(` of a link stands no blank")
            yield Unread(found[0].partition("(")[0], first, message)
        if "\\*" not in token.content and (found := _STRONG.search(words)):
            yield Unread(found[0], first, tr("no `**` closes this, so that it is shown"))


def _words(token: Token) -> str:
    """The words of a paragraph, with a backtick in place of what is code."""
    pieces = []
    for child in token.children or ():
        if child.type == "text":
            pieces += ["`" if is_word else piece for piece, is_word in words_apart(child.content)]
        elif child.type == "code_inline":
            pieces.append("`")
        elif child.type.endswith("break"):
            pieces.append("\n")
    return "".join(pieces)


def _blocks(lines: Sequence[str], first: int) -> Iterator[Unread]:
    """Tables and headings that have become a paragraph."""
    if _HEADING.fullmatch(lines[0]):
        yield Unread(lines[0], first, tr("between `#` and a heading stands a blank"))
    for number, (head, below) in enumerate(pairwise(lines), first):
        columns, others = cells(head), cells(below)
        if "|" not in head or "|" not in below:
            continue
        if _BELOW_A_HEAD.fullmatch(below.strip()) and columns != others:
            message = tr(
                "this is no table: its head has {columns} cells and the row below that {others}",
                columns=columns,
                others=others,
            )
            yield Unread(below.strip(), number + 1, message)
            return
        if _ROW.fullmatch(head.strip()) and _ROW.fullmatch(below.strip()) and columns == others:
            message = tr("this is no table: below its head stands no row of `---`, as `|---|---|`")
            yield Unread(head.strip(), number, message)
            return
