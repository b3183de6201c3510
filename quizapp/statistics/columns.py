"""The answers of years as columns of numpy, a row an answer: a million are counted at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from quizapp.memory.answer_cache import GRADED, GUESS, MOVES, RIGHT, CardAnswers
from quizapp.memory.review import Rating

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Column = NDArray[Any]

MATURE_DAYS = 21
"""A card is mature, as Anki has it, whose interval was so long."""

EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True)
class Columns:
    """All answers; those to a card stand together, in order of time."""

    cards: Sequence[str]
    card: Column
    """Which of the cards."""
    day: Column
    """The study date's ordinal."""
    seconds: Column
    expected: Column
    """The chance that FSRS gave it, not a number where it tested no memory of an earlier day."""
    interval: Column
    """In days, before the answer."""
    rating: Column
    what: Column
    """See `quizapp.memory.answer_cache`."""

    @classmethod
    def of(cls, answers: Sequence[CardAnswers]) -> Columns:
        import numpy as np  # takes a tenth of a second

        fields = ["day", "seconds", "expected", "interval", "rating", "what"]
        packed = np.dtype(list(zip(fields, ["<i4", "<f4", "<f4", "<u2", "u1", "u1"], strict=True)))
        rows = np.frombuffer(b"".join(one.packed for one in answers), packed)
        lengths = [len(one.packed) // packed.itemsize for one in answers]
        card = np.repeat(np.arange(len(answers), dtype=np.int32), lengths)
        return cls([one.card for one in answers], card, *(rows[field] for field in fields))

    def where(self, mask: Column) -> Columns:
        """Some of the rows."""
        if mask.all():
            return self
        columns = (self.card, self.day, self.seconds, self.expected)
        others = (self.interval, self.rating, self.what)
        return Columns(self.cards, *(column[mask] for column in (*columns, *others)))

    def __len__(self) -> int:
        return len(self.day)

    @property
    def tests_memory(self) -> Column:
        """Whether the card was learnt on an earlier study date, and this is the first answer of
        this one.
        """
        known: Column = self.expected == self.expected  # what is not a number is not itself
        return known

    @property
    def recalled(self) -> Column:
        """Whether it was rated better than Again."""
        better: Column = self.rating != Rating.AGAIN
        return better

    @property
    def mature(self) -> Column:
        return self.interval >= MATURE_DAYS

    @property
    def guess(self) -> Column:
        return (self.what & GUESS) > 0

    @property
    def graded(self) -> Column:
        """Whether the answer was held against the truth."""
        return (self.what & GRADED) > 0

    @property
    def right(self) -> Column:
        return (self.what & RIGHT) > 0

    @property
    def month(self) -> Column:
        """Months since 1970."""
        import numpy as np

        first, last = int(self.day.min()), int(self.day.max())
        days = np.arange(first - EPOCH, last - EPOCH + 1).astype("datetime64[D]")
        months = days.astype("datetime64[M]").astype(np.int32)
        of_each: Column = months[self.day - first]
        return of_each

    def seconds_by_day(self) -> dict[date, float]:
        import numpy as np

        if not len(self):
            return {}
        first = int(self.day.min())
        answers = np.bincount(self.day - first)
        seconds = np.bincount(self.day - first, self.seconds)
        there = np.flatnonzero(answers).tolist()
        return {date.fromordinal(first + at): float(seconds[at]) for at in there}

    def of_card(self, values: Mapping[str, Any], other: Any) -> Column:
        """For each row what its card has, or `other`."""
        import numpy as np

        of_each = [values.get(card, other) for card in self.cards]
        return np.array(of_each, type(other))[self.card]

    def begun(self) -> dict[str, date]:
        """On which day each card was first answered such that its memory moved.

        None of those that were taken as known before: that answer tests a memory.
        """
        import numpy as np

        moves = (self.what & MOVES) > 0
        card, day = self.card[moves], self.day[moves]
        if not len(card):
            return {}
        starts = np.flatnonzero(np.diff(card, prepend=-1))
        days, known = np.minimum.reduceat(day, starts), self.tests_memory[moves][starts]
        first = zip(card[starts][~known].tolist(), days[~known].tolist(), strict=True)
        return {self.cards[at]: date.fromordinal(day) for at, day in first}
