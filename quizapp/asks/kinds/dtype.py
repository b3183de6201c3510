"""The dtype of a tensor, by any of the names in use."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import Any

from quizapp.asks.kind import AskKind
from quizapp.asks.spelt import show_as_it_is, unquoted
from quizapp.text.language import mark, tr
from quizapp.values.compare import RIGHT, WRONG, Comparison
from quizapp.values.prediction import Unreadable
from runner.protocol.wire import Look

_SURPRISING = ("int", "float")  # in Python both are as wide as 64 bits


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
    typed = unquoted(text).lower()
    short = _DTYPE_PREFIX.sub("", typed).removesuffix("tensor")
    name = _DTYPE_ALIASES.get(short, short)
    if name not in _DTYPES:
        raise Unreadable
    return Dtype(name, short)


def _compare(reading: Dtype, data: Any, digits: int | None) -> Comparison:
    if reading.name == data:
        return RIGHT
    if reading.typed in _SURPRISING:
        return Comparison(
            False, tr("`{typed}` means {name} in torch.", typed=reading.typed, name=reading.name)
        )
    return WRONG


KIND = AskKind[Dtype](
    meaning=("The dtype of a tensor, answered like float32."),
    example=mark("like float32"),
    hint=mark("A dtype looks like float32 or torch.int64."),
    label=mark("dtype of {expression}"),
    look=partial(Look, "dtype"),
    read=read_dtype,
    compare=_compare,
    show=show_as_it_is,
)
