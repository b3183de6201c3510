"""The kinds of act by name: one for each file in `kinds/`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from quizapp.memory.acts import kinds
from quizapp.memory.acts.act import FRESH, Act, ActKind, Standing
from quizapp.tables.by_file import by_file

if TYPE_CHECKING:
    from quizapp.memory.schedule import Memory

ACTS: Mapping[str, ActKind] = by_file(kinds, "KIND")

OFFERED = {name: kind for name, kind in ACTS.items() if kind.by_learner}
"""Those that a learner can do."""


def possible_acts(standing: Standing, memory: Memory | None, today: date) -> dict[str, ActKind]:
    """What can be decided on a study date about a card that stands so."""
    return {
        name: kind for name, kind in OFFERED.items() if kind.makes_sense(standing, memory, today)
    }


def standing_after(acts: Iterable[Act]) -> Standing:
    """How a card stands after its acts, in order of time; unknown ones are passed over."""
    standing = FRESH
    for act in acts:
        if act.name in ACTS:
            standing = ACTS[act.name].stand(standing, act)
    return standing
