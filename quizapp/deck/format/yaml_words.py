"""The YAML parser's complaints in plain words, at the place where the author slipped."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import yaml

from quizapp.text.language import mark, tr

UNQUOTED = mark(
    "inside {…} or […] a text with a comma, a colon or a bracket needs quotes, such as "
    '{value: "x[0, 1]"}'
)

ESCAPED = mark(
    "a backslash between \"…\" begins an escape: put the text between '…', or on lines below |"
)

CONFLICT = "<<<<<<< "
"""How a line begins that git puts above two versions that it could not join."""

BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"

_OPENED = re.compile(r"(?:\s*(?:- )?[\w-]+:\s+|\s*- )(?=[\[{*])")
"""A key or a dash with a value that begins with a bracket, or as an alias does."""

_QUOTES = ("'", '"')

_HOLDS_KEYS = re.compile(r"\s*(?:- )?(ask|expect|vary):\s+")
_ENTRY = re.compile(r"([\w-]+):\s+(\S.*)")
_LIKE_A_KEY = re.compile(r"\s*(?:- )?[a-z][\w-]*")
_CRAMPED = re.compile(r"\s*(?:- )?([A-Za-z][\w-]*):(?=[^\s/:=])")
_BAR = re.compile(r"\s*(?:- )?([\w-]+):\s+[|>][-+\d]*\s*(?:#.*)?\Z")

_COMMENTED = re.compile(r"\S\s+#")
_ODD_BLANK = re.compile(rf" *(?:- )?(?:[\w-]+: *)?(?=[{BLANKS}])")
_CRAMPED_DASH = re.compile(r"\s*-(?=[a-z]+:(?:\s|$))")
_WIDE_BRACKET = re.compile(r"\s*(?:- )?[\w-]+:\s*(?=[｛［])")
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
        if odd := odd_sign(lines, number):
            return odd
    for seen in (begun, found):  # what stands behind such a text is not at fault
        if opened := _opened_above(lines, seen.line, seen.column):
            return opened, tr(
                "the quotation mark opened here is first closed on line {line}", line=seen.line + 1
            )
    context, problem = error.context or "", error.problem or ""
    line = _line(lines, found.line)
    here, before = line[found.column : found.column + 1], line[: found.column].rstrip()

    at, message = found, f"not YAML: {problem}"
    if here == "\t":
        message = tr("a tab; YAML is indented by spaces")
    elif "cannot start any token" in problem and before.endswith(("]", "}")):
        message = tr(UNQUOTED)
    elif "cannot start any token" in problem:
        message = needs_quotes(here)
    elif "scanning an alias" in context or "scanning an anchor" in context:
        at = begun
        message = needs_quotes("*" if "alias" in context else "&")
    elif "entries are not allowed" in problem:
        message = tr(
            "{needs_quotes}; a list begins on the next line", needs_quotes=needs_quotes("-")
        )
    elif "mapping keys are not allowed" in problem:
        message = needs_quotes("?")
    elif "block scalar" in context:
        at, sign = begun, _line(lines, begun.line)[begun.column : begun.column + 1]
        message = tr(
            "{needs_quotes}; a text of several lines begins below the {sign}",
            needs_quotes=needs_quotes(sign),
            sign=sign,
        )
    elif "quoted scalar" in context and ("escape" in problem or "hexdecimal" in problem):
        return (found.line + 1, line.rfind("\\", 0, found.column + 1) + 1), tr(ESCAPED)
    elif "tag" in context:
        at, message = begun, needs_quotes("!")
    elif "quoted scalar" in context and "unexpected end" in problem:
        at, message = begun, tr("the quotation mark opened here is never closed")
    elif "flow" in context and _line(lines, begun.line)[begun.column :][:1] + here in ("[}", "{]"):
        at, message = begun, tr("the bracket opened here is closed by a {sign}", sign=here)
    elif "flow" in context and (opened := _never_closed(lines, found.line, found.column)):
        return opened, tr("the bracket opened here is never closed")
    elif "flow" in context and (here in ("[", "{") or found.line == begun.line):
        message = tr(UNQUOTED)
    elif "flow" in context:
        at, message = (
            begun,
            tr("the bracket opened here is not closed before line {line}", line=found.line + 1),
        )
        if _COMMENTED.search(_line(lines, begun.line)):
            message += tr("; the # there begins a comment, as it does not between quotes")
    elif "mapping values are not allowed" in problem:
        if wide := wide_bracket(lines, found.line + 1):
            return wide
        if cramped := _cramped_key(lines, found.line - 1):
            return cramped
        message = _misplaced_colon(line, before)
    elif "block" in context and before.endswith(_QUOTES):
        message = tr(
            "the quotation mark before this ends the text; quote the whole by the other kind of "
            "mark"
        )
    elif "simple key" in context and (text := _below_a_bar(lines, begun.line)):
        at, message = begun, text
    elif "simple key" in context:
        if cramped := _cramped_key(lines, begun.line):
            return cramped
        at = begun
        message = tr(
            "not `key: value`: it lacks a colon with a space behind it, or is to be indented like "
            "the text above"
        ) + _of_a_comment(lines, begun.line)
    elif here in ("]", "}"):
        message = tr("a closing bracket that nothing has opened")
    elif "block" in context and (key := _OPENED.match(line)) and key.end() < found.column:
        return (found.line + 1, key.end() + 1), needs_quotes(line[key.end()])
    elif "block" in context:
        message = tr("not `key: value`, or not indented like the lines before it")
        message += _of_a_comment(lines, found.line)
    return (at.line + 1, at.column + 1), message


def odd_sign(lines: Sequence[str], number: int) -> tuple[tuple[int, int], str] | None:
    """What is wrong with the line of that number, where a sign only looks like one of YAML's.

    A Chinese colon behind its key, or another blank than a space around that; or where a dash is
    a part of its key.
    """
    line = _line(lines, number - 1)
    if dash := _CRAMPED_DASH.match(line):
        return (number, dash.end() + 1), tr("a blank is missing behind the dash")
    if key := _WIDE_COLON.match(line):
        return (number, key.end() + 1), tr("behind a key stands `:` with a blank, and not `：`")
    if before := _ODD_BLANK.match(line):
        told = tr(
            "a blank that is no space, U+{number:04X}, stands here: YAML takes it for a letter",
            number=ord(line[before.end()]),
        )
        return (number, before.end() + 1), told
    return None


def wide_bracket(lines: Sequence[str], number: int) -> tuple[tuple[int, int], str] | None:
    """What is wrong with the line of that number, where a Chinese bracket begins its value."""
    line = _line(lines, number - 1)
    if (key := _WIDE_BRACKET.match(line)) is None:
        return None
    wide = line[key.end()]
    plain = "{" if wide == "｛" else "["
    return (number, key.end() + 1), tr(
        "here belongs `{plain}`, and not `{wide}`", plain=plain, wide=wide
    )


def _never_closed(lines: Sequence[str], ended: int, column: int) -> tuple[int, int] | None:
    """Where the last bracket stands that is open still, if the file ends at an error."""
    if "".join([_line(lines, ended)[column:], *lines[ended + 1 :]]).strip():
        return None
    closed = 0
    for number in range(min(ended, len(lines) - 1), -1, -1):
        for at, sign in reversed([*enumerate(lines[number])]):
            closed += (sign in "]}") - (sign in "[{")
            if closed < 0:
                return number + 1, at + 1
    return None


def _opened_above(lines: Sequence[str], ended: int, column: int) -> tuple[int, int] | None:
    """Where the text was opened that ends before that column, if on a line above."""
    before = _unescaped(_line(lines, ended)[:column]).rstrip()
    quote = before[-1:]
    if quote not in _QUOTES or before.count(quote) % 2 == 0:
        return None
    for number in range(ended - 1, -1, -1):
        above = _unescaped(lines[number])
        if opened := re.search(rf"[:\-]\s+({quote})[^{quote}]*$", above):
            return number + 1, opened.start(1) + 1
        if quote in above:
            return None
    return None


def _unescaped(line: str) -> str:
    """The line, as long as it is, without the marks that are written twice or with a backslash.

    They end no text.
    """
    return line.replace(r"\"", "__").replace("''", "__")


def _line(lines: Sequence[str], index: int) -> str:
    """The line; YAML breaks lines at more signs, and may count one that is not there."""
    return lines[index] if 0 <= index < len(lines) else ""


def _of_a_comment(lines: Sequence[str], index: int) -> str:
    """What to add of a line that may go on with a text that the # in the line above it has cut."""
    if not _COMMENTED.search(_line(lines, index - 1)):
        return ""
    return tr("; if it belongs to the text above, the # there has begun a comment")


def needs_quotes(character: str) -> str:
    return tr("a text that begins with {character} needs quotes", character=character)


def _cramped_key(lines: Sequence[str], index: int) -> tuple[tuple[int, int], str] | None:
    """What is wrong with a line that is a key and its value but for the blank between them."""
    cramped = _CRAMPED.match(_line(lines, index))
    if cramped is None:
        return None
    message = tr("a blank is missing behind the colon of `{key}`", key=cramped[1])
    return (index + 1, cramped.end() + 1), message


def _below_a_bar(lines: Sequence[str], index: int) -> str:
    """What is wrong with a line that stands right below `code: |`; empty where none does."""
    above = index - 1
    while above >= 0 and not _line(lines, above).strip():
        above -= 1
    opened = _BAR.match(_line(lines, above)) if above >= 0 else None
    if opened is None:
        return ""
    return tr("the text of `{key}` is to be indented more deeply than its key", key=opened[1])


def as_mapping(text: str) -> str | None:
    """A text such as `value: x[0]` as the mapping that is meant, `{value: "x[0]"}`."""
    entry = _ENTRY.fullmatch(text.strip())
    if entry is None:
        return None
    key, value = entry.groups()
    whole = value[0] in "'\"[{" or not re.search(r"[][{},]|: ", value)
    return f"{{{key}: {value}}}" if whole else f"{{{key}: {json.dumps(value)}}}"


def _misplaced_colon(line: str, before: str) -> str:
    if (key := _HOLDS_KEYS.match(line)) and (meant := as_mapping(line[key.end() :])):
        return tr(
            "what `{key}` holds has a key of its own, and stands in braces: `{key}: {meant}`",
            key=key[1],
            meant=meant,
        )
    if ":" in before or not _LIKE_A_KEY.fullmatch(before):
        return tr("a text with a colon and a space in it needs quotes")
    return tr(
        "not indented like the lines before it, or the last has no colon with a space behind it"
    )
