"""What an author can get wrong about the Markdown of a text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from quizapp.deck.format.overfull_rows import overfull_row
from quizapp.deck.format.yaml_nodes import Node, Place, Scalar, Slip, scalars
from quizapp.text.holes import WORD_MARKS, filled, without_marks
from quizapp.text.language import mark, tr
from quizapp.text.markdown import ADDRESS, LONGEST, parser

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

TEXTS = {"title", "about", "prompt", "explain", "hint", "say", "back", "text", "en", "zh"}

_MAYBE_A_BLOCK = re.compile(r"(?m)^ *([-*+]|~~~|```|\d+[.)])|^(\t| {4})|\|")
"""In a text without any of this there are only paragraphs."""

_MAYBE_A_SLIP = re.compile(r"\]\(|^ *(~~~|```)|\|", re.MULTILINE)

_BEGINS = re.compile(r"(?<=\])(?=\()|(?<!\\)(?=```|~~~)")
"""Where links and fenced code begin, or end."""

_BAR = re.compile(r"(?<!\\)\|")

_CODE_BEFORE = re.compile(f"[A-Za-z0-9_)\\]`{WORD_MARKS[1]}]$")
"""Behind this, `[0](y)` takes an item and calls it."""

NAMES = {
    "fence": mark("fenced code"),
    "code_block": mark("indented code"),
    "table_open": mark("a table"),
    "list_item_open": mark("a list"),
}
"""Blocks by the tokens that they begin with."""


class Found(NamedTuple):
    """What is wrong, and where in the text."""

    message: str
    at: int


def slip_in(text: str) -> Found | None:
    """The first thing in a text that is not shown as its author will have meant it."""
    if not _MAYBE_A_SLIP.search(text) or len(text) > LONGEST:
        return None
    written = filled(text, lambda hole: text[hole.start : hole.end])
    noted: list[_Lead] = []
    read = _noting().parse if "\n" in written.strip() else _noting().parseInline
    tokens = read(written, {"noted": noted})
    lines = _lines(written)
    for lead in noted:
        if message := _wrong_with(lead):
            return Found(message, max(text.find(without_marks(lead.source)), 0))
    for token in tokens:
        if token.type == "fence" and token.map and not _is_closed(token, lines):
            message = tr("the code that begins here is not closed by {markup}", markup=token.markup)
            return Found(message, _length(lines[: token.map[0]]))
    if row := overfull_row(tokens, lines):
        line, cells, columns = row
        message = tr(
            "this row of a table has {cells} cells and its head {columns}: what is beyond is not "
            "shown (a `|` within a cell is written `\\|`)",
            cells=cells,
            columns=columns,
        )
        return Found(message, _length(lines[:line]))
    return None


def _length(lines: Sequence[str]) -> int:
    return len(without_marks("".join(f"{line}\n" for line in lines)))


def without_slips(text: str) -> str:
    """A text from elsewhere so written that it is taken; what would be refused is text."""
    if slip_in(text):
        text = _BEGINS.sub(r"\\", text)
    return _BAR.sub(r"\\|", text) if slip_in(text) else text


def block_in(text: str) -> Found | None:
    """The first block of a text that has room for a line, and whose lines would be joined."""
    if not _MAYBE_A_BLOCK.search(text) or len(text) > LONGEST:
        return None
    lines = _lines(text)
    is_blank = [not line.strip() for line in lines]
    for token in parser().parse(text):
        if token.type in NAMES and token.map:
            first, end = token.map
            last = first + 1 if token.type == "list_item_open" else end
            if any(i and not is_blank[i - 1] and not is_blank[i] for i in range(first, last)):
                message = tr(
                    "holds {block}, where there is room for a line of text only",
                    block=tr(NAMES[token.type]),
                )
                return Found(message, sum(len(line) + 1 for line in lines[:first]))
    return None


def joined_blocks(node: Node, lines: Sequence[str], key: str = "") -> Iterator[Slip]:
    """Blocks in the texts of a node, the value of a key, whose lines YAML has joined."""
    for name, scalar in scalars(node, key):
        if name not in TEXTS or scalar.style == "|" or scalar.start.line == scalar.end.line:
            continue
        first, written = _lines_of(scalar, lines)
        if not _MAYBE_A_BLOCK.search(written) or len(written) > LONGEST:
            continue
        left = [block for block, _ in _multiline_blocks(scalar.text)]
        for block, line in _multiline_blocks(written):
            if block in left:
                left.remove(block)
                continue
            place = first + line
            column = len(lines[place - 1]) - len(lines[place - 1].lstrip()) + 1
            message = tr(
                "{name}: holds {block}, whose lines YAML joins here; put the text under `|`",
                name=name,
                block=block,
            )
            yield Slip(Place(place, column), message)
            break


def _lines_of(scalar: Scalar, lines: Sequence[str]) -> tuple[int, str]:
    """The number of the first line of a text, and how the text is written in the file."""
    if scalar.style == ">":
        last = scalar.end.line - (scalar.end.column == 1)
        return scalar.text_line, textwrap.dedent("\n".join(lines[scalar.start.line : last]))
    begin, *others = lines[scalar.start.line - 1 : scalar.end.line]
    further = textwrap.dedent("\n".join(others))
    return scalar.start.line, f"{begin[scalar.start.column - 1 :].lstrip(QUOTES)}\n{further}"


QUOTES = "'\""


def _multiline_blocks(text: str) -> list[tuple[str, int]]:
    """Fenced code, tables, and lists of several items; each with its line, from 0."""
    found = []
    items = first = 0
    for token in parser().parse(text):
        if token.type in ("fence", "table_open") and token.map:
            found.append((tr(NAMES[token.type]), token.map[0]))
        elif token.type in ("bullet_list_open", "ordered_list_open") and token.map:
            items, first = 0, token.map[0]
        elif token.type == "list_item_open":
            items += 1
            if items == 2:
                found.append((tr(NAMES[token.type]), first))
    return found


class _Lead(NamedTuple):
    """A link or a picture as the parser met it."""

    kind: str
    source: str
    before: str
    address: str
    title: str


def _wrong_with(lead: _Lead) -> str | None:
    address = unquote(lead.address)
    if lead.kind == "image":
        return tr("holds a picture, which no terminal shows; say in words what is to be seen")
    if any(mark in address for mark in WORD_MARKS):
        return tr("the address of a link cannot be computed")
    if not ADDRESS.match(lead.address):
        if not re.match(r"[a-z][a-z0-9+.-]*:", address, re.I) and _CODE_BEFORE.search(lead.before):
            return None
        where = tr("to '{address}'", address=address) if address else "nowhere"
        return tr(
            "the link leads {where}; it must begin with https:// (code goes in backticks)",
            where=where,
        )
    if lead.title:
        return tr(
            "the title of the link, '{title}', is not shown; write it into the text",
            title=lead.title,
        )
    return None


def _lines(text: str) -> list[str]:
    """The lines as the parser counts them."""
    return re.split(r"\r\n?|\n", text)


def _is_closed(token: Token, lines: Sequence[str]) -> bool:
    assert token.map is not None
    first, end = token.map
    return end - first > 1 and lines[end - 1].rstrip().endswith(token.markup)


@lru_cache(1)
def _noting() -> MarkdownIt:
    """A parser that takes every link, and notes it in its environment."""
    from markdown_it.rules_inline import image, link

    made = parser().enable("image")
    made.validateLink = lambda url: True  # type: ignore[method-assign]
    made.inline.ruler.at("link", _noted(link))
    made.inline.ruler.at("image", _noted(image))
    return made


def _noted(rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    def noted(state: StateInline, silent: bool) -> bool:
        start, had = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        if not silent:
            made = next(token for token in state.tokens[had:] if token.type in KINDS)
            address: Any = made.attrs.get(KINDS[made.type], "")
            title = str(made.attrs.get("title", ""))
            source, before = state.src[start : state.pos], state.src[:start]
            state.env["noted"].append(_Lead(made.type, source, before, str(address), title))
        return True

    return noted


KINDS = {"link_open": "href", "image": "src"}
