"""Rows of tables that hold more than is shown of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token


def overfull_row(tokens: Sequence[Token], lines: Sequence[str]) -> tuple[int, int, int] | None:
    """The first row with more cells than its table has columns: its line, from 0, and both counts.

    Markdown drops what is beyond, which mostly is the rest of code with a `|` of its own.
    """
    columns = in_head = 0
    for token in tokens:
        if token.type == "table_open" and token.map:
            columns, in_head = 0, cells(lines[token.map[0]])
        elif token.type == "th_open":
            columns += 1
        elif token.type == "tr_open" and columns and token.map:
            # Head and rows alike may stand behind the sign of a quotation.
            beyond = cells(lines[token.map[0]]) - in_head
            if beyond > 0:
                return token.map[0], columns + beyond, columns
    return None


def cells(row: str) -> int:
    """How many cells a line is, where it is a row of a table."""
    from markdown_it.rules_block.table import escapedSplit

    parts = escapedSplit(row.strip())
    return len(parts) - (not parts[0]) - (len(parts) > 1 and not parts[-1])
