"""What words say of the code right before them: `… has shape (2, 3)`, `… is float64`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from quizapp.drafting.reading.equations import begins
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
_IS = re.compile(
    r"\s*(?:(?:still|now|仍然?|也|就)\s*)*(?:is|==?|的?值?(?:是|为))\s*", re.IGNORECASE
)
_HOLDS = re.compile(r"\s*(?:(?:still|now|then)\s+)*holds\s*", re.IGNORECASE)
_REQUIRES = re.compile(
    r"\s*(?:(?:still|now|also)\s+)*(?=(?:(?:does\s+not|doesn't|no\s+longer)\s+)?requires?\s+grad)",
    re.IGNORECASE,
)
_OF_SIZES = re.compile(r"(?:\.shape|\.size\(\)|\.stride\(\))\s*\Z")
_SIZES = re.compile(r"[(\[][\d\s,，]*[)\]]")
_NUMBER = re.compile(r"-?\d+(?:\.\d*)?")
_MORE = re.compile(
    r"""\s*(?:(?:,\s*)?(?:and|with)\s|,|，|、|且|和)\s*(?:also\s+)?(?:an?\s+|the\s+|has\s+|is\s+of\s+)*
    (?P<what>shape|dtype|strides?|形状|数据类型|类型|步长)\s*(?:is\s|of\s|是|为|=|:)?\s*""",
    re.VERBOSE | re.IGNORECASE,
)
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
    "is_contiguous",
}


@dataclass(frozen=True)
class Predicate:
    says: str
    field: str
    """Of the code, where that is named: its shape, dtype or strides."""
    left: str
    """The words behind it."""


def said_field(words: str, says: str) -> str | None:
    """What of some code the words say to be other code; None where they say no such thing."""
    verb = _VERB.fullmatch(words)
    if verb is not None:
        return _field(verb["has"] or verb["of"] or verb["zh"] or "")
    return "" if _HOLDS.fullmatch(words) and says.startswith("tensor(") else None


def more_field(words: str) -> str:
    """What words such as `and dtype` say further; nothing where they go on otherwise."""
    more = _MORE.fullmatch(words)
    return _field(more["what"]) if more else ""


def in_plain_words(source: str, words: str, before: str) -> Predicate | None:
    """What is said of some source right behind it, not as code: `… is float64`, `… is a copy`.

    What is asked of it may stand before it: `the shape of … is (2, 3)`.
    """
    if requires := _REQUIRES.match(words):
        said = _read(words, requires.end(), "")
        return Predicate(said[0], "", said[2]) if said else None
    verb = _VERB.match(words)
    if verb is None or not verb[0].strip():
        return None
    asked = _NAMED.search(before)
    named = verb["has"] or verb["of"] or verb["zh"] or (asked[1] if asked else "")
    said = _read(words, verb.end(), named)
    if said is None:
        return None
    says, aspect, left = said
    is_told = aspect in _PLAIN or says in ("True", "False")
    if not is_told and _NUMBER.fullmatch(says):
        # Within a sentence it may be of something else: `the slope towards x is 1`.
        is_told = _EQUALS.search(verb[0]) is not None or (
            (_IS.fullmatch(verb[0]) is not None or "." in says) and begins(before)
        )
    if aspect == "value" and _SIZES.fullmatch(says) and _OF_SIZES.search(source):
        is_told = _IS.fullmatch(verb[0]) is not None or _EQUALS.search(verb[0]) is not None
    return Predicate(f"{named} {says}".strip(), _field(named), left) if is_told else None


def more_in_plain_words(words: str) -> Predicate | None:
    """What is said further behind an `and`."""
    more = _MORE.match(words)
    said = _read(words, more.end(), more["what"]) if more else None
    if more is None or said is None or said[1] not in _PLAIN:
        return None
    return Predicate(f"{more['what']} {said[0]}", _field(more["what"]), said[2])


def _read(words: str, start: int, named: str) -> tuple[str, str, str] | None:
    """What a clause says, of which aspect, and what follows; None where it says more than that."""
    clause = _CLAUSE.match(words, start)
    says = clause[0].strip() if clause else ""
    stated = read_stated(f"{named} {says}")
    if clause is None or len(stated) != 1 or stated[0].tail.strip():
        return None
    return says, stated[0].aspect, words[clause.end() :]


def _field(named: str) -> str:
    return _FIELD.get(named.lower(), named.lower())
