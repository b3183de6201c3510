"""One result at the beginning of a text, by how it is written: a tensor, sizes, a dtype, …"""

from __future__ import annotations

import re
from dataclasses import replace

from quizapp.drafting.stating.stated import Stated
from quizapp.drafting.stating.written import Ellipsed, Written, read_written

_DTYPES = {
    *("float16", "float32", "float64", "bfloat16", "int8", "int16", "int32", "int64", "uint8"),
    *("complex64", "complex128", "bool", "float", "double", "half", "long", "short", "int"),
    *(
        "fp16",
        "fp32",
        "fp64",
        "bf16",
        "uint16",
        "uint32",
        "uint64",
        "float8_e4m3fn",
        "float8_e5m2",
        "cfloat",
        "cdouble",
    ),
}
_SAME = {
    "float": "float32",
    "double": "float64",
    "half": "float16",
    "long": "int64",
    "short": "int16",
    "int": "int32",
    "cfloat": "complex64",
    "cdouble": "complex128",
    "fp16": "float16",
    "fp32": "float32",
    "fp64": "float64",
    "bf16": "bfloat16",
}
_AMBIGUOUS = {"float", "double", "half", "long", "short", "int", "bool"}
_DTYPE = re.compile(
    r"(?P<torch>torch\.|np\.|numpy\.|dtype\(['\"]?)?(?P<name>"
    + "|".join(sorted(_DTYPES, key=len, reverse=True))
    + r")(?:['\"]\))?(?![\w.])"
)
DEVICE = re.compile(
    r"""(?:torch\.)?device\(type='(?P<type>\w+)'(?:,\s*index=(?P<index>\d+))?\)
    |['"]?(?P<plain>cpu|cuda(?::\d+)?|mps(?::\d+)?|meta)['"]?(?![\w:])""",
    re.VERBOSE,
)
_SIZES = re.compile(r"\d+(?:\s*[x×]\s*\d+)+(?!\w)")
_NUMBER = re.compile(
    r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[-+]?\d+)?j?(?:\s*/\s*\d+)?(?![\w%'])|[-+]?(?:inf|nan)(?!\w)",
    re.IGNORECASE,
)
_CALLED = re.compile(r"(?:torch\.|np\.|numpy\.)?(?:tensor|Tensor|array|Size|Parameter)\s*\(")
_PARAMETER = re.compile(r"Parameter containing:\s*")
_AFTER_NUMBER = re.compile(
    r"\s*(?:\Z|\.{3}|…|[,;。(]|\.\Z|\.\s*\Z|[-—–]{1,2}\s|<-|←|#|!|:\s|//|because|since|as\s)"
    r"|\s+(?![个行列维次层倍类条份种张组步轮块位字])[\u4e00-\u9fff]"
)
_AFTER_WORD = re.compile(r"\s*(?:\Z|[,;:.!。(/|←]|[-—–]{1,2}\s|<-|[^\x00-\x7f]|\s\w)")


def up_to(text: str, end: int) -> str:
    return text[:end].strip()


def read_object(text: str) -> Stated | None:
    """`tensor(…)`, `torch.Size(…)`, or brackets."""
    start = 0
    if match := _PARAMETER.match(text):
        start = match.end()
    called = _CALLED.match(text, start)
    opening = called.end() - 1 if called else start
    if not called and (opening >= len(text) or text[opening] not in "([{"):
        return None
    end = _closing(text, opening)
    if end is None:
        return None
    source, tail = text[start:end], text[end:]
    try:
        what = read_written(source)
    except ValueError:
        return None
    is_size = bool(called and called[0].strip("( ").endswith("Size"))
    if called:
        return Stated(
            aspect="shape" if is_size else "value", says=source, what=what, tail=tail, is_plain=True
        )
    if re.match(r"\s*(?:(?:[@*+x×]|vs\b|or\b)\s*[\[(\w]|-\s*[\[(])", tail):
        return None  # a formula
    if tail[:1] and (tail[0].isalnum() or tail[0] in "_[") and tail[0].isascii():
        return None
    if text[opening] == "(" and not isinstance(what, list | tuple | dict):
        return None  # words in brackets
    return Stated(aspect="value", says=source, what=what, tail=tail, is_plain=False)


def _closing(text: str, opening: int) -> int | None:
    """One past the bracket that closes the one at `opening`."""
    depth, quote = 0, ""
    for position in range(opening, len(text)):
        sign = text[position]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if depth == 0:
                return position + 1
    return None


def read_sizes(text: str) -> Stated | None:
    match = _SIZES.match(text)
    if match is None:
        return None
    sizes = tuple(int(one) for one in re.findall(r"\d+", match[0])[:20])
    return Stated(
        aspect="shape", says=match[0], what=sizes, tail=text[match.end() :], is_plain=False
    )


def is_sizes(what: Written) -> bool:
    """Whether it can be a shape: numbers, names for numbers, and dots."""
    if not isinstance(what, tuple | list):
        return False
    return all(
        (isinstance(one, int) and not isinstance(one, bool)) or isinstance(one, str | Ellipsed)
        for one in what
    )


def read_dtype(text: str) -> Stated | None:
    match = _DTYPE.match(text.lstrip("'\""))
    if match is None:
        return None
    tail = text.lstrip("'\"")[match.end() :].lstrip("'\"")
    name, qualified = match["name"], bool(match["torch"])
    if not qualified and name in _AMBIGUOUS and tail.strip() and not _AFTER_NUMBER.match(tail):
        return None
    if not qualified and not _AFTER_WORD.match(tail):
        return None
    return Stated(
        aspect="dtype",
        says=up_to(text, len(text) - len(tail)),
        what=_SAME.get(name, name),
        tail=tail,
        is_plain=qualified or name not in _AMBIGUOUS,
    )


def read_device(text: str) -> Stated | None:
    match = DEVICE.match(text)
    if match is None:
        return None
    index = f":{match['index']}" if match["index"] else ""
    name = match["plain"] or f"{match['type']}{index}"
    return Stated(aspect="device", says=match[0], what=name, tail=text[match.end() :])


def read_word(text: str) -> Stated | None:
    if match := re.match(r"(True|False|None)\b", text):
        what = {"True": True, "False": False, "None": None}[match[1]]
        tail = text[match.end() :]
        if not _AFTER_WORD.match(tail) or re.match(r"\s*(?:or|/|if|for|when|或)\b", tail):
            return None
        return Stated(aspect="value", says=match[0], what=what, tail=tail)
    if match := re.match(r"<class '([\w.]+)'>|<(\w+Backward\d*)(?:\s[^>]*)?>", text):
        tail = text[match.end() :]
        if match[2]:
            return Stated(aspect="grad_fn", says=match[0], what=match[2], tail=tail)
        return Stated(aspect="value", says=match[0], what=match[0], tail=tail)
    if match := re.match(r"'[^'\n]*'|\"[^\"\n]*\"", text):
        return Stated(
            aspect="value", says=match[0], what=match[0], tail=text[match.end() :], is_plain=False
        )
    if (device := read_device(text)) and _AFTER_NUMBER.match(device.tail):
        return replace(device, is_plain="(" in device.says)
    if match := re.fullmatch(r"(true|false)[.!。]?", text):
        return Stated(
            aspect="value", says=match[1], what=match[1] == "true", tail="", is_plain=False
        )
    if match := re.fullmatch(
        r"(?:a\s+)?(?:scalar|标量|0-d(?:im)?(?:\s+tensor)?)", text, re.IGNORECASE
    ):
        return Stated(aspect="shape", says=match[0], what=(), tail="", is_plain=False)
    return None


def read_number(text: str) -> Stated | None:
    match = _NUMBER.match(text)
    if match is None or not _AFTER_NUMBER.match(text[match.end() :]):
        return None
    tail = text[match.end() :]
    if re.match(r"\s*:\s", tail):  # `1: first do this`
        return None
    try:
        what = read_written(match[0])
    except ValueError:
        return None
    return Stated(aspect="value", says=match[0], what=what, tail=tail, is_plain=False)
