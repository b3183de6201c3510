"""What nodes of the autograd graph are called after."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_BACKWARD = re.compile(r"(.+)backward(\d*)")
_NAMES = Path(__file__).with_suffix(".txt")
"""A name in each line, as `operation` gives it; made by `.github/operations.py`."""


def operation(node: str) -> tuple[str, str]:
    """`pow` and `0` of `PowBackward0`: people call a node by its operation."""
    name = node.lower().replace("_", "")
    backward = _BACKWARD.fullmatch(name)
    return (backward[1], backward[2]) if backward else (name, "")


@cache
def operations() -> frozenset[str]:
    """The operations of torch; what code defines as a Function is none of them."""
    return frozenset(_NAMES.read_text(encoding="ascii").split())
