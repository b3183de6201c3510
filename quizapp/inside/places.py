"""Where lines of code that was run stand, for a learner who reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from quizapp.deck.answered import YOUR_CODE, TriedCard
from quizapp.deck.exercise import DRAW_PATH, Exercise
from quizapp.deck.gap import fill
from quizapp.deck.model import RunCard

Part = Literal["setup", "code", "attempt"]
"""What is shown apart, and numbered by itself; an attempt is what the learner handed in."""


@dataclass(frozen=True)
class Place:
    """A line that a learner can see, counted from 1 in its part."""

    line: int
    part: Part = "code"


def shown_parts(exercise: Exercise, attempt: str = "") -> Mapping[Part, str]:
    """The code of each part, with what the learner has handed in.

    An attempt at a gap stands there, in the card's code, and is no part of its own.
    """
    setup = exercise.setup.text if exercise.setup else ""
    code = exercise.shown_code
    if attempt and _has_gap(exercise):
        return {"setup": setup, "code": fill(code, attempt), "attempt": ""}
    return {"setup": setup, "code": code, "attempt": attempt}


def place_of(exercise: Exercise, path: str | None, line: int | None) -> Place | None:
    """Where a line that the runner names stands; None where it is in no source shown."""
    card = exercise.card
    if path is None or line is None or not isinstance(card, RunCard):
        return None
    if path == DRAW_PATH:
        above = card.lines_above - len(exercise.draw)
        return Place(above + line) if 1 <= line <= len(exercise.draw) else None
    if path == YOUR_CODE != exercise.path and isinstance(card, TriedCard):
        return Place(line) if _has_gap(exercise) else Place(line, "attempt")
    if path != exercise.path:
        return None
    shown = exercise.shown_line(line)
    if shown is not None:
        return Place(shown)
    if exercise.setup is None:
        return None
    index = line - exercise.setup.line
    inside = 0 <= index < len(exercise.setup.text.splitlines())
    return Place(index + 1, "setup") if inside else None


def _has_gap(exercise: Exercise) -> bool:
    return isinstance(exercise.card, TriedCard) and exercise.card.has_gap
