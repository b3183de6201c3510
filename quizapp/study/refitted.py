"""What other parameters of the schedule change beside the intervals to come."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.text.words import counted


class BeforeFit:
    """How a study stood before a fit was kept, or taken back."""

    def __init__(self, study: Study, now: datetime) -> None:
        self._study = study
        self._now = now
        self._waiting = study.waiting(now)
        self._memories = study.log.memories()

    def changes(self) -> Iterator[str]:
        """In a line each, what is different by now; none where nothing is."""
        waiting, memories = self._study.waiting(self._now), self._study.log.memories()
        if shut := [title for topic, title in waiting.items() if topic not in self._waiting]:
            yield tr(
                "No longer open: {titles}. By the new parameters, cards that come before are not "
                "learnt yet.",
                titles=tr(", ").join(shut),
            )
        both = [(before, memories.get(card)) for card, before in self._memories.items()]
        moved = sum(
            after is not None and after.reps == before.reps and after.due != before.due
            for before, after in both
        )
        if moved:
            yield tr(
                "Due on another day: {cards} answered last elsewhere, as in Anki, where no day "
                "was shown that would hold.",
                cards=counted(moved, "card"),
            )
