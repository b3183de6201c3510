"""Where a sitting stood before each answer, skip and act, so that they can be taken back."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from quizapp.memory.acts.act import Act
from quizapp.memory.review import Review
from quizapp.study.turn import Slot, Turn

MOST_UNDONE = 100
"""Each keeps a queue, and a sitting may be long."""


Undone = Literal["", "answer", "skip"] | Review | tuple[Act, ...]
"""What was undone, if anything was: a review is of an earlier sitting, acts were done at once."""


@dataclass(frozen=True)
class Moment:
    """Where the sitting stood."""

    turn: Turn | None
    """None when the sitting was over."""
    queue: tuple[Slot, ...]
    done: tuple[Turn, ...]
    followed: Act | Literal["answer", "skip"]
    """What was done then; an act as it stands in the log."""


class Past:
    """The latest moments, the last one first to be gone back to."""

    def __init__(self) -> None:
        self._moments: deque[Moment] = deque(maxlen=MOST_UNDONE)

    @property
    def last(self) -> Moment | None:
        return self._moments[-1] if self._moments else None

    def add(self, moment: Moment) -> None:
        self._moments.append(moment)

    def drop(self) -> None:
        """The last moment has been gone back to."""
        self._moments.pop()

    def slots(self) -> Iterator[Slot]:
        """All that waited or were asked at a moment, some of them time and again."""
        for moment in self._moments:
            yield from moment.queue
            yield from (turn.slot for turn in (*moment.done, moment.turn) if turn)

    def plan_again(self, asked: Container[str], added: tuple[Slot, ...]) -> None:
        """Have every queue be of the cards that were asked by now, and those that are added."""
        for _ in range(len(self._moments)):
            moment = self._moments.popleft()
            queue = tuple(slot for slot in moment.queue if slot.card_id in asked) + added
            self._moments.append(replace(moment, queue=queue))
