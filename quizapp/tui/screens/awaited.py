"""The outcome that an answer waits for: it may be there, be on its way, or be a Fault."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from textual.content import Content
from textual.screen import Screen
from textual.worker import Worker

from quizapp.deck.exercise import Exercise
from quizapp.running.ahead import Ahead
from quizapp.running.faults import words_of
from quizapp.text.language import tr
from quizapp.text.visible import visible
from quizapp.tui.keys.moving import key_of
from quizapp.tui.screens.ticks import Ticks
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome

TakeIn = Callable[[Outcome], None]


class Awaited:
    """Brings outcomes to a screen, and says in the meantime what is going on.

    `say` shows a status; `changed` is called when the wait begins, and when a Fault ends it.
    """

    def __init__(
        self,
        screen: Screen[None],
        runner: Runner,
        ahead: Ahead,
        *,
        say: Callable[[Content], None],
        changed: Callable[[], None],
    ) -> None:
        self._screen = screen
        self._runner = runner
        self._ahead = ahead
        self._say = say
        self._changed = changed
        self._wait: Worker[None] | None = None
        self._since = 0.0
        self._ticks = Ticks(screen, self._tell)
        self.fault: Fault | None = None
        """The last end, where the runner could not say."""

    @property
    def is_waiting(self) -> bool:
        return self._wait is not None

    def bring(self, exercise: Exercise, take_in: TakeIn, *, attempt: str = "") -> None:
        """Have the outcome taken in, now or as soon as it is there, or tell of the Fault.

        It is that of an attempt where code was handed in.
        """
        self.fault = None
        seen = self._ahead.seen(exercise)
        if seen is not None and not attempt:
            self._arrive(exercise, seen, take_in, attempt)
            return
        self._since = time.monotonic()
        self._wait = self._screen.run_worker(partial(self._wait_for, exercise, take_in, attempt))
        self._ticks.begin()
        self._changed()

    def stop(self) -> None:
        """The learner has gone elsewhere: what was handed in is not graded any more."""
        if self._wait is not None:
            self._wait.cancel()
            self._wait = None

    def forget(self) -> None:
        """Begin with a card: nothing is waited for, and nothing has gone wrong."""
        self.stop()
        self.fault = None

    def _tell(self) -> bool:
        """Say what is waited for, and for how long by now, if anything is."""
        if self.is_waiting:
            waited = int(time.monotonic() - self._since)
            what = tr("running the code") if self._runner.hello else tr("torch is starting")
            self._say(Content(tr("{what}, {waited} s", what=what, waited=waited)))
        return self.is_waiting

    async def _wait_for(self, exercise: Exercise, take_in: TakeIn, attempt: str) -> None:
        if attempt:
            seen = await self._ahead.attempt(exercise, attempt)
        else:
            seen = await self._ahead.outcome(exercise)
        self._wait = None
        self._arrive(exercise, seen, take_in, attempt)

    def _arrive(
        self, exercise: Exercise, seen: Outcome | Fault, take_in: TakeIn, attempt: str
    ) -> None:
        if isinstance(seen, Outcome):
            self._say(Content())
            take_in(seen)
            return
        self.fault = seen
        self._ahead.forget(exercise)
        back = tr(" {key} goes back to your answer.", key=key_of(self._screen, "type"))
        self._say(
            Content.assemble(
                (tr("! no verdict  "), "bold $text-warning"),
                tr(
                    "{message} This does not count against you.",
                    message=visible(words_of(seen)),
                ),
                back if attempt else "",
            )
        )
        self._changed()


def fault_report(fault: Fault, exercise: Exercise) -> str:
    """What whoever looks after a deck would want to know of a Fault."""
    what = f"{fault.kind}: {fault.message}"
    return f"{what}\n{exercise.card.id}\n\n{exercise.shown_code}"
