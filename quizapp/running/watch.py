"""Runs exercises once more, watched, so that one can see what went on inside."""

from __future__ import annotations

from dataclasses import replace

from quizapp.deck.answered import TriedCard
from quizapp.deck.exercise import Exercise
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome, Snippet

MORE_TIME = 2
"""Times the card's own limit: code that is watched is slower."""

MOST_KEPT = 8
"""Outcomes; a few cards back is as far as one undoes."""


async def watch(
    runner: Runner, exercise: Exercise, attempt: str = "", *, picture: bool = False
) -> Outcome | Fault:
    """Run an exercise with its trace and graph, apart from the run that is graded.

    Watching can so never alter a truth, nor does what a `picture` takes alter the trace that is
    shown. `attempt` is what was handed in, where that is code. Cancelling the wait gives the run
    up.
    """
    return await runner.run(_watched(exercise, attempt, picture=picture))


def _watched(exercise: Exercise, attempt: str, *, picture: bool) -> Snippet:
    tried = isinstance(exercise.card, TriedCard)
    snippet = exercise.attempt(attempt) if tried else exercise.snippet()
    return replace(
        snippet, trace=True, graph=True, picture=picture, timeout=MORE_TIME * snippet.timeout
    )


class Watched:
    """Exercises that were watched, each of them once with each attempt."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._seen: dict[Snippet, Outcome] = {}

    async def outcome(
        self, exercise: Exercise, attempt: str = "", *, picture: bool = False
    ) -> Outcome | Fault:
        """The outcome with trace and graph, run for unless it is known. A Fault is not kept."""
        snippet = _watched(exercise, attempt, picture=picture)
        if snippet in self._seen:
            return self._seen[snippet]
        end = await self._runner.run(snippet)
        if isinstance(end, Outcome):
            self._seen[snippet] = end
            for oldest in list(self._seen)[:-MOST_KEPT]:
                del self._seen[oldest]
        return end
