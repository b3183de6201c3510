"""How much is found out of a deck's draws as it is read.

Whoever wrote the deck may want it never to be read.
"""

from __future__ import annotations

from collections.abc import Mapping

MOST = 200_000
"""Characters that are computed: of an expression and of what is drawn, draw by draw."""

OF_EACH = 10
"""What it takes to begin, in characters."""


class Effort:
    """What may be spent still."""

    def __init__(self) -> None:
        self._left = MOST

    def allows(self, draw: Mapping[str, str], expression: str) -> bool:
        """Whether an expression may be computed from a draw, which is then spent."""
        self._left -= OF_EACH + len(expression) + sum(map(len, draw.values()))
        return self._left >= 0
