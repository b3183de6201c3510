"""A placement: what a learner knows already, found out by a few questions, and taken as known.

Nothing of an answer is told, so that no card is spoilt; it is logged as an act of its own and moves
no memory. At the end, or wherever the learner stops, the cards of the levels that are known, but
for those that were missed, are given a first interval each, spread over the weeks to come.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from quizapp.deck.answered import TruthCard
from quizapp.deck.exercise import Exercise
from quizapp.deck.model import Card
from quizapp.library.library import Library
from quizapp.memory.acts.act import Act
from quizapp.memory.acts.kinds.asked import ASKED
from quizapp.memory.acts.kinds.placed import PLACED
from quizapp.memory.log import ReviewLog
from quizapp.memory.study_day import study_date
from quizapp.memory.uuid7 import uuid7
from quizapp.study.ability import Answer
from quizapp.study.drawing import Drawing
from quizapp.study.inquiry import FEWEST, MOST, Inquiry, is_question
from quizapp.study.turn import Slot, Turn
from quizapp.values.unknown import says_unknown
from runner.protocol.wire import Outcome

FIRST = 3
"""Days until the first card that is taken as known comes back."""

SHORTEST = 21
"""Days over which they are spread, at least."""

A_DAY = 8
"""Cards that come back a day, at most, as long as the longest interval allows."""


@dataclass(frozen=True, kw_only=True)
class PlacedTopic:
    """What was taken as known of a topic."""

    topic: str
    cards: int
    taken: int


@dataclass(frozen=True, kw_only=True)
class Placed:
    """What a placement came to."""

    asked: int
    topics: tuple[PlacedTopic, ...]
    """Every topic, in the order in which they are taught."""
    first: date | None
    """When the first card comes back; None where nothing is taken as known."""
    last: date | None
    goes_on: bool = False
    """Whether the next placement begins with these answers; see `broken_off`."""

    @property
    def taken(self) -> int:
        return sum(topic.taken for topic in self.topics)


class Placement:
    """The questions, one after the other."""

    def __init__(
        self,
        library: Library,
        log: ReviewLog,
        cards: Iterable[Card],
        *,
        rollover_hour: int,
        max_interval: int,
        rng: random.Random,
        broken_off: Iterable[Act] = (),
    ) -> None:
        """`cards` are those that can be asked; see `broken_off`."""
        self._log = log
        self._rollover_hour = rollover_hour
        self._max_interval = max_interval
        self._rng = rng
        self._drawing = Drawing(library, log, rng)
        self._slots: dict[str, Slot] = {}
        self._answered: list[tuple[Inquiry, TruthCard, Act]] = []
        self._cards = tuple(cards)
        self._order = library.topics
        self._inquiry = Inquiry(self._cards, library.after, rng, known=log.memories().keys())
        self.turn: Turn | None = None
        """The question before the learner; None when all have been asked."""
        self.torch_version = ""
        self._by_id = {card.id: card for card in self._cards}
        for act in broken_off:
            card, answer = self._by_id.get(act.card), _said_in(act).get("answer")
            if answer in ANSWERS and card is not None and is_question(card):
                self._answered.append((self._inquiry, card, act))
                self._inquiry = self._inquiry.after(card, answer)
        self.taken_up = self._inquiry.asked
        """Questions that were answered before, in a placement that was broken off."""
        self._go_on(self._inquiry)

    @property
    def asked(self) -> int:
        """Questions answered so far."""
        return self._inquiry.asked

    @property
    def most(self) -> tuple[int, int]:
        """How many questions there are: at least, unless there are no more, and at most."""
        return FEWEST, MOST

    def upcoming(self) -> list[Exercise]:
        """The present exercise, and what may follow, to be run ahead."""
        if self.turn is None:
            return []
        card = self._question
        following = [self._inquiry.after(card, answer).next() for answer in ANSWERS]
        cards = dict.fromkeys([card.id, *(one.id for one in following if one is not None)])
        return [self._drawing.exercise(self._slot(card_id)) for card_id in cards]

    def answer(
        self, answers: Sequence[str], outcome: Outcome | None, *, now: datetime, seconds: float
    ) -> None:
        """Take in an answer, which is logged, and go on. Without an outcome it is not known."""
        assert self.turn is not None
        exercise, card = self.turn.exercise, self._question
        answer: Answer = "unknown"
        if outcome is not None and not all(map(says_unknown, answers)):
            told = exercise.told(outcome).card
            answer = "right" if told.grade(answers, outcome).right else "wrong"
        said = {
            "question": self.asked + 1,
            "answer": answer,
            "answers": list(answers),
            "draw": dict(exercise.draw),
            "seconds": round(seconds, 1),
            "torch": self.torch_version,
        }
        act = self._act(card.id, ASKED, json.dumps(said, ensure_ascii=False), now)
        self._log.act(act)
        self._answered.append((self._inquiry, card, act))
        self._go_on(self._inquiry.after(card, answer))

    @property
    def can_be_taken_back(self) -> bool:
        """Whether one of these questions has been answered."""
        return bool(self._answered)

    def take_back(self, now: datetime) -> None:
        """Undo the last answer, and ask its question again."""
        inquiry, card, act = self._answered[-1]
        self._log.undo_acts([(act, uuid7(now, self._rng))], now)
        self._inquiry, self.turn = inquiry, self._turn_of(card)
        self._answered.pop()

    def leave_out(self) -> None:
        """Ask another question instead: this one cannot be asked here, or is skipped."""
        self._go_on(self._inquiry.without(self._question))

    def finish(self, now: datetime, here: Collection[str] | None = None) -> Placed:
        """Take what is known as known: of these cards, if it is told by now which can be asked.

        Done once.
        """
        was_stopped, self.turn = self.turn is not None, None
        if here is not None:
            self._cards = tuple(card for card in self._cards if card.id in here)
        there = {card.id for card in self._cards}
        known = ((card, sure) for card, sure in self._inquiry.taken_as_known() if card.id in there)
        days = spread(known, self._max_interval, self._rng)
        acts = [self._act(card, PLACED, str(after), now) for card, after in days.items()]
        self._log.act_on_all(acts)
        today = study_date(now, self._rollover_hour)
        taken = Counter(card.topic for card in self._cards if card.id in days)
        in_all = Counter(card.topic for card in self._cards)
        return Placed(
            asked=self.asked,
            topics=tuple(
                PlacedTopic(topic=topic, cards=in_all[topic], taken=taken[topic])
                for topic in self._order
                if in_all[topic]
            ),
            first=today + timedelta(min(days.values())) if days else None,
            last=today + timedelta(max(days.values())) if days else None,
            goes_on=was_stopped and not days and 0 < self.asked < FEWEST,
        )

    @property
    def _question(self) -> TruthCard:
        assert self.turn is not None
        card = self._by_id[self.turn.exercise.card.id]
        assert is_question(card)
        return card

    def _slot(self, card_id: str) -> Slot:
        return self._slots.setdefault(card_id, Slot(card_id, "new"))

    def _go_on(self, inquiry: Inquiry) -> None:
        card = inquiry.next()
        self._inquiry = inquiry
        self.turn = None if card is None else self._turn_of(card)

    def _turn_of(self, card: Card) -> Turn:
        slot = self._slot(card.id)
        return Turn(slot=slot, exercise=self._drawing.exercise(slot))

    def _act(self, card: str, name: str, value: str, now: datetime) -> Act:
        return Act(
            id=uuid7(now, self._rng),
            card=card,
            at=now,
            study_date=study_date(now, self._rollover_hour),
            name=name,
            value=value,
        )


ANSWERS: tuple[Answer, ...] = ("right", "wrong", "unknown")


def broken_off(log: ReviewLog) -> list[Act]:
    """What was answered in a placement that came to no end, and goes on with the next.

    One that came to nothing after the fewest questions, or more, has come to its end.
    """
    answered: list[Act] = []
    for act in log.acts_since(ASKED, PLACED):
        if _said_in(act).get("question") == 1:
            answered.clear()  # another has begun
        answered.append(act)
    return answered if len(answered) < FEWEST else []


def _said_in(act: Act) -> dict[str, Any]:
    """What was said of an answer; nothing where it is none of ours."""
    try:
        said = json.loads(act.value)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def spread(
    taken: Iterable[tuple[Card, float]], max_interval: int, rng: random.Random
) -> dict[str, int]:
    """After how many days each card comes back, the less sure ones sooner, topics mixed."""
    cards = sorted(taken, key=lambda one: (round(one[1], 1), rng.random()))
    days = min(max(SHORTEST, len(cards) // A_DAY), max(max_interval - FIRST, 0))
    return {
        card.id: max(1, min(FIRST + days * at // len(cards), max_interval))
        for at, (card, _) in enumerate(cards)
    }


def latest_placement(log: ReviewLog) -> list[Act]:
    """What the last placement that stands has taken as known."""
    placed = [act for act in log.acts() if act.name == PLACED]
    return [act for act in placed if act.at == placed[-1].at]


def take_back_placement(log: ReviewLog, now: datetime, rng: random.Random) -> int:
    """Undo what the last placement has taken as known; how many cards that were."""
    acts = latest_placement(log)
    log.undo_acts([(act, uuid7(now, rng)) for act in acts], now)
    return len(acts)
