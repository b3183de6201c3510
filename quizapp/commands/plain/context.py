"""What the parts of a plain sitting share, and how each of them ends a card's turn."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

from quizapp.commands.plain.looks import Looks
from quizapp.commands.say import say
from quizapp.commands.typed import Typed
from quizapp.running.ahead import Ahead
from quizapp.running.faults import words_of
from quizapp.study.session import Session
from quizapp.study.study import Study
from quizapp.study.turn import Turn
from quizapp.text.language import Language, tr
from runner.client import Runner
from runner.protocol.wire import Fault


class NotKnown(Exception):
    """The learner does not know the card."""


class Elsewhere(Exception):
    """The learner has gone to another card: skipped this one, or undone an answer."""


@dataclass
class Context:
    """A session, and what it takes to go through it."""

    study: Study
    session: Session
    runner: Runner
    ahead: Ahead
    looks: Looks
    typed: Typed
    clock: Callable[[], datetime]
    _shown_at: float = 0.0
    _told: set[str] = field(default_factory=set)

    @property
    def language(self) -> Language:
        return self.study.language

    @property
    def turn(self) -> Turn:
        assert self.session.turn is not None
        return self.session.turn

    @property
    def spoken(self) -> Turn:
        """The turn with the words that are known by now."""
        exercise = self.turn.exercise
        return replace(self.turn, exercise=exercise.told(self.ahead.seen(exercise)))

    def shown(self) -> None:
        """The card has just been shown."""
        self._shown_at = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since the card was shown."""
        return time.monotonic() - self._shown_at

    def leave_out(self, refusal: Fault) -> None:
        """Go on without a card that does not run here. Why is said once for all like it."""
        if refusal.message not in self._told:
            say(tr("Left out: {message}", message=words_of(refusal)))
            self._told.add(refusal.message)
        self.session.leave_out()
