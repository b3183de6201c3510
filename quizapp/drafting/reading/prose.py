"""What a sentence says that code gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from markdown_it.token import Token

from quizapp.drafting.reading.asserted import is_asserted
from quizapp.drafting.reading.notes import Saying
from quizapp.drafting.reading.sharing import said_to_share
from quizapp.drafting.stating.hedges import is_hedged
from quizapp.drafting.stating.read_stated import read_stated

_VERB = re.compile(
    r"""\s*(?:,|，)?\s*(?:(?:this|it|which|now|会|将|则|也|就|都|always|then)\s*)*
    (?:(?:is\s+(?:computed|evaluated|run)\s*,?\s*)?(?:the\s+)?(?:result|output)\s+(?:is|has)
    |stays|remains|keeps|仍然?是|仍为|保持|gives?(?:\s+back)?|returns?|yields?|evaluates\s+to|prints?|produces?|equals?|results?\s+in|outputs?
    |(?:has|is\s+of)\s+(?:the\s+)?(?P<has>shape|dtype|strides?)|is|are|becomes|(?:'s|has)?\s*(?P<of>shape|dtype|strides?)\s+(?:is|of)
    |raises?(?:\s+an?)?|throws?(?:\s+an?)?|fails\s+with(?:\s+an?)?
    |→|->|=>|⇒|==?|:|：
    |的?\s*(?P<zh>形状|dtype|数据类型|类型|步长)\s*(?:是|为|变为|变成)?|的?(?:结果|值|输出)(?:是|为)|得到|返回|输出|等于|是|为|打印出?
    |会?抛出|会?报|会?触发)\s*(?::|：)?\s*(?:an?\s|the\s)?\s*""",
    re.VERBOSE | re.IGNORECASE,
)
_FIELD = {
    "形状": "shape",
    "数据类型": "dtype",
    "类型": "dtype",
    "步长": "strides",
    "stride": "strides",
}
_CLAUSE = re.compile(
    r"""(?:[^,，;；。!！?？\n(（\[] | \[(?![\d\s,，]*\]) | [(（\[][\d\s,，]+[)）\]])*?  # or sizes
    (?=[,，;；。!！?？\n] | \s(?:and|but|while)\s | [(（](?![\d\s,，]+[)）]) | \.(?:\s|\Z) | \Z)""",
    re.VERBOSE,
)
_NAMED = re.compile(r"\b(shape|dtype|strides?)\s+of\s+(?:the\s+)?\Z", re.IGNORECASE)
_EQUALS = re.compile(r"equals?|evaluates|等于", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+(?:\.\d*)?")
_PLAIN = {
    "dtype",
    "shape",
    "requires_grad",
    "is_leaf",
    "shares",
    "family",
    "raises",
    "strides",
    "device",
}
_SENTENCE_END = re.compile(r"[.;!?](?=\s|$)|[。；！？]")


def sayings(inline: Token, line: int, after: int) -> Iterator[Saying]:
    """`expression` gives `result`, in the words of a sentence."""
    parts = []
    for child in inline.children or []:
        if child.type in ("softbreak", "hardbreak"):
            parts.append(("break", " "))
        elif child.type in ("text", "code_inline"):
            parts.append((child.type, str(child.content)))
    offset = 0
    lines = []
    for kind, _ in parts:
        lines.append(line + offset)
        offset += kind == "break"
    merged: list[tuple[str, str, int]] = []
    for (kind, content), at in zip(parts, lines, strict=True):
        kind = "text" if kind == "break" else kind
        if merged and kind == "text" == merged[-1][0]:
            merged[-1] = ("text", merged[-1][1] + content, merged[-1][2])
        else:
            merged.append((kind, content, at))
    whole = "".join(content for _, content, _ in merged)
    for i, ((kind, source, begun), (between_kind, words, _)) in enumerate(pairwise(merged)):
        if kind != "code_inline" or between_kind != "text":
            continue
        before = _words(merged[:i])
        said, behind = _in_plain_words(words, before)
        if said:
            if not is_asserted(before, behind + _words(merged[i + 2 :])):
                continue
            near = _SENTENCE_END.split(before)[-1] + " " + _SENTENCE_END.split(words)[0]
            yield Saying(
                expression=source,
                says=said,
                line=begun,
                after=after,
                field="plain",
                is_hedged=is_hedged(near) or len(whole) > 2_000,
            )
            continue
        if i + 2 >= len(merged):
            continue
        says_kind, says, at = merged[i + 2]
        if says_kind != "code_inline":
            continue
        after_it = _words(merged[i + 3 :])
        if not is_asserted(before, after_it):
            continue
        near = _SENTENCE_END.split(before)[-1] + " " + _SENTENCE_END.split(after_it)[0]
        shared = said_to_share(words, _SENTENCE_END.split(after_it)[0])
        if shared is not None:
            yield Saying(
                expression=f"shares({source}, {says})",
                says=str(shared),
                line=at,
                after=after,
                is_hedged=is_hedged(near + words) or len(whole) > 2_000,
            )
            continue
        verb = _VERB.fullmatch(words)
        if verb is None:
            continue
        negated = re.search(r"\b(?:not|never|no longer|don't|doesn't|isn't)\b|不|没有|并非", near)
        named = verb["has"] or verb["of"] or verb["zh"] or ""
        yield Saying(
            expression=source,
            says=says,
            line=at,
            after=after,
            field=_FIELD.get(named.lower(), named.lower()),
            is_hedged=bool(negated) or is_hedged(near) or len(whole) > 2_000,
        )


def _in_plain_words(words: str, before: str) -> tuple[str, str]:
    """What is said of code right behind it, not as code: `… is float64`, `… is a copy`.

    With it what follows. What is asked of it may stand before it: `the shape of … is (2, 3)`.
    """
    verb = _VERB.match(words)
    if verb is None or not verb[0].strip():
        return "", ""
    clause = _CLAUSE.match(words, verb.end())
    says = clause[0].strip() if clause else ""
    asked = _NAMED.search(before)
    named = verb["has"] or verb["of"] or verb["zh"] or (asked[1] if asked else "")
    stated = read_stated(f"{named} {says}")
    if len(stated) != 1 or stated[0].tail.strip():
        return "", ""
    is_told = stated[0].aspect in _PLAIN or says in ("True", "False")
    is_told |= bool(_EQUALS.search(verb[0]) and _NUMBER.fullmatch(says))
    behind = words[clause.end() :] if clause else ""
    return (f"{named} {says}".strip(), behind) if is_told else ("", "")


def _words(parts: Sequence[tuple[str, str, int]]) -> str:
    """What is said, with code left out."""
    return " ".join(content if kind == "text" else "_" for kind, content, _ in parts)
