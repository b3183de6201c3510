"""Answers in words: a dtype, a device, yes or no, an exception, a node of the graph."""

from __future__ import annotations

import builtins
import re
from dataclasses import dataclass

from quizapp.grading.prediction import Unreadable


@dataclass(frozen=True)
class Dtype:
    """A dtype by its canonical name, and as it was typed."""

    name: str
    typed: str


_DTYPE_NAMES = """
    bool
    float16 bfloat16 float32 float64 complex32 complex64 complex128
    int8 int16 int32 int64 uint8 uint16 uint32 uint64
    float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu float4_e2m1fn_x2
    int1 int2 int3 int4 int5 int6 int7 uint1 uint2 uint3 uint4 uint5 uint6 uint7
    qint8 qint32 quint8 quint4x2 quint2x4
    bits8 bits16 bits1x8 bits2x4 bits4x2
"""
_DTYPES = frozenset(_DTYPE_NAMES.split())
_ALIASES_OF = {
    "bool": "boolean",
    "float16": "half fp16 f16",
    "bfloat16": "bf16",
    "float32": "float fp32 f32",
    "float64": "double fp64 f64",
    "complex32": "chalf",
    "complex64": "cfloat",
    "complex128": "cdouble",
    "int8": "char i8",
    "int16": "short i16",
    "int32": "int i32",
    "int64": "long i64",
    "uint8": "byte u8",
    "uint1": "bit",
}
_DTYPE_ALIASES = {alias: name for name, words in _ALIASES_OF.items() for alias in words.split()}
_DTYPE_PREFIX = re.compile(r"\A(?:dtype\s*=\s*)?(?:(?:torch|np|numpy)\.)?(?:cuda\.)?")


def read_dtype(text: str) -> Dtype:
    """A dtype by any of the names in use. Raises Unreadable."""
    typed = _unquoted(text).lower()
    short = _DTYPE_PREFIX.sub("", typed).removesuffix("tensor")
    name = _DTYPE_ALIASES.get(short, short)
    if name not in _DTYPES:
        raise Unreadable
    return Dtype(name, short)


_DEVICE = re.compile(
    r"""(?:torch\.)?(?:device\s*\(\s*)?(?:type\s*=\s*)?
        ['"]?(?P<type>cpu|cuda|gpu|mps|xpu|xla|hpu|mtia|meta)
        (?:(?:['"]?\s*,\s*(?:index\s*=\s*)?|:)(?P<index>\d{1,4}))?['"]?\s*\)?""",
    re.VERBOSE,
)


def read_device(text: str) -> str:
    """The device, without its index where that is 0. Raises Unreadable."""
    device = _DEVICE.fullmatch(text.strip().lower())
    if device is None:
        raise Unreadable
    kind = device["type"].replace("gpu", "cuda")
    index = int(device["index"] or 0)
    return f"{kind}:{index}" if index else kind


_YES = ("yes", "y", "true", "t", "1")
_NO = ("no", "n", "false", "f", "0")


def read_bool(text: str) -> bool:
    """Yes or no. Raises Unreadable."""
    word = _unquoted(text).lower().rstrip(".!")
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise Unreadable


_NOTHING = ("nothing", "none", "no", "no error", "no exception")
_ARTICLE = re.compile(r"\A(?:raises\s+)?(?:an?\s+)?")
_EXCEPTION = re.compile(
    r"(?:[A-Za-z_]\w*\.)*_?(?P<name>[A-Z]\w*|\w+?(?:error|exception|warning|iteration|interrupt|exit))"
)
_WELL_KNOWN = {"outofmemoryerror", "linalgerror"} | {
    name.lower()
    for name, thing in vars(builtins).items()
    if isinstance(thing, type) and issubclass(thing, BaseException)
}
_VAGUE = ("error", "exception", "Error", "Yes", "True")


def read_raises(text: str) -> str | None:
    """The exception's own name, without its module; None for nothing. Raises Unreadable.

    Blanks may stand only within a well-known name, as in `runtime error`: other words are a
    sentence, or a choice of two.
    """
    words = _unquoted(text)
    if words.lower().rstrip(".") in _NOTHING:
        return None
    parts = _ARTICLE.sub("", re.split(r"[:(\n]", words)[0]).split()
    name = "".join(parts)
    if len(parts) > 1 and name.lower() not in _WELL_KNOWN:
        raise Unreadable
    exception = _EXCEPTION.fullmatch(name)
    if exception is None or exception["name"] in _VAGUE:
        raise Unreadable
    return exception["name"]


_GRAD_FN = re.compile(
    r"(?:grad_fn\s*=\s*)?<?([\w.:]+)(?:\s+object at 0x[0-9a-f]+)?>?", re.IGNORECASE
)


def read_grad_fn(text: str) -> str | None:
    """The node's name without its namespace; None where there is no grad_fn. Raises Unreadable."""
    words = _unquoted(text)
    if words.lower().removeprefix("grad_fn=") in _NOTHING:
        return None
    node = _GRAD_FN.fullmatch(words)
    name = re.split("[.:]", node[1])[-1] if node else ""
    if not name.isidentifier():
        raise Unreadable
    return name


def _unquoted(text: str) -> str:
    return text.strip().strip("`'\"").strip()
