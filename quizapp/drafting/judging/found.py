"""What a run of notes shows of a claim, and how that is held against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quizapp.drafting.judging.likeness import Likeness
from quizapp.drafting.running.seen import Seen, Warned


@dataclass(frozen=True, kw_only=True)
class Found:
    likeness: Likeness
    torch: str
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class Run:
    """One run of a block: what was seen of each statement, by its number."""

    seen: dict[int, Seen]
    warned: Sequence[Warned] = ()
    before: dict[int, Sequence[str]]
    """What the statements just before each have printed, in their order."""
