"""Answers that are a row of whole numbers, such as a shape or strides."""

from __future__ import annotations

import re
from typing import Any

from quizapp.values.compare import RIGHT, WRONG, Comparison
from quizapp.values.prediction import Unreadable

Sizes = tuple[int, ...]

_SIZE = re.compile(r"(?:torch\.)?size\s*\((.*)\)")
_SIZES = re.compile(r"\d{1,12}(?:(?:\s*[,x×]\s*|\s+)\d{1,12})*(?:\s*,)?")


def read_sizes(text: str) -> Sizes:
    """The numbers, with brackets or without, as torch or people write them. Raises Unreadable."""
    text = text.strip().lower()
    if size := _SIZE.fullmatch(text):
        text = size[1].strip()
    if text in ("scalar", "0-d", "0d", "标量"):
        return ()
    if text[:1] + text[-1:] in ("()", "[]"):
        text = text[1:-1].strip()
        if not text:
            return ()
    if not _SIZES.fullmatch(text):
        raise Unreadable
    return tuple(map(int, re.findall(r"\d+", text)))


def compare_sizes(reading: Sizes, data: Any, digits: int | None) -> Comparison:
    """Right where every number is."""
    return RIGHT if list(reading) == list(data) else WRONG


def show_sizes(data: Any, digits: int) -> str:
    """`(2, 3)`."""
    return str(tuple(data))
