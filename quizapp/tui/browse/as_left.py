"""Browse as it was left for a drill."""

from __future__ import annotations

from dataclasses import dataclass

from quizapp.tui.browse.columns import Column


@dataclass(frozen=True, kw_only=True)
class AsLeft:
    """What was found, in which order, and where the cursor stood."""

    query: str = ""
    sort: Column | None = None
    backward: bool = False
    card: str = ""
    """The id of the one under the cursor; empty for the first."""
