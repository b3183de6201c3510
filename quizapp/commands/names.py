"""Names that were perhaps meant."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches


def close_to(name: str, names: Sequence[str]) -> str:
    """` (did you mean …?)` where there are names like it."""
    near = get_close_matches(name, names, n=3, cutoff=0.5)
    return f" (did you mean {' or '.join(near)}?)" if near else ""
