"""The YAML parser's complaints in plain words, at the place where the author slipped."""

from __future__ import annotations

import re
from collections.abc import Sequence

import yaml

from quizapp.text.language import mark, tr

UNQUOTED = mark(
    'inside {…} or […] a text with a comma or a bracket needs quotes, such as {value: "x[0, 1]"}'
)

CONFLICT = "<<<<<<< "
"""How a line begins that git puts above two versions that it could not join."""

_WIDE_COLON = re.compile(r"\s*(?:- )?[\w-]+(?=：)")


def in_plain_words(
    error: yaml.MarkedYAMLError, lines: Sequence[str]
) -> tuple[tuple[int, int], str]:
    """The 1-based line and column of a YAML error, and what is wrong there."""
    found = error.problem_mark or error.context_mark
    assert found is not None
    for number, text in enumerate(lines, 1):
        if text.startswith(CONFLICT):
            return (number, 1), tr("git could not join two versions here: keep one of them")
    begun = error.context_mark or found
    for number in (begun.line + 1, found.line, found.line + 1):
        if wide := wide_colon(lines, number):
            return wide
    context, problem = error.context or "", error.problem or ""
    line = lines[found.line] if found.line < len(lines) else ""
    here, before = line[found.column : found.column + 1], line[: found.column].rstrip()

    at, message = found, f"not YAML: {problem}"
    if here == "\t":
        message = tr("a tab; YAML is indented by spaces")
    elif "cannot start any token" in problem and before.endswith(("]", "}")):
        message = tr(UNQUOTED)
    elif "cannot start any token" in problem:
        message = _needs_quotes(here)
    elif "scanning an alias" in context or "scanning an anchor" in context:
        at = begun
        message = _needs_quotes("*" if "alias" in context else "&")
    elif "tag" in context:
        at, message = begun, _needs_quotes("!")
    elif "quoted scalar" in context and "unexpected end" in problem:
        at, message = begun, tr("the quotation mark opened here is never closed")
    elif "flow" in context and (here in ("[", "{") or found.line == begun.line):
        message = tr(UNQUOTED)
    elif "flow" in context:
        at, message = (
            begun,
            tr("the bracket opened here is not closed before line {line}", line=found.line + 1),
        )
    elif "mapping values are not allowed" in problem:
        message = _misplaced_colon(before)
    elif "block" in context and before.endswith(("'", '"')):
        message = tr("the quotation mark before this ends the text; quote the whole of it")
        if opened := _opened_above(lines, found.line, before):
            message = tr(
                "the quotation mark opened here is first closed on line {line}", line=found.line + 1
            )
            return opened, message
    elif "block" in context or "simple key" in context:
        message = tr("not `key: value`, or not indented like the lines before it")
        if found.line and re.search(r"\S\s+#", lines[found.line - 1]):
            message += tr("; if it belongs to the text above, the # there has begun a comment")
    return (at.line + 1, at.column + 1), message


def wide_colon(lines: Sequence[str], number: int) -> tuple[tuple[int, int], str] | None:
    """What is wrong with the line of that number, where its key ends in a Chinese colon."""
    key = _WIDE_COLON.match(lines[number - 1]) if 0 < number <= len(lines) else None
    if key is None:
        return None
    return (number, key.end() + 1), tr("behind a key stands `:` with a blank, and not `：`")


def _opened_above(lines: Sequence[str], ended: int, before: str) -> tuple[int, int] | None:
    """Where the text was opened that ends with what stands before an error, if on a line above."""
    quote = before[-1]
    if before.count(quote) % 2 == 0:
        return None
    for number in range(ended - 1, -1, -1):
        opened = re.search(rf"(?:[:\-]\s+){quote}[^{quote}]*$", lines[number])
        if opened:
            return number + 1, opened.start() + opened[0].index(quote) + 1
    return None


def _needs_quotes(character: str) -> str:
    return tr("a text that begins with {character} needs quotes", character=character)


def _misplaced_colon(before: str) -> str:
    if ":" in before:
        return tr("a text with a colon and a space in it needs quotes")
    return tr(
        "not indented like the lines before it, or the last has no colon with a space behind it"
    )
