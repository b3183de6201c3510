"""The Markdown of deck texts, as blocks of runs: for each front end to draw in its own way.

It is CommonMark with tables, but for what would swallow signs of code: `_` marks nothing, nor
does a `*` between letters or digits; HTML, pictures and reference definitions are text. A text
in one line is a paragraph, whatever it begins with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from quizapp.text.holes import WORD_MARKS, without_marks, words_apart

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.tree import SyntaxTreeNode

Mark = Literal["code", "strong", "em", "address"]
"""`address` is where a link leads, told behind its text."""
Alignment = Literal["left", "center", "right"]

LONGEST = 20_000
"""Characters of a text that is read as Markdown; a longer one is shown as it is written."""

MOST_CELLS = 10_000
"""Of a table, and of the lines below it: one with more is text. Empty cells need no characters."""

PYTHON = ("", "python", "py")
"""Names of code that is coloured as a card's is."""

DEEPEST = 20
"""Blocks within one another; a text with more is shown as it is written."""

ADDRESS = re.compile(r"https?://\S", re.IGNORECASE)

_ACTIVE = re.compile(r"[\n\\`*\[<&]")
"""A line without any of this says what it says."""

_WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_WIDE_POINT = re.compile("[\u3000-\u303f\uff01-\uff0f\uff1a-\uff1f]")

_SIGNS = re.compile(r"_+|\*+")
_ENDS_OPERAND = re.compile(f"[A-Za-z0-9)\\]{WORD_MARKS}]")
_BEGINS_OPERAND = re.compile(f"[A-Za-z0-9{WORD_MARKS}]")


class Run(NamedTuple):
    """Characters that look alike; a line break is a run of its own."""

    text: str
    marks: frozenset[Mark] = frozenset()
    link: str = ""
    """Where it leads, beginning with http."""
    soft: bool = False
    """A line of the source ends here, which means no more than the blank that it is, or that there
    is none: between Chinese characters."""


Runs = tuple[Run, ...]


class Paragraph(NamedTuple):
    runs: Runs


class Heading(NamedTuple):
    runs: Runs


class CodeBlock(NamedTuple):
    code: str
    language: str
    """As it was named; empty for none."""


class Items(NamedTuple):
    """A list: numbered from `first`, or with bullets where that is None."""

    first: int | None
    items: tuple[tuple[Block, ...], ...]
    loose: bool
    """Blank lines stand between the items."""


class Quote(NamedTuple):
    blocks: tuple[Block, ...]


class Table(NamedTuple):
    head: tuple[Runs, ...]
    rows: tuple[tuple[Runs, ...], ...]
    alignments: tuple[Alignment, ...]


class Rule(NamedTuple):
    """A line across."""


Block = Paragraph | Heading | CodeBlock | Items | Quote | Table | Rule


@lru_cache(512)
def blocks(text: str) -> tuple[Block, ...]:
    """What a text consists of."""
    text = text.strip()
    if "\n" not in text or len(text) > LONGEST:
        return paragraphs(text)
    from markdown_it.tree import SyntaxTreeNode

    tokens = _parser().parse(text)
    if any(token.level >= DEEPEST - 1 for token in tokens):
        return _as_written(text)
    return tuple(map(_block, SyntaxTreeNode(tokens).children))


@lru_cache(512)
def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """A text that has room for paragraphs alone: what begins other blocks is text."""
    text = text.strip()
    if len(text) > LONGEST:
        return _as_written(text)
    if not _ACTIVE.search(text):  # then the parser need not even be loaded
        return (Paragraph(tuple(_words(text, [], ""))),)
    return tuple(
        Paragraph(tuple(_runs(token.children or [])))
        for part in re.split(r"\n(?:[^\S\n]*\n)+", text)
        for token in _parser().parseInline(part.strip())
    )


def parser() -> MarkdownIt:
    """A parser of our Markdown; its rules may be changed further."""
    from markdown_it import MarkdownIt  # takes 30 ms: a start does without it
    from markdown_it.rules_block import table
    from markdown_it.rules_inline import emphasis

    made = MarkdownIt("commonmark", {"html": False, "maxNesting": DEEPEST})
    made.enable("table").disable(["reference", "image"])
    made.validateLink = _leads_to_the_web  # type: ignore[assignment, method-assign]

    def stars(state: StateInline, silent: bool) -> bool:
        if (literal := literal_signs(state.src, state.pos)) and not silent:
            state.pending += literal
            state.pos += len(literal)
        return bool(literal and not silent) or emphasis.tokenize(state, silent)

    def small_table(state: StateBlock, first: int, end: int, silent: bool) -> bool:
        columns = state.src.count("|", state.bMarks[first], state.eMarks[first])
        return columns * (end - first) <= MOST_CELLS and table(state, first, end, silent)

    made.inline.ruler.at("emphasis", stars)
    made.block.ruler.at("table", small_table, {"alt": ["paragraph", "reference"]})
    return made


_parser = lru_cache(1)(parser)


def _leads_to_the_web(address: str) -> bool:
    return ADDRESS.match(address) is not None


def literal_signs(text: str, at: int) -> str:
    """The signs of code that begin there, where emphasis could; empty where there are none."""
    found = _SIGNS.match(text, at)
    if found is None or found[0][0] == "_":
        return found[0] if found else ""
    before, after = text[at - 1 : at], text[found.end() : found.end() + 1]
    return found[0] if _ENDS_OPERAND.match(before) and _BEGINS_OPERAND.match(after) else ""


def _as_written(text: str) -> tuple[Paragraph]:
    return (Paragraph((Run(without_marks(text)),)),)


def _block(node: SyntaxTreeNode) -> Block:
    match node.type:
        case "paragraph":
            return Paragraph(_inline(node))
        case "heading":
            return Heading(_inline(node))
        case "fence" | "code_block":
            code = without_marks(node.content).strip("\n")
            return CodeBlock(code, without_marks(node.info or "").strip())
        case "bullet_list" | "ordered_list" as kind:
            items = tuple(tuple(map(_block, item.children)) for item in node.children)
            first = int(node.attrs.get("start", 1)) if kind == "ordered_list" else None
            inner = (each for item in node.children for each in item.children)
            loose = any(each.type == "paragraph" and not each.hidden for each in inner)
            return Items(first, items, loose)
        case "blockquote":
            return Quote(tuple(map(_block, node.children)))
        case "table":
            (head, *_), *bodies = (part.children for part in node.children)
            rows = [row for body in bodies for row in body]
            return Table(
                tuple(map(_inline, head.children)),
                tuple(tuple(map(_inline, row.children)) for row in rows),
                tuple(map(_alignment, head.children)),
            )
        case "hr":
            return Rule()
    raise TypeError(f"Markdown has no {node.type}")


def _alignment(cell: SyntaxTreeNode) -> Alignment:
    style = str(cell.attrs.get("style", ""))
    return "right" if "right" in style else "center" if "center" in style else "left"


def _inline(node: SyntaxTreeNode) -> Runs:
    """The runs of a block that holds nothing else."""
    return tuple(_runs(node.children[0].to_tokens()[0].children or [])) if node.children else ()


def _runs(tokens: Sequence[Any]) -> Iterator[Run]:
    marks: list[Mark] = []
    link, linked = "", ""
    for at, token in enumerate(tokens):
        if link:
            linked += token.content
        match token.type:
            case "strong_open" | "em_open":
                marks.append("strong" if token.type == "strong_open" else "em")
            case "strong_close" | "em_close":
                marks.pop()
            case "link_open":
                link, linked = str(token.attrs["href"]), ""
            case "link_close":
                if not linked:
                    yield Run(link, frozenset(marks), link)
                elif linked != link:
                    yield Run(f" ({link})", frozenset(["address"]))
                link = ""
            case "softbreak" | "hardbreak":
                soft = token.type == "softbreak"
                blank = "" if _are_one(tokens[:at], tokens[at + 1 :]) else " "
                yield Run(blank if soft else "\n", frozenset(marks), link, soft)
            case "code_inline":
                yield Run(_in_a_line(token.content), frozenset([*marks, "code"]), link)
            case _:
                yield from _words(token.content, marks, link)


def _are_one(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether no blank belongs between two lines: Chinese has none but around other writing."""
    last = next((token.content[-1] for token in reversed(before) if token.content), "")
    first = next((token.content[0] for token in after if token.content), "")
    points = _WIDE_POINT.match(last) or _WIDE_POINT.match(first)
    return bool(points or (_WIDE.match(last) and _WIDE.match(first)))


def _words(text: str, marks: Sequence[Mark], link: str) -> Iterator[Run]:
    """A text that holds no Markdown, but what was put into holes."""
    for piece, is_word in words_apart(text):
        code: list[Mark] = ["code"] if is_word else []
        yield Run(_in_a_line(piece), frozenset([*marks, *code]), link)


def _in_a_line(text: str) -> str:
    """The text of a run; a word may have had lines."""
    return without_marks(text).replace("\n", " ")
