"""A turn of a sitting: an exercise before the learner, as far as it has got."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from quizapp.deck.exercise import Exercise
from quizapp.deck.verdict import Verdict
from quizapp.memory.queue import QueueKind
from quizapp.memory.review import Rating, Review
from quizapp.memory.schedule import Interval

RELEARN_GAP = 6
"""A missed card comes back after so many others."""


@dataclass(eq=False)
class Slot:
    """A card's place in the queue, which follows a rename. The same card may have two."""

    card_id: str
    kind: QueueKind
    misses: int = 0
    """Times that the card was missed before in this sitting."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """The exercise before the learner, as far as it has got."""

    slot: Slot
    exercise: Exercise
    hint: bool = False
    guess: bool = False
    revealed: bool = False
    """The truth is on the table: the learner has answered, or turned the card over."""
    verdict: Verdict | None = None
    ideas: Mapping[str, bool] = field(default_factory=dict)
    """Wrong models that the answer could have shown, and whether it did."""
    unknown: bool = False
    """The learner has said that it is not known."""
    proposed: Rating = Rating.GOOD
    intervals: Mapping[Rating, Interval] = field(default_factory=dict)
    """When the card would come back, by rating; empty where the schedule does not move."""
    review: Review | None = None
    """What stands in the log, once there is something."""

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """What can be chosen, what is proposed first: one alone where it changes nothing."""
        if self.intervals:
            return self.proposed, *(rating for rating in Rating if rating is not self.proposed)
        if self.verdict is None:
            return self.proposed, Rating.GOOD if self.proposed is Rating.AGAIN else Rating.AGAIN
        return (self.proposed,)

    @property
    def missed(self) -> bool:
        """To be asked again in this sitting: the learner's rating decides."""
        return self.review is not None and self.review.rating is Rating.AGAIN

    @property
    def gap(self) -> int:
        """How many others come before it once it is missed: twice as many after each miss.

        Cards that are missed over and over would else keep the rest from ever being asked.
        """
        return RELEARN_GAP << self.slot.misses

    @property
    def wrong(self) -> bool:
        """Graded wrong; a card that the learner grades, rated Again."""
        if self.review is None or self.unknown:
            return False
        return self.missed if self.review.right is None else not self.review.right
