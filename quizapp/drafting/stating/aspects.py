"""A result that is said in so many words of what it is: `shape: (2, 3)`, `requires_grad=True`."""

from __future__ import annotations

import re
from dataclasses import replace

from quizapp.drafting.stating.results import (
    is_sizes,
    read_device,
    read_dtype,
    read_number,
    read_object,
    read_sizes,
    up_to,
)
from quizapp.drafting.stating.stated import Aspect, Stated

_FILLER = (
    r"\s*(?:(?:is|are|of|stays|remains|still|now|becomes|不变|仍然?|还是|变成|变为|也|都|是|为|等于"
    r"|->|→|=>|==?|:)\s*)*"
)
_ASPECTS: tuple[tuple[Aspect, str], ...] = (
    ("is_contiguous", r"is_contiguous(?:\(\))?|contiguous\s*(?=[=:])|是否连续"),
    ("requires_grad", r"requires_grad|requires\s+grad|需要梯度"),
    ("is_leaf", r"is_leaf|leaf\s*(?=[=:])|是否叶子|叶子节点\s*(?=[=:])"),
    ("grad_fn", r"grad_fn"),
    ("strides", r"strides?(?:\(\))?|步长|步幅"),
    ("device", r"device|设备"),
    ("ndim", r"ndim|dim\(\)|维数|number\s+of\s+dim(?:ension)?s"),
    ("numel", r"numel(?:\(\))?|元素个数|元素总数|number\s+of\s+elements"),
    ("dtype", r"(?:the\s+|result\s+)?(?:dtype|data\s+type|数据类型|类型|精度)"),
    (
        "shape",
        r"(?:the\s+|new\s+|final\s+|output\s+|result\s+|total\s+)*(?:\.?shape|sizes?(?:\(\))?)"
        r"|(?:输出|结果|新|最终)?的?(?:形状|尺寸|维度|大小)",
    ),
)
ASPECT = re.compile("|".join(f"(?P<{name}>{words})" for name, words in _ASPECTS), re.IGNORECASE)


def read_aspect(text: str) -> Stated | None:
    match = ASPECT.match(text)
    if match is None:
        return _contiguity(text)
    aspect: Aspect = match.lastgroup  # type: ignore[assignment]
    filler = re.compile(_FILLER, re.IGNORECASE).match(text, match.end())
    start = filler.end() if filler else match.end()
    rest = text[start:]
    inner: Stated | None
    if aspect in ("shape", "strides"):
        inner = read_object(rest) or read_sizes(rest)
        if inner is None or not is_sizes(inner.what):
            if aspect == "shape" and (scalar := re.match(r"scalar\b|标量", rest)):
                return Stated(
                    aspect="shape",
                    says=up_to(text, start + scalar.end()),
                    what=(),
                    tail=rest[scalar.end() :],
                )
            return None
        return replace(
            inner, aspect=aspect, says=up_to(text, len(text) - len(inner.tail)), is_plain=True
        )
    if aspect == "dtype":
        inner = read_dtype(rest)
        if inner is None:
            return None
        return replace(inner, says=up_to(text, len(text) - len(inner.tail)), is_plain=True)
    if aspect == "device":
        inner = read_device(rest)
        return inner and replace(inner, says=up_to(text, len(text) - len(inner.tail)))
    if aspect == "grad_fn":
        node = re.match(
            r"<(?P<name>\w+?)(?:\s[^>]*)?>|(?P<none>None)\b|(?P<bare>\w+Backward\d*)\b", rest
        )
        if node is None:
            return None
        name = node["name"] or node["bare"] or ""
        return Stated(
            aspect=aspect, says=up_to(text, start + node.end()), what=name, tail=rest[node.end() :]
        )
    if aspect in ("ndim", "numel"):
        inner = read_number(rest)
        if inner is None:
            return None
        return replace(
            inner, aspect=aspect, says=up_to(text, len(text) - len(inner.tail)), is_plain=True
        )
    truth = re.match(r"(True|False|true|false)\b", rest)
    if truth is None:
        return None
    return Stated(
        aspect=aspect,
        says=up_to(text, start + truth.end()),
        what=truth[1].lower() == "true",
        tail=rest[truth.end() :],
    )


_CONTIGUITY = re.compile(
    r"(?P<no>not\s+contiguous|non-?contiguous|不连续|非连续)|(?P<yes>contiguous|连续)",
    re.IGNORECASE,
)


def _contiguity(text: str) -> Stated | None:
    match = _CONTIGUITY.match(text)
    if match is None or not re.fullmatch(r"\s*(?:[!.,;。(].*)?", text[match.end() :], re.DOTALL):
        return None
    return Stated(
        aspect="is_contiguous",
        says=match[0],
        what=bool(match["yes"]),
        tail=text[match.end() :],
        is_plain=False,
    )
