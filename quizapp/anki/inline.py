"""What stands in a line of HTML → runs as Markdown can have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quizapp.deck.format.yaml_nodes import CONTROL_CHARACTER
from quizapp.text.as_markdown import merged
from quizapp.text.markdown import Mark, Run, Runs

BREAK = "\n"
_TYPED_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_BLANKS = re.compile(r"(\s+)")
_TYPED_ITEM = re.compile(r"(?:-|(0|[1-9]\d{0,8})\.) (?=\S)")


class TypedItem(NamedTuple):
    """A line that was typed as an item of a list: its number, if it has one, and what it says."""

    number: int | None
    runs: Runs


def without_controls(text: str) -> str:
    """A text without what no deck may hold."""
    return CONTROL_CHARACTER.sub("", text.replace("\r", "\n")).replace("\xa0", " ")


def lines(runs: Iterable[Run], *, broken: bool) -> Iterator[Runs]:
    """The paragraphs: `broken` where a single break is within one, and only two end it."""
    line: list[Run] = []
    breaks: list[Run] = []
    for run in _apart(runs):
        if run.text == BREAK:
            breaks.append(run)
            continue
        if run.text.strip() and breaks:
            if not broken or len(breaks) > 1:
                yield tidy(line)
                line = []
            else:
                line.append(breaks[0])
            breaks = []
        line.append(run)
    yield tidy(line)


def tidy(runs: Iterable[Run]) -> Runs:
    """Runs as a browser shows them: a blank for several, and none at an edge or within marks."""
    return tuple(merged(_without_edges([*_apart(runs)])))


def typed_item(runs: Runs) -> TypedItem | None:
    """A line as the item as which it was typed; None where it is none."""
    if not runs or runs[0].marks or runs[0].link or not (found := _TYPED_ITEM.match(runs[0].text)):
        return None
    rest = runs[0]._replace(text=runs[0].text[found.end() :])
    return TypedItem(int(found[1]) if found[1] else None, (rest, *runs[1:]))


def with_typed_code(runs: Iterable[Run]) -> Iterator[Run]:
    """Text that was typed in backticks is code."""
    for run in merged(runs):
        if "code" in run.marks:
            yield run
            continue
        for at, piece in enumerate(_TYPED_CODE.split(run.text)):
            code: list[Mark] = ["code"] if at % 2 else []
            yield run._replace(text=piece, marks=run.marks.union(code))


def _apart(runs: Iterable[Run]) -> Iterator[Run]:
    """Words, blanks and breaks by themselves; code is a word."""
    for run in merged(runs):
        if "code" in run.marks and run.text.strip():
            yield run._replace(text=run.text.replace(BREAK, " "))
            continue
        for piece in _BLANKS.split(run.text):
            if not piece.isspace():
                yield run._replace(text=piece)
            elif BREAK in piece:
                yield from [run._replace(text=BREAK)] * piece.count(BREAK)
            else:
                yield run._replace(text=" ")


def _without_edges(pieces: list[Run]) -> Iterator[Run]:
    """What stands between words is one blank or break, marked where both words are."""
    before: Run | None = None
    between = ""
    for piece in pieces:
        if not piece.text.strip():
            between = BREAK if BREAK in (piece.text, between) else " "
            continue
        if not piece.text:
            continue
        if before and between:
            marks = before.marks & piece.marks - {"code"}
            yield Run(between, marks, piece.link if piece.link == before.link else "")
        yield piece
        before, between = piece, ""
