"""What most of some measured times lie below."""

from __future__ import annotations

import statistics
from collections.abc import Sequence


def at(seconds: Sequence[float], share: float) -> float:
    """Below which such a share of them lies."""
    return statistics.quantiles(seconds, n=100)[round(share * 100) - 1]


def in_ms(seconds: Sequence[float]) -> str:
    """The median, and what 95 % lie below."""
    return f"{at(seconds, 0.5) * 1e3:.0f}, {at(seconds, 0.95) * 1e3:.0f}"
