"""What a comment or a sentence states of a result, read from its words.

Only what leaves no doubt is read: a remark that merely begins with a number states nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from quizapp.drafting.written import Ellipsed, Written, read_written
from quizapp.values.normalise import normalise

Aspect = Literal[
    "value",
    "shape",
    "dtype",
    "device",
    "strides",
    "requires_grad",
    "is_leaf",
    "grad_fn",
    "is_contiguous",
    "ndim",
    "numel",
    "raises",
    "warns",
    "fine",
]
ANY_ERROR = "error"


@dataclass(frozen=True, kw_only=True)
class Stated:
    """One result that is stated.

    `is_plain` where it is said in so many words of what it is (`shape:`, `tensor(…)`), so that
    nothing else can be meant. `about` is the expression that it names, None where it speaks of the
    line that it stands at.
    """

    aspect: Aspect
    says: str
    what: Written = None
    about: str | None = None
    is_plain: bool = True
    is_about: bool = False
    """Whether it gives the number as roughly so."""
    tail: str = ""
    """What follows it."""
    is_sure: bool = True
    """Whether it surely speaks of the line: else it may be found to hold, and never not to."""


_ARROW = re.compile(r"-+>|=+>|→|⇒|⟶|➜|➡️?|↦")
_LEAD = re.compile(
    r"""(?:-+>|=+>|→|⇒|⟶|➜|➡️?|↦|>>>?|==?|:|Out\s*\[\d*\]\s*:|[-*]\s(?=[^\s\d.])
    |(?:it\s+is|it's|this\s+is|which\s+is|still|now|becomes?|is|are|gives?|yields?|returns?|prints?
       |shows?|outputs?|result(?:s\s+in)?|value|evaluates\s+to|also|always|again|so|and|expected
       |answer|ans|stays|remains?|equals|out|the\s+result\s+is|same\s*:)(?![\w.(])\s*[:=]?
    |(?:输出结果|运行结果|输出|结果|打印|返回|得到|变成|变为|值|仍然|仍|还是|依然|就是|现在|等于|是|为|即|也|都
       |均|会|将|应为|应该是|显示|此时)(?:是|为|了)?\s*[:=]?
    )\s*""",
    re.VERBOSE | re.IGNORECASE,
)
_ROUGHLY = re.compile(
    r"(?:≈|~|∼|≃|about\b|approx(?:imately|\.)?|roughly|around|约为?|大约|约等于|近似)\s*", re.I
)
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
_ASPECT = re.compile("|".join(f"(?P<{name}>{words})" for name, words in _ASPECTS), re.IGNORECASE)
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
_DEVICE = re.compile(
    r"""(?:torch\.)?device\(type='(?P<type>\w+)'(?:,\s*index=(?P<index>\d+))?\)
    |['"]?(?P<plain>cpu|cuda(?::\d+)?|mps(?::\d+)?|meta)['"]?(?![\w:])""",
    re.VERBOSE,
)
_RAISES = re.compile(
    r"""(?:(?:it\s+|this\s+|will\s+|would\s+|会|将|则|直接)*
    (?:raises?|throws?|raised|抛出|抛|触发|引发|报错|报|错误|异常|error)\s*:?\s*(?:an?\s+|了|一个)?)?
    (?:\w+\.)*(?P<type>[A-Z]\w*(?:Error|Exception)|OutOfMemoryError|StopIteration|KeyboardInterrupt)\b""",
    re.VERBOSE | re.IGNORECASE,
)
_WARNS = re.compile(r"(?:warns?\s*:?\s*|警告\s*:?\s*)?(?P<type>[A-Z]\w*Warning)\b")
_ERROR = re.compile(
    r"""(?:✗|❌|✘|🚫|💥)\s*(?P<mark>.*)\Z
    |(?:(?:will|would|this|it|会|将|则|直接|这里|这行|此处)\s*)*
     (?:errors?|an\s+error|raises(?:\s+an\s+error)?|throws(?:\s+an\s+error)?|fails|crashes
     |报错|出错|抛出?异常|抛出错误|异常|错误|失败)
     (?=\s*(?:\Z|[!:;,.(。\-—–]|(?:because|since|as|due)\b|因为|由于))""",
    re.VERBOSE | re.IGNORECASE,
)
_FINE = re.compile(
    r"""(?:✓|✅|✔️?|no\s+error|no\s+exception|ok(?:ay)?|works|fine|不会?报错|没有?报错|没问题|可以|正常|合法|无错误)
     (?=\s*(?:\Z|[!:;,.(。\-—–]))""",
    re.VERBOSE | re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:if|when|unless|otherwise|might|may|could|sometimes|on\s+(?:a\s+)?(?:gpu|cuda|mps)|before|older?"
    r"|earlier|until|used\s+to|except|without|in\s+place\s+of|depends|varies|random|e\.g\.|for\s+example"
    r"|example|such\s+as|like\s+this)\b|如果|若|除非|否则|可能|旧版|之前|有时|比如|例如|随机|类似|取决|当.*时",
    re.IGNORECASE,
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
    text = normalise(text).strip().strip("`").strip()
    if not text or len(text) > 40_000:
        return ()
    return _read(text) or _further_on(text)


_PART = re.compile(r"[,;:。(]\s*|\s+-+\s+|\s+—+\s+")


def _further_on(text: str) -> tuple[Stated, ...]:
    """What is said in so many words behind a remark: `two rows, shape (2, 3)`."""
    if "\n" in text or len(text) > 400:
        return ()
    for part in list(_PART.finditer(text))[:8]:
        rest = text[part.end() :]
        if (match := _ASPECT.match(rest)) and match.start() == 0:
            one = _of_an_aspect(rest)
            if one is not None and one.is_plain and not _has_names(one.what):
                return (one,)
        elif (one := _dtype(rest)) and one.is_plain and not one.tail.strip(" )."):
            return (one,)
    return _at_the_end(text)


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
    one = _object(rest) or _dtype(rest)
    if one is None or one.tail.strip(" .。!)"):
        return ()
    names = re.findall(r"\b(?:\w{1,2}|\w*_\w*|\w+\.\w+)\b", words, re.ASCII)
    return (replace(one, is_sure=not names),)


def _has_names(what: Written) -> bool:
    return isinstance(what, list | tuple) and any(isinstance(one, str) for one in what)


def is_hedged(text: str) -> bool:
    """Whether words speak of other circumstances than those at hand."""
    return _HEDGE.search(text) is not None


def _read(text: str, depth: int = 0) -> tuple[Stated, ...] | None:
    if depth > 3:
        return None
    if found := _with_expression(text, depth):
        return found
    text, roughly = _without_lead(text)
    if not text:
        return None
    if depth and (found := _with_expression(text, depth)):
        return found
    found = _sequence(text, roughly)
    if found is None:
        return _behind_an_arrow(text, depth)
    if found and (arrow := _last_arrow(found[-1].tail)):  # `(2, 3) -> (3, 2)`: before, and after
        later = _read(arrow, depth + 1)
        return later if later else None
    return found


def _behind_an_arrow(text: str, depth: int) -> tuple[Stated, ...] | None:
    rest = _last_arrow(text)
    if not rest:
        return None
    before = text[: text.rfind(rest)]
    words = re.findall(r"[A-Za-z]{3,}", before)
    if len(words) > 6:
        return None
    found = _read(rest, depth + 1)
    return tuple(replace(one, is_plain=False) for one in found) if found else None


def _last_arrow(text: str) -> str:
    parts = _ARROW.split(text)
    return parts[-1].strip() if len(parts) > 1 else ""


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
    if about.endswith(("Error", "Exception", "Warning")) or _DEVICE.match(text):
        return None
    if _ASPECT.fullmatch(about) or about.lower() in _WORDS or _LEAD.fullmatch(about):
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


def _without_lead(text: str) -> tuple[str, bool]:
    roughly = False
    for _ in range(6):
        if match := _ROUGHLY.match(text):
            text, roughly = text[match.end() :], True
        elif (match := _LEAD.match(text)) and not re.match(r"-\d|-\.|-inf", text):
            text = text[match.end() :]
        else:
            break
    return text.strip(), roughly


def _sequence(text: str, roughly: bool) -> tuple[Stated, ...] | None:
    """Results that follow one another, up to words that state none."""
    found: list[Stated] = []
    rest = text
    while rest and len(found) < 12:
        one = _one(rest, is_first=not found)
        if one is None:
            break
        if found and found[-1].aspect == "shape" and one.aspect == "value" and _is_sizes(one.what):
            one = replace(one, aspect="shape")
        if roughly:
            one = replace(one, is_about=True)
        found.append(one)
        rest = one.tail
        following = rest[_JOINED.match(rest).end() :]  # type: ignore[union-attr]
        following, again = _without_lead(following) if not _ARROW.match(following) else ("", False)
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
    for reader in (_of_an_aspect, _error, _object, _sizes, _dtype, _word, _number):
        found = reader(text)
        if found is not None:
            if not is_first and not found.is_plain and found.aspect in ("fine",):
                return None
            return found
    return None


def _says(text: str, end: int) -> str:
    return text[:end].strip()


def _of_an_aspect(text: str) -> Stated | None:
    match = _ASPECT.match(text)
    if match is None:
        return _contiguity(text)
    aspect: Aspect = match.lastgroup  # type: ignore[assignment]
    filler = re.compile(_FILLER, re.IGNORECASE).match(text, match.end())
    start = filler.end() if filler else match.end()
    rest = text[start:]
    inner: Stated | None
    if aspect in ("shape", "strides"):
        inner = _object(rest) or _sizes(rest)
        if inner is None or not _is_sizes(inner.what):
            if aspect == "shape" and (scalar := re.match(r"scalar\b|标量", rest)):
                return Stated(
                    aspect="shape",
                    says=_says(text, start + scalar.end()),
                    what=(),
                    tail=rest[scalar.end() :],
                )
            return None
        return replace(
            inner, aspect=aspect, says=_says(text, len(text) - len(inner.tail)), is_plain=True
        )
    if aspect == "dtype":
        inner = _dtype(rest)
        if inner is None:
            return None
        return replace(inner, says=_says(text, len(text) - len(inner.tail)), is_plain=True)
    if aspect == "device":
        inner = _device(rest)
        return inner and replace(inner, says=_says(text, len(text) - len(inner.tail)))
    if aspect == "grad_fn":
        node = re.match(
            r"<(?P<name>\w+?)(?:\s[^>]*)?>|(?P<none>None)\b|(?P<bare>\w+Backward\d*)\b", rest
        )
        if node is None:
            return None
        name = node["name"] or node["bare"] or ""
        return Stated(
            aspect=aspect, says=_says(text, start + node.end()), what=name, tail=rest[node.end() :]
        )
    if aspect in ("ndim", "numel"):
        inner = _number(rest)
        if inner is None:
            return None
        return replace(
            inner, aspect=aspect, says=_says(text, len(text) - len(inner.tail)), is_plain=True
        )
    truth = re.match(r"(True|False|true|false)\b", rest)
    if truth is None:
        return None
    return Stated(
        aspect=aspect,
        says=_says(text, start + truth.end()),
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


def _error(text: str) -> Stated | None:
    if (match := _RAISES.match(text)) and match["type"][0].isupper():
        return Stated(aspect="raises", says=text, what=match["type"], tail=text[match.end() :])
    if match := _WARNS.match(text):
        return Stated(aspect="warns", says=text, what=match["type"], tail=text[match.end() :])
    if match := _ERROR.match(text):
        if match["mark"]:
            inner = _error(match["mark"].strip())
            return inner or Stated(aspect="raises", says=text, what=ANY_ERROR, tail=match["mark"])
        return Stated(aspect="raises", says=text, what=ANY_ERROR, tail=text[match.end() :])
    if match := _FINE.match(text):
        return Stated(
            aspect="fine", says=_says(text, match.end()), tail=text[match.end() :], is_plain=False
        )
    return None


def _object(text: str) -> Stated | None:
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
    if re.match(r"\s*(?:[@*+x×]|vs\b|or\b)\s*[\[(\w]", tail):
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


def _sizes(text: str) -> Stated | None:
    match = _SIZES.match(text)
    if match is None:
        return None
    sizes = tuple(int(one) for one in re.findall(r"\d+", match[0])[:20])
    return Stated(
        aspect="shape", says=match[0], what=sizes, tail=text[match.end() :], is_plain=False
    )


def _is_sizes(what: Written) -> bool:
    """Whether it can be a shape: numbers, names for numbers, and dots."""
    if not isinstance(what, tuple | list):
        return False
    return all(
        (isinstance(one, int) and not isinstance(one, bool)) or isinstance(one, str | Ellipsed)
        for one in what
    )


def _dtype(text: str) -> Stated | None:
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
        says=_says(text, len(text) - len(tail)),
        what=_SAME.get(name, name),
        tail=tail,
        is_plain=qualified or name not in _AMBIGUOUS,
    )


def _device(text: str) -> Stated | None:
    match = _DEVICE.match(text)
    if match is None:
        return None
    index = f":{match['index']}" if match["index"] else ""
    name = match["plain"] or f"{match['type']}{index}"
    return Stated(aspect="device", says=match[0], what=name, tail=text[match.end() :])


def _word(text: str) -> Stated | None:
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
    if (device := _device(text)) and _AFTER_NUMBER.match(device.tail):
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


def _number(text: str) -> Stated | None:
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


def tails(stated: tuple[Stated, ...]) -> Iterator[str]:
    """What is said beside the results."""
    yield from (one.tail for one in stated[-1:])
