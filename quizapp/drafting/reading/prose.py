"""What a sentence says that code gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from quizapp.drafting.reading.asserted import is_asserted
from quizapp.drafting.reading.equations import equation
from quizapp.drafting.reading.notes import Saying
from quizapp.drafting.reading.predicates import (
    in_plain_words,
    more_field,
    more_in_plain_words,
    said_field,
)
from quizapp.drafting.reading.sharing import said_to_share
from quizapp.drafting.stating.hedges import is_hedged

_SENTENCE_END = re.compile(r"[.;!?](?=\s|$)|[。；！？]")
_DENIED = re.compile(r"\b(?:not|never|no longer|don't|doesn't|isn't)\b|不|没有|并非")
_UNDER = re.compile(
    r"\s*(?:(?:but|and|so)\s+)?(?:(?:with|under|given)\s+`[^`]*[(=][^`]*`"
    r"|在\s*`[^`]*[(=][^`]*`\s*(?:之?[下后]|时))",
    re.IGNORECASE,
)

LONGEST = 2_000
"""Characters of a paragraph that may be about what it says last."""

Parts = list[tuple[str, str, int]]
"""Words, and code between them, each with its line."""


@dataclass(frozen=True)
class _Said:
    """What is said of some code, and what follows it."""

    expression: str
    says: str
    line: int
    field: str
    behind: str
    is_hedged: bool
    written: str


def sayings(inline: Token, line: int, after: int) -> Iterator[Saying]:
    """`expression` gives `result`, in the words of a sentence."""
    parts = _parts(inline, line)
    is_long = sum(len(content) for _, content, _ in parts) > LONGEST
    for i, (kind, _, _) in enumerate(parts):
        before = _words(parts[:i])
        for one in _said(parts[i:], before) if kind == "code_inline" else ():
            if is_asserted(before, one.behind):
                yield Saying(
                    expression=one.expression,
                    says=one.says,
                    line=one.line,
                    after=after,
                    field=one.field,
                    is_hedged=one.is_hedged or is_long or _is_of_other_code(parts[:i]),
                    written=one.written,
                )


def _parts(inline: Token, line: int) -> Parts:
    parts: Parts = []
    for child in inline.children or []:
        is_break = child.type in ("softbreak", "hardbreak")
        if not is_break and child.type not in ("text", "code_inline"):
            continue
        kind, content = ("text", " ") if is_break else (child.type, str(child.content))
        if parts and kind == "text" == parts[-1][0]:
            parts[-1] = ("text", parts[-1][1] + content, parts[-1][2])
        else:
            parts.append((kind, content, line))
        line += is_break
    return parts


def _said(parts: Parts, before: str) -> Iterator[_Said]:
    """What is said of the code that the parts begin with."""
    (_, source, line), *rest = parts
    mine = _SENTENCE_END.split(before)[-1]
    behind = _words(rest)
    if sides := equation(source, before, behind):
        near = f"{mine} {_SENTENCE_END.split(behind)[0]}"
        yield _Said(*sides, line, "", behind, is_hedged(near), f"`{source}`")
    if not rest or rest[0][0] != "text":
        return
    words, others = rest[0][1], rest[1:]
    if said := in_plain_words(source, words, before):
        near = f"{mine} {_SENTENCE_END.split(words)[0]}"
        behind = said.left + _words(others)
        written = f"`{source}`{words.removesuffix(said.left)}"
        yield _Said(source, said.says, line, "plain", behind, is_hedged(near), written)
        if said.field:
            yield from _further(source, said.left, line, others, mine)
    elif others and others[0][0] == "code_inline":
        yield from _said_in_code(source, words, others, mine)


def _said_in_code(source: str, words: str, rest: Parts, mine: str) -> Iterator[_Said]:
    """What words say of code by the code that the parts begin with."""
    (_, says, line), *others = rest
    behind, written = _words(others), f"`{source}`{words}`{says}`"
    shared = said_to_share(words, _SENTENCE_END.split(behind)[0])
    if shared is not None:
        near = f"{mine} {_SENTENCE_END.split(behind)[0]}{words}"
        expression = f"shares({source}, {says})"
        yield _Said(expression, str(shared), line, "", behind, is_hedged(near), written)
        return
    field = said_field(words, says)
    if field is None:
        return
    yield _Said(source, says, line, field, behind, _is_open(mine, behind), written)
    if field and others:
        yield from _further(source, others[0][1], line, others[1:], mine)


def _further(source: str, words: str, line: int, rest: Parts, mine: str) -> Iterator[_Said]:
    """What is said of the same code behind an `and`: its dtype after its shape."""
    while True:
        if said := more_in_plain_words(words):
            written, words = words.removesuffix(said.left), said.left
            behind = words + _words(rest)
            says, field = said.says, "plain"
        elif rest and (named := more_field(words)):
            (_, says, line), *others = rest
            field, behind, written = named, _words(others), f"{words}`{says}`"
            words, rest = (others[0][1], others[1:]) if others else ("", [])
        else:
            return
        yield _Said(source, says, line, field, behind, _is_open(mine, behind), written.strip())


def _is_open(mine: str, behind: str) -> bool:
    """Whether a sentence speaks of other circumstances, or of what is not so."""
    near = f"{mine} {_SENTENCE_END.split(behind)[0]}"
    return _DENIED.search(near) is not None or is_hedged(near)


def _is_of_other_code(before: Parts) -> bool:
    """Whether a sentence begins with code that is to run before what it speaks of."""
    written = "".join(f"`{one}`" if kind != "text" else one for kind, one, _ in before)
    return _UNDER.match(_SENTENCE_END.split(written)[-1]) is not None


def _words(parts: Sequence[tuple[str, str, int]]) -> str:
    """What is said, with code left out."""
    return " ".join(content if kind == "text" else "_" for kind, content, _ in parts)
