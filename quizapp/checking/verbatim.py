"""Texts that say the same, word for word."""

from __future__ import annotations

import re

_LED = re.compile(
    r"^(?:(?:it|that|the answer)(?:\s+is|['’]s)|(?:它|答案|结果)[是为])[:：]?\s*", re.IGNORECASE
)
"""What leads to an answer."""
_SIGNS = re.compile(r"[\s`.,;:!?。，；：！？]+")
_BESIDE_CHINESE = re.compile(r" (?=[^\x00-\x7f])|(?<=[^\x00-\x7f]) ")
"""A blank that may be there or not."""


def words_of(text: str) -> str:
    """What a text says but for its stops, its backticks and its case, and for `It is` before it."""
    words = _SIGNS.sub(" ", _LED.sub("", text.strip())).strip()
    return _BESIDE_CHINESE.sub("", words).casefold()
