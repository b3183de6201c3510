"""The names of torch's dtypes, and what else they are called."""

from __future__ import annotations

_NAMES = """
    bool
    float16 bfloat16 float32 float64 complex32 complex64 complex128
    int8 int16 int32 int64 uint8 uint16 uint32 uint64
    float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu float4_e2m1fn_x2
    int1 int2 int3 int4 int5 int6 int7 uint1 uint2 uint3 uint4 uint5 uint6 uint7
    qint8 qint32 quint8 quint4x2 quint2x4
    bits8 bits16 bits1x8 bits2x4 bits4x2
"""
DTYPES = frozenset(_NAMES.split())
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
DTYPE_ALIASES = {alias: name for name, words in _ALIASES_OF.items() for alias in words.split()}
