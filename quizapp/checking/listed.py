"""Numbers in a text that are a list, if without the square brackets of one."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NUMBER = r"-?\d+(?:\.\d+|\.(?=\s*[,)\]]))?"
_BETWEEN = r"(?:\s*[,、]\s*|[ \t]+|\s*[x×]\s*)"
_NUMBERS = rf"{_NUMBER}(?:{_BETWEEN}{_NUMBER})+"
_IN_BRACKETS = re.compile(rf"(?<![\w.])[\[(]\s*({_NUMBERS})\s*,?\s*[)\]]", re.ASCII)
_ALONE = re.compile(
    r"(?:^|\b(?:is|are|has|have|holds?|gives?|contains?|becomes?|returns?|yields?|equals?|prints?)\b"
    r"|[是为有得]|得到|给出|等于|变成|返回|->|[=≈→:])\s*"
    rf"({_NUMBERS})(?=\s*(?:$|[;!)。！；]|\.(?:\s|$)))",
    re.IGNORECASE | re.MULTILINE | re.ASCII,
)
"""All that a line says, or that something is said to be."""


def lists_in(text: str) -> Iterator[str]:
    """The numbers of each list of two or more, as a learner may type them."""
    for pattern in (_IN_BRACKETS, _ALONE):
        yield from pattern.findall(text)
