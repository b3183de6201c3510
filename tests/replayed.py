"""What all that was logged of a card adds up to, answer by answer: the oracle of what is kept."""

from __future__ import annotations

from collections.abc import Iterable

from quizapp.memory.acts.act import Act
from quizapp.memory.replay import steps
from quizapp.memory.review import Grading
from quizapp.memory.schedule import DEFAULT_SCHEDULING, Memory, Scheduling


def replay(
    reviews: Iterable[Grading],
    scheduling: Scheduling = DEFAULT_SCHEDULING,
    acts: Iterable[Act] = (),
) -> Memory | None:
    """The memory that a card's reviews and acts add up to, each in order of time."""
    memory = None
    for _, then in steps(reviews, scheduling, acts):
        memory = then
    return memory
