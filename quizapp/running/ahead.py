"""Runs the exercises to come while the learner reads, so that a verdict waits for nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterable
from dataclasses import replace

from quizapp.deck.exercise import Exercise
from quizapp.running.truth import truth_of
from quizapp.text.visible import visible
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome


class Ahead:
    """Outcomes by exercise: asked for early, kept until no longer wanted."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._runs: dict[Hashable, asyncio.Task[Outcome | Fault]] = {}

    def want(self, exercises: Iterable[Exercise]) -> None:
        """Run these, in this order, unless they have been run; give up all others."""
        wanted = {exercise.key: exercise for exercise in exercises if exercise.is_run}
        for key in self._runs.keys() - wanted.keys():
            self._runs.pop(key).cancel()
        for key, exercise in wanted.items():
            if key not in self._runs:
                self._start(exercise)

    def seen(self, exercise: Exercise) -> Outcome | Fault | None:
        """The outcome, if it is there already."""
        run = self._runs.get(exercise.key)
        return run.result() if run is not None and run.done() and not run.cancelled() else None

    async def outcome(self, exercise: Exercise) -> Outcome | Fault:
        """The outcome, waited for; an empty one where there is none before an answer."""
        run = self._runs.get(exercise.key) or self._start(exercise)
        return await asyncio.shield(run)

    async def attempt(self, exercise: Exercise, answer: str) -> Outcome | Fault:
        """The outcome of what the learner hands in, see `Exercise.attempt`."""
        seen = await self.outcome(exercise)
        return seen if isinstance(seen, Fault) else await self._runner.run(exercise.attempt(answer))

    def forget(self, exercise: Exercise) -> None:
        """Drop what was seen, so that the exercise runs anew: after a Fault."""
        if run := self._runs.pop(exercise.key, None):
            run.cancel()

    def _start(self, exercise: Exercise) -> asyncio.Task[Outcome | Fault]:
        run = asyncio.create_task(self._run(exercise))
        self._runs[exercise.key] = run
        return run

    async def _run(self, exercise: Exercise) -> Outcome | Fault:
        end = await self._end_of(exercise)
        # A Fault's words may come from the deck or its code, and from what ended the runner.
        return replace(end, message=visible(end.message)) if isinstance(end, Fault) else end

    async def _end_of(self, exercise: Exercise) -> Outcome | Fault:
        hello = await self._runner.ready()
        if not_running := self._runner.refusal:
            return not_running
        assert hello is not None  # else it would refuse
        return await truth_of(exercise, self._runner, hello)
