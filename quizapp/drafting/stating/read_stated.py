"""What a comment or a sentence states of a result, read from its words.

Only what leaves no doubt is read: a remark that merely begins with a number states nothing.
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from quizapp.drafting.stating.aspects import ASPECT, read_aspect
from quizapp.drafting.stating.errors import read_error
from quizapp.drafting.stating.facts import read_fact
from quizapp.drafting.stating.hedges import is_hedged
from quizapp.drafting.stating.leads import ARROW, LEAD, last_arrow, without_lead
from quizapp.drafting.stating.results import (
    DEVICE,
    is_sizes,
    read_dtype,
    read_number,
    read_object,
    read_sizes,
    read_word,
)
from quizapp.drafting.stating.stated import Stated
from quizapp.drafting.stating.written import Written
from quizapp.values.normalise import normalise

_FORMULA = re.compile(r"\s*(?:@|\*|\+|x\s|×|/\s|vs\b|or\b|或|与|\|)")
_JOINED = re.compile(r"\s*(?:,|;|/|\band\b|和|与|\|)?\s*")
_EXPRESSION = re.compile(
    r"(?P<about>[A-Za-z_][\w.]*(?:\([^()#]*\)|\[[^\[\]#]*\]|\.[A-Za-z_]\w*)*)\s*(?:的值|的结果)?\s*"
    r"(?P<sign>==?|:|->|→|=>|is\s+now|is|becomes|=|变成|变为|等于|现在是|仍是|仍为|是|为)\s*(?P<rest>\S.*)\Z",
    re.DOTALL,
)
_POSSESSIVE = re.compile(
    r"(?P<about>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:'s|\s+has|\s*的)\s*(?P<rest>\S.*)\Z", re.DOTALL
)


def read_stated(text: str) -> tuple[Stated, ...]:
    """All results that the text states, in its order; none where there is a doubt."""
    text = _SIGNS.sub("", normalise(text).strip().strip("`")).strip()
    if not text or len(text) > 40_000 or text.endswith("?"):
        return ()
    return _read(text) or _further_on(text)


_SIGNS = re.compile(r"\A(?://|!+|\*+)\s*")
"""What some begin a remark with, as if it were one of another language."""
_PART = re.compile(r"[,;:。(]\s*|\s+-+\s+|\s+—+\s+")


def _further_on(text: str) -> tuple[Stated, ...]:
    """What is said in so many words behind a remark: `two rows, shape (2, 3)`."""
    if "\n" in text or len(text) > 400:
        return ()
    for part in list(_PART.finditer(text))[:8]:
        rest = text[part.end() :]
        if (match := ASPECT.match(rest)) and match.start() == 0:
            one = read_aspect(rest)
            if one is not None and one.is_plain and not _has_names(one.what):
                return (one,)
        elif (one := read_dtype(rest)) and one.is_plain and not one.tail.strip(" )."):
            return (one,)
    return _after_chinese(text) or _at_the_end(text)


_TURNED = re.compile(r"(?:得到|结果|之?后|输出)的?(?=(?:形状|尺寸|维度|大小|数据类型|类型|步长))")


def _after_chinese(text: str) -> tuple[Stated, ...]:
    """What a Chinese clause comes to, as no sign sets it apart: `转置后形状变为 (4, 3)`."""
    if match := _TURNED.search(text):
        one = read_aspect(text[match.end() :])
        if one is not None and one.is_plain and not _has_names(one.what):
            return (one,)
    return ()


_WRITTEN_OUT = re.compile(
    r"(?:tensor|torch\.Size|array)\(|torch\.(?:float|int|uint|bool|bfloat|complex)\w*"
)
_OTHER = re.compile(
    r"\b(?:not|n't|instead|than|was|were|from|default|like|of|for|expects?|needs?|takes?|input|unlike|vs"
    r"|and|or|both|same|as|use|call|see|via|with|pass)\b|不是|而非|而不|默认|原|输入|之前|类似|需要|除了|和|或|比",
    re.IGNORECASE,
)


def _at_the_end(text: str) -> tuple[Stated, ...]:
    """A result written out at the end of a remark: `the last column: tensor([3., 7.])`."""
    found = list(_WRITTEN_OUT.finditer(text))
    if not found:
        return ()
    words, rest = text[: found[0].start()], text[found[0].start() :]
    if _OTHER.search(words) or is_hedged(words) or len(words) > 60 or re.search(r"[(\[=]", words):
        return ()
    one = read_object(rest) or read_dtype(rest)
    if one is None or one.tail.strip(" .。!)"):
        return ()
    names = re.findall(r"\b(?:\w{1,2}|\w*_\w*|\w+\.\w+)\b", words, re.ASCII)
    return (replace(one, is_sure=not names),)


def _has_names(what: Written) -> bool:
    return isinstance(what, list | tuple) and any(isinstance(one, str) for one in what)


def _read(text: str, depth: int = 0) -> tuple[Stated, ...] | None:
    if depth > 3:
        return None
    if found := _with_expression(text, depth):
        return found
    text, roughly = without_lead(text)
    if not text:
        return None
    if depth and (found := _with_expression(text, depth)):
        return found
    found = _sequence(text, roughly)
    if found is None:
        return _behind_an_arrow(text, depth)
    if found and (arrow := last_arrow(found[-1].tail)):  # `(2, 3) -> (3, 2)`: before, and after
        later = _read(arrow, depth + 1)
        return later if later else None
    return found


def _behind_an_arrow(text: str, depth: int) -> tuple[Stated, ...] | None:
    rest = last_arrow(text)
    if not rest:
        return None
    before = text[: text.rfind(rest)]
    words = re.findall(r"[A-Za-z]{3,}", before)
    if len(words) > 6:
        return None
    found = _read(rest, depth + 1)
    return tuple(replace(one, is_plain=False) for one in found) if found else None


def _with_expression(text: str, depth: int) -> tuple[Stated, ...] | None:
    """`x.grad = tensor(…)`, `y.shape: (2, 3)`, `x's dtype is float32`."""
    if (match := _POSSESSIVE.match(text)) and _is_looked_at(match["about"]):
        rest = _sequence(match["rest"], False)
        if rest and rest[0].is_plain and rest[0].about is None:
            return tuple(replace(one, about=match["about"]) for one in rest)
    match = _EXPRESSION.match(text)
    if match is None or not _is_looked_at(match["about"]):
        return None
    about = match["about"]
    if about.endswith(("Error", "Exception", "Warning")) or DEVICE.match(text):
        return None
    if ASPECT.fullmatch(about) or about.lower() in _WORDS or LEAD.fullmatch(about):
        return None
    rest = _read(match["rest"], depth + 1)
    if not rest:
        return None
    if following := _with_expression(rest[-1].tail.lstrip(" ,;。\n"), depth + 1):
        rest = (*rest, *following)
    whole = re.sub(r"\.(?:shape|dtype|device|size\(\)|stride\(\))$", "", about)
    return tuple(
        one if one.about is not None else replace(one, about=about if one is rest[0] else whole)
        for one in rest
    )


_WORDS = {
    *("note", "shape", "dtype", "output", "result", "out", "error", "raises", "example", "type"),
    *("this", "it", "here", "now", "warning", "todo", "see", "torch", "same", "value", "values"),
    *("print", "returns", "default", "device", "ok", "size", "grad", "mean", "sum", "step"),
    *(
        "before",
        "after",
        "was",
        "expected",
        "got",
        "input",
        "then",
        "also",
        "that",
        "which",
        "what",
    ),
    *("tensor", "dim", "ndim", "numel", "requires_grad", "is_leaf", "grad_fn", "strides", "stride"),
}


def _is_looked_at(text: str) -> bool:
    """Whether it is an expression that one may evaluate without changing anything."""
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    if not isinstance(tree.body, ast.Name | ast.Attribute | ast.Subscript | ast.Call):
        return False
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            name = node.func.id if isinstance(node.func, ast.Name) else name
            changes = name.endswith("_") or name in ("backward", "step", "zero_grad", "print")
            if changes or name in ("append", "pop", "tensor", "Size", "exec", "eval", "input"):
                return False
        elif isinstance(node, ast.Lambda | ast.NamedExpr | ast.Await | ast.Yield):
            return False
    return True


def _sequence(text: str, roughly: bool) -> tuple[Stated, ...] | None:
    """Results that follow one another, up to words that state none."""
    found: list[Stated] = []
    rest = text
    while rest and len(found) < 12:
        one = _one(rest, is_first=not found)
        if one is None:
            break
        if found and found[-1].aspect == "shape" and one.aspect == "value" and is_sizes(one.what):
            one = replace(one, aspect="shape")
        if roughly:
            one = replace(one, is_about=True)
        found.append(one)
        rest = one.tail
        following = rest[_JOINED.match(rest).end() :]  # type: ignore[union-attr]
        following, again = without_lead(following) if not ARROW.match(following) else ("", False)
        roughly = roughly or again
        rest = following
    if not found:
        return None
    last = found[-1]
    loose = not all(one.is_plain for one in found)
    if _FORMULA.match(last.tail) and loose:
        return None
    return tuple(found)


def _one(text: str, *, is_first: bool) -> Stated | None:
    for reader in (
        read_aspect,
        read_fact,
        read_error,
        read_object,
        read_sizes,
        read_dtype,
        read_word,
        read_number,
    ):
        found = reader(text)
        if found is not None:
            if not is_first and not found.is_plain and found.aspect in ("fine",):
                return None
            return found
    return None
