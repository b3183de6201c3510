"""Texts that YAML has cut short: a `#` after a blank begins a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quizapp.deck.format.yaml_nodes import Node, Place, Scalar, Slip, scalars
from quizapp.text.language import mark, tr

WORDS = {"title", "about", "author", "prompt", "explain", "hint", "say", "back", "text"}
WORDS |= {"en", "zh", "source"}
CODE = {"setup", "code", "starter", "solution", "tests", "order", "proof"}

CUT = mark(
    "a # after a blank begins a comment in YAML, so that the text ends "
    "before it; quote the text, or put it under `|`"
)
_HASH = re.compile(r"[ \t]+#")
_REMARK = re.compile(r"[ \t]{2,}#( |$)")
"""A comment as most people write it, away from what it is about."""


def cut_texts(node: Node, lines: Sequence[str], key: str = "") -> Iterator[Slip]:
    """Each comment that was not meant as one, in the value of a key and below it."""
    for name, scalar in scalars(node, key):
        if scalar.style:
            continue
        line, at = lines[scalar.end.line - 1], scalar.end.column - 1
        if (found := _HASH.match(line, at)) and _is_cut(scalar, line, at, name):
            yield Slip(Place(scalar.end.line, found.end()), tr(CUT))


def _is_cut(node: Scalar, line: str, at: int, key: str) -> bool:
    if _is_open(node.text) or key in CODE:
        return True
    return key in WORDS and not _REMARK.match(line, at)


def _is_open(text: str) -> bool:
    """Whether something in the text begins and does not end."""
    pairs = [("(", ")"), ("[", "]"), ("{", "}")]
    return text.count("`") % 2 == 1 or any(
        text.count(left) > text.count(right) for left, right in pairs
    )
