"""Deck texts are paragraphs: what other blocks Markdown has would run into one another."""

from __future__ import annotations

import re
from typing import NamedTuple

_MAYBE = re.compile(r"(?m)^ *([-*+]|~~~|```|\d+[.)])|^(\t| {4})|\|")
"""In a text without any of this there are only paragraphs."""

NAMES = {
    "fence": "fenced code",
    "code_block": "indented code",
    "table_open": "a table",
    "list_item_open": "a list",
}
"""Blocks by the tokens that they begin with."""


class Block(NamedTuple):
    """A block whose lines would be joined, and the 1-based line on which it begins."""

    name: str
    line: int


def first_block(text: str) -> Block | None:
    """The first block, as Markdown reads the text, that does not survive as paragraphs."""
    if not _MAYBE.search(text):
        return None
    from markdown_it import MarkdownIt  # few texts need it

    is_blank = [not line.strip() for line in text.split("\n")]
    for token in MarkdownIt().enable("table").parse(text):
        if token.type in NAMES and token.map:
            first, end = token.map
            last = first + 1 if token.type == "list_item_open" else end
            if any(i and not is_blank[i - 1] and not is_blank[i] for i in range(first, last)):
                return Block(NAMES[token.type], first + 1)
    return None
