"""The runs of one card in a check, which share a process as long as each leaves it as it was.

They are of one author, who can so deceive nobody else. What is found in a draw that way is told
only if processes of its own show it as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import TracebackType
from typing import Self

from quizapp.checking.disturbance import from_the_last
from quizapp.checking.expectations import Expected, to_be_evaluated
from quizapp.checking.findings import is_too_slow
from quizapp.checking.otherwise import otherwise
from quizapp.checking.plan import Plan
from quizapp.checking.proof import to_be_proven
from quizapp.deck.answered import TriedCard
from quizapp.deck.exercise import Exercise, exercise
from runner.client import Runs
from runner.protocol.wire import Fault, Outcome, Snippet


class Series:
    """Has what is foreseen run in this order, before whatever else is asked for.

    Once anything is too slow, so may all of it be: from then on each runs when it is asked for.
    To be used as a context manager, which gives up what nobody has waited for.
    """

    def __init__(self, runner: Runs, name: str, foreseen: Iterable[Snippet]) -> None:
        self._runner = runner
        self._name = name
        self._foreseen = dict.fromkeys(foreseen)
        self._runs: dict[Snippet, asyncio.Task[Outcome | Fault]] = {}
        self._asked_for: set[Snippet] = set()

    async def __aenter__(self) -> Self:
        for snippet in self._foreseen:
            run = self._runner.run(replace(snippet, series=self._name))
            self._runs[snippet] = asyncio.ensure_future(run)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        frames: TracebackType | None,
    ) -> None:
        for run in self._runs.values():
            run.cancel()
        await asyncio.gather(*self._runs.values(), return_exceptions=True)

    async def begins_too_slow(self) -> bool:
        """Whether the first that is foreseen is too slow."""
        first = next(iter(self._foreseen), None)
        return first is not None and is_too_slow(await self.run(first))

    async def run(self, snippet: Snippet, *, rehashed: bool = False) -> Outcome | Fault:
        """What came of it; see `Runner.run`."""
        if rehashed:
            return await self._runner.run(snippet, rehashed=True)
        if run := self._runs.get(snippet):
            self._asked_for.add(snippet)
            end = await asyncio.shield(run)
            if is_too_slow(end):
                self._put_off()
            return end
        return await self._runner.run(replace(snippet, series=self._name))

    def _put_off(self) -> None:
        for snippet in self._runs.keys() - self._asked_for:
            if not self._runs[snippet].done():
                self._runs.pop(snippet).cancel()


def foreseen(plan: Plan, expected: Expected | None) -> Iterator[Snippet]:
    """What a check of a card runs in any case, the first draw before all others."""
    runs = [exercise(plan.deck, plan.card, draw) for draw in plan.draws]
    known = [draw for draw, _ in expected.asked] if expected else []
    for run in runs:
        yield from runs_of(run)
        if expected and run is runs[0]:
            yield expected.snippet
        if run.draw not in known and (snippet := to_be_evaluated(run)):
            yield snippet
    if runs[0].has_truth or runs[0].has_words:
        # Last, for it leaves nothing as it was.
        yield otherwise(from_the_last(runs[0]))


def runs_of(run: Exercise) -> Iterator[Snippet]:
    """What shows of one exercise whether it is as its author says."""
    if isinstance(run.card, TriedCard):
        yield run.attempt(run.solution)
    if run.has_truth or run.has_words:
        yield run.to_be_told()
    if proof := run.card.proof:
        yield to_be_proven(run, proof)
