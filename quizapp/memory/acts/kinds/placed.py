"""A card is taken as known, by a placement; its value says for how many days.

Then it comes back as any other that is due, so that it is confirmed or learnt.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from quizapp.memory.acts.act import Act, ActKind
from quizapp.text.language import mark

if TYPE_CHECKING:
    from quizapp.memory.schedule import Memory

PLACED = "placed"

LONGEST = 3650
"""Days."""

DIFFICULTY = 5.0
"""Of a card of which nothing is known: in the middle of FSRS's scale."""


def _remember(memory: Memory | None, act: Act) -> Memory | None:
    if memory is not None:
        return memory
    from quizapp.memory.schedule import Memory  # `quiz --help` does without it

    days = int(act.value)
    if not 1 <= days <= LONGEST:
        raise ValueError(act.value)
    return Memory(
        stability=float(days),
        difficulty=DIFFICULTY,
        last_study_date=act.study_date,
        due=act.study_date + timedelta(days),
        reps=0,
        lapses=0,
    )


KIND = ActKind(
    key="",
    title=mark("Taken as known by a placement"),
    done=mark("is taken as known for {value} days"),
    remember=_remember,
    makes_sense=lambda standing, memory, today: False,
    by_learner=False,
    undone_alone=False,
)
