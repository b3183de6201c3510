"""What a sitting brings, as it is logged: answers, corrections, acts, and undo of each."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from quizapp.memory.acts.act import Act, ActKind, Standing
from quizapp.memory.acts.table import ACTS, possible_acts
from quizapp.memory.log import ReviewLog
from quizapp.memory.queue import QueueKind
from quizapp.memory.review import MOVES_MEMORY, Rating, Review, ReviewKind
from quizapp.memory.schedule import Interval
from quizapp.memory.study_day import study_date
from quizapp.memory.uuid7 import uuid7
from quizapp.study.turn import Slot, Turn

LOGGED_AS: Mapping[QueueKind, ReviewKind] = {
    "review": "review",
    "new": "review",
    "ahead": "review",
    "practice": "practice",
    "relearn": "relearn",
}


class Recorder:
    """Writes into a log. What it returns is on the disk."""

    def __init__(self, log: ReviewLog, *, rollover_hour: int, rng: random.Random) -> None:
        self._log = log
        self._rollover_hour = rollover_hour
        self._rng = rng

    def today(self, now: datetime) -> date:
        """The learner's day."""
        return study_date(now, self._rollover_hour)

    def answer(
        self,
        turn: Turn,
        rating: Rating,
        *,
        now: datetime,
        seconds: float,
        answers: tuple[str, ...] = (),
        torch: str = "",
    ) -> Review:
        """Log what was answered in a revealed turn; `torch` is the version that runs here."""
        card = turn.exercise.card
        ran = turn.exercise.has_truth or (turn.verdict is not None and not turn.unknown)
        review = Review(
            id=uuid7(now, self._rng),
            card=card.id,
            content_hash=card.content_hash,
            at=self._log.later(card.id, now),
            study_date=study_date(now, self._rollover_hour),
            kind=self._logged_as(turn.slot, now),
            rating=rating,
            proposed=turn.proposed,
            right=turn.verdict.right if turn.verdict and not turn.unknown else None,
            unknown=turn.unknown,
            answers=answers,
            parts=turn.verdict.parts if turn.verdict else (),
            ideas=turn.ideas,
            draw=turn.exercise.draw,
            seconds=seconds,
            hint=turn.hint,
            guess=turn.guess,
            torch=torch if ran else "",
            due=_due(turn, rating),
        )
        self._log.append(review)
        return review

    def correct(self, turn: Turn, review: Review, rating: Rating, *, now: datetime) -> Review:
        """Log a turn's review with another rating in place of the one that was proposed."""
        corrected = replace(
            review,
            id=uuid7(now, self._rng),
            at=self._log.later(review.card, now),
            rating=rating,
            due=_due(turn, rating),
        )
        self._log.replace(review.id, corrected)
        return corrected

    def act(self, card: str, name: str, said: str, *, now: datetime) -> Act:
        """Raises ValueError, with a sentence, where what was said for it is not understood."""
        [act] = self.act_on_all([card], name, said, now=now)
        return act

    def act_on_all(
        self, cards: Iterable[str], name: str, said: str, *, now: datetime
    ) -> Sequence[Act]:
        """The same on many cards, all or none."""
        today = study_date(now, self._rollover_hour)
        value = ACTS[name].read(said, today)
        acts = [
            Act(
                id=uuid7(now, self._rng),
                card=card,
                at=self._log.later(card, now),
                study_date=today,
                name=name,
                value=value,
            )
            for card in cards
        ]
        self._log.act_on_all(acts)
        return acts

    def take_back(self, logged: Review | Act, *, now: datetime) -> None:
        if isinstance(logged, Act):
            self.take_back_all([logged], now=now)
        else:
            self._log.retract(logged.id, now)

    def take_back_all(self, acts: Iterable[Act], *, now: datetime) -> None:
        """Take acts on different cards back, all or none."""
        self._log.undo_acts([(act, uuid7(now, self._rng)) for act in acts], now)

    def intervals(self, turn: Turn, now: datetime) -> Mapping[Rating, Interval]:
        """When a card would come back by its rating; nothing where its memory does not move."""
        if self._logged_as(turn.slot, now) not in MOVES_MEMORY:
            return {}
        return self._log.preview(turn.slot.card_id, study_date(now, self._rollover_hour))

    def _logged_as(self, slot: Slot, now: datetime) -> ReviewKind:
        """As what an answer counts: to a card missed on a day before, and due, as a review."""
        if slot.kind == "relearn":
            today, memory = self.today(now), self._log.memories().get(slot.card_id)
            if memory is not None and memory.last_study_date < today and memory.due <= today:
                return "review"
        return LOGGED_AS[slot.kind]

    def possible_acts(self, card: str, standing: Standing, now: datetime) -> dict[str, ActKind]:
        """What can be decided about a card that stands so, by name."""
        memory = self._log.memories().get(card)
        return possible_acts(standing, memory, study_date(now, self._rollover_hour))


def _due(turn: Turn, rating: Rating) -> date | None:
    """When the learner was told that the card comes back."""
    interval = turn.intervals.get(rating)
    return interval.due if interval else None
