"""A value's text in rows that fit."""

from __future__ import annotations

import re

from quizapp.text.cells import cells

_BETWEEN_ROWS = re.compile(r"(?<=\]), *(?=\[)")
_OF_OTHERS = re.compile(r"""[{'"\n]""")
"""Signs of a text that holds more than lists in lists, or stands in rows already."""


def in_rows(text: str, width: int) -> str:
    """Lists in lists; where they are too wide, each row on a line of its own, as torch prints."""
    if cells(text) <= width or _OF_OTHERS.search(text):
        return text
    first, *rows = _BETWEEN_ROWS.split(text)
    lines = [first]
    margin, depth = first.find("["), first.count("[") - first.count("]")
    for row in rows:
        lines.append(" " * (margin + depth) + row)
        depth += row.count("[") - row.count("]")
    return ",\n".join(lines)
