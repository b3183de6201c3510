"""A further run of an answered exercise, watched for the trace and the graph, or for pictures."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from textual.screen import Screen
from textual.worker import Worker

from quizapp.deck.exercise import Exercise
from quizapp.inside.spans import Span
from quizapp.running.faults import words_of
from quizapp.running.watch import Watched
from quizapp.text.language import tr
from quizapp.text.visible import visible
from quizapp.tui.screens.ticks import Ticks
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome


class SecondRun:
    """Runs the exercise that was answered once more, in the background of a screen."""

    def __init__(
        self,
        screen: Screen[None],
        runner: Runner,
        *,
        say: Callable[[Span], None],
        picture: bool = False,
    ) -> None:
        self._picture = picture
        self._screen = screen
        self._watched = Watched(runner)
        self._say = say
        self._run: Worker[None] | None = None
        self._since = 0.0
        self._ticks = Ticks(screen, self._tell)

    def begin(
        self, exercise: Exercise, show: Callable[[Outcome], None], *, attempt: str = ""
    ) -> None:
        """Have the outcome shown as soon as it is there; a Fault is told of in its place."""
        self.stop()
        self._since = time.monotonic()
        # No coroutine yet: a learner who is quick may stop it before it begins.
        self._run = self._screen.run_worker(partial(self._look, exercise, attempt, show))
        self._ticks.begin()

    def stop(self) -> None:
        """The learner has gone on: give up a run that is still under way."""
        if self._run is not None:
            self._run.cancel()
            self._run = None

    def _tell(self) -> bool:
        """Say that the run is under way, and for how long by now, if it is."""
        if self._run is not None:
            waited = int(time.monotonic() - self._since)
            self._say(
                Span(
                    tr(
                        "running the code once more, watched line by line, {waited} s",
                        waited=waited,
                    )
                )
            )
        return self._run is not None

    async def _look(
        self, exercise: Exercise, attempt: str, show: Callable[[Outcome], None]
    ) -> None:
        seen = await self._watched.outcome(exercise, attempt, picture=self._picture)
        self._run = None
        if isinstance(seen, Fault):
            self._say(Span(visible(tr("! not seen: {message}", message=words_of(seen))), "bad"))
        else:
            show(seen)
