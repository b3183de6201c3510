"""What all that was logged of a card adds up to. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from quizapp.memory.acts.act import Act
from quizapp.memory.acts.table import ACTS
from quizapp.memory.review import Grading
from quizapp.memory.schedule import Memory, Scheduling, after


def steps(
    reviews: Iterable[Grading], scheduling: Scheduling, acts: Iterable[Act]
) -> Iterator[tuple[Grading | Act, Memory | None]]:
    """All that was logged of a card, in order of time, each with the memory after it.

    An act that this version does not know, or whose value was damaged, leaves it as it was.
    """
    memory = None
    # At one time the database has them in another order than that of their ids as text.
    both: list[Grading | Act] = [*reviews, *acts]
    for logged in sorted(both, key=lambda one: (one.at, one.id)):
        if isinstance(logged, Grading):
            memory = after(memory, logged, scheduling)
        elif logged.name in ACTS:
            with suppress(ValueError, OverflowError):
                memory = ACTS[logged.name].remember(memory, logged)
        yield logged, memory
