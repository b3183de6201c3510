"""What all that was logged of a card adds up to. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from heapq import merge

from quizapp.memory.acts.act import Act
from quizapp.memory.acts.table import ACTS
from quizapp.memory.review import Review
from quizapp.memory.schedule import DEFAULT_SCHEDULING, Memory, Scheduling, after


def replay(
    reviews: Iterable[Review],
    scheduling: Scheduling = DEFAULT_SCHEDULING,
    acts: Iterable[Act] = (),
) -> Memory | None:
    """The memory that a card's reviews and acts add up to, each in order of time."""
    memory = None
    for _, then in steps(reviews, scheduling, acts):
        memory = then
    return memory


def steps(
    reviews: Iterable[Review], scheduling: Scheduling, acts: Iterable[Act]
) -> Iterator[tuple[Review | Act, Memory | None]]:
    """All that was logged of a card, in order of time, each with the memory after it.

    An act that this version does not know, or whose value was damaged, leaves it as it was.
    """
    memory = None
    both: tuple[Iterable[Review | Act], ...] = (reviews, acts)
    for logged in merge(*both, key=lambda one: (one.at, one.id)):
        if isinstance(logged, Review):
            memory = after(memory, logged, scheduling)
        elif logged.name in ACTS:
            with suppress(ValueError):
                memory = ACTS[logged.name].remember(memory, logged)
        yield logged, memory
