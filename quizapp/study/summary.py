"""What a sitting came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from quizapp.memory.schedule import Memory
from quizapp.study.turn import Turn


@dataclass(frozen=True, kw_only=True)
class Summary:
    """What a sitting came to. A card asked more than once counts by its first answer."""

    right: int
    wrong: int
    new: int
    """Cards met for the first time, among them."""
    seconds: float
    missed: tuple[str, ...]
    """Ids of the cards answered wrong, in order."""
    not_known: tuple[str, ...]
    """Ids of the cards that the learner said not to know: neither right nor wrong."""
    ideas: tuple[str, ...]
    """Names of the wrong models that answers showed."""
    once_more: int
    """Cards missed today and not right since, which today asks for again; they come back on a
    later day as well."""
    due: Mapping[date, int]
    """How many of the cards come back on which study date, soonest first."""


def summarize(
    turns: Iterable[Turn], memories: Mapping[str, Memory], once_more: Collection[str]
) -> Summary:
    """Add up the answered turns of a sitting.

    `memories` are those after it, of the cards that will be asked when they are due; `once_more`
    are the cards, of this sitting and others, that today asks for again.
    """
    turns = tuple(turns)
    first: dict[str, Turn] = {}
    for turn in turns:
        first.setdefault(turn.exercise.card.id, turn)
    due = Counter(memories[id].due for id in first if id in memories)
    missed = tuple(id for id, turn in first.items() if turn.wrong)
    not_known = tuple(id for id, turn in first.items() if turn.unknown)
    return Summary(
        right=len(first) - len(missed) - len(not_known),
        wrong=len(missed),
        new=sum(turn.slot.kind == "new" for turn in first.values()),
        seconds=sum(turn.review.seconds for turn in turns if turn.review),
        missed=missed,
        not_known=not_known,
        ideas=tuple(
            dict.fromkeys(idea for turn in turns for idea, shown in turn.ideas.items() if shown)
        ),
        once_more=sum(id in once_more for id in first),
        due=dict(sorted(due.items())),
    )
