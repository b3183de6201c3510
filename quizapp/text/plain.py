"""Deck texts as lines of text, for screen readers and pipes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, zip_longest

from quizapp.text.markdown import (
    Block,
    CodeBlock,
    Heading,
    Items,
    Paragraph,
    Quote,
    Rule,
    Run,
    Table,
    blocks,
    paragraphs,
)
from quizapp.text.wrap import prose

INDENT = "    "


def plain_text(text: str, width: int | None = None) -> str:
    """The text in lines: code in backticks or indented, rows of tables with their headings.

    Lines of prose are those of the source, or of so many columns.
    """
    return _stacked(blocks(text), width)


def plain_line(text: str) -> str:
    """A text that has room for a line."""
    return " ".join(" ".join(_runs(each.runs) for each in paragraphs(text)).split())


def behind(words: str, text: str) -> str:
    """Words of ours and the text in lines: beside its first paragraph, else above it."""
    between = " " if isinstance(next(iter(blocks(text)), None), Paragraph) else "\n\n"
    return between.join(filter(None, [words, plain_text(text)]))


def lines_of(text: str, *, code: Callable[[str], str]) -> Iterator[str]:
    """What can be read of a text, `code` told so: each paragraph, cell or block in a line."""
    for block in blocks(text):
        yield from _lines(block, code)


def _lines(block: Block, code: Callable[[str], str]) -> Iterator[str]:
    match block:
        case Paragraph(runs) | Heading(runs):
            yield "".join(code(run.text) if "code" in run.marks else run.text for run in runs)
        case CodeBlock(text):
            yield text
        case Items(_, items, _):
            for each in chain(*items):
                yield from _lines(each, code)
        case Quote(inner):
            for each in inner:
                yield from _lines(each, code)
        case Table(head, rows):
            for cell in (*head, *chain(*rows)):
                yield from _lines(Paragraph(cell), code)


def _runs(runs: Iterable[Run], *, joined: bool = False) -> str:
    """Runs as text: code in backticks, lines as they are in the source, or joined where it may."""
    return "".join(
        "\n"
        if run.soft and not joined
        else in_backticks(run.text)
        if "code" in run.marks
        else run.text
        for run in runs
    )


def in_backticks(code: str) -> str:
    """Code as Markdown has it."""
    longest = max(map(len, re.findall("`+", code)), default=0)
    is_padded = code[:1] == code[-1:] == " " and bool(code.strip(" "))
    fence, blank = "`" * (longest + 1), " " if longest or is_padded else ""
    return f"{fence}{blank}{code}{blank}{fence}"


def _stacked(parts: Sequence[Block], width: int | None, *, between: str = "\n\n") -> str:
    return between.join(_block(part, width) for part in parts)


def _block(block: Block, width: int | None) -> str:
    match block:
        case Paragraph(runs) | Heading(runs):
            return _paragraph(runs, width)
        case CodeBlock(code):
            return _indented(code, INDENT, INDENT)
        case Items(first, items, loose):
            between = "\n\n" if loose else "\n"
            marks = ("- " if first is None else f"{first + i}. " for i in range(len(items)))
            return between.join(
                _indented(
                    _stacked(item, _less(width, mark), between=between), mark, " " * len(mark)
                )
                for mark, item in zip(marks, items, strict=True)
            )
        case Quote(inner):
            return _indented(_stacked(inner, _less(width, "> ")), "> ", "> ")
        case Table(head, rows):
            names = [*map(_runs, head)]
            return "\n".join(_row(names, map(_runs, row)) for row in rows) or _row([], names)
        case Rule():
            return "---"


def _paragraph(runs: Iterable[Run], width: int | None) -> str:
    if width is None:
        return _runs(runs)
    lines = _runs(runs, joined=True).split("\n")
    return "\n".join(broken for line in lines for broken in prose(line, width))


def _less(width: int | None, mark: str) -> int | None:
    return None if width is None else width - len(mark)


def _row(names: Iterable[str], cells: Iterable[str]) -> str:
    """`dtype: float16; bits: 16`."""
    named = zip_longest(names, cells, fillvalue="")
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in named if cell)


def _indented(text: str, first: str, further: str) -> str:
    """The lines of a text behind what begins the first, and each further one."""
    begin, *others = text.split("\n")
    return "\n".join([first + begin, *((further + line).rstrip() for line in others)])
