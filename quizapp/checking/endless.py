"""Code that never ends: that is found out once, and then nobody waits for it again."""

from __future__ import annotations

import ast
import asyncio
from collections import defaultdict
from dataclasses import replace

from quizapp.checking.examined import Ended
from quizapp.checking.findings import Finding, Site, is_too_slow
from quizapp.checking.otherwise import longer
from quizapp.checking.plan import Plan
from quizapp.checking.series import runs_of
from quizapp.deck.exercise import Exercise, exercise
from quizapp.deck.model import RunCard
from quizapp.text.language import tr
from runner.client import Runs
from runner.protocol.wire import Fault, Outcome, Snippet


class Patience:
    """Passes on the runs of one exercise, until something of its own runs out of time.

    Neither that nor what runs after it, to find out why, runs once more.
    """

    def __init__(self, run: Exercise, runner: Runs) -> None:
        self._run = run
        self._runner = runner
        self._too_slow: Snippet | None = None
        self._known: dict[Snippet, Outcome | Fault] = {}

    @property
    def is_over(self) -> bool:
        """Whether something was too slow."""
        return self._too_slow is not None

    async def run(self, snippet: Snippet, *, rehashed: bool = False) -> Outcome | Fault:
        """What came of it; see `Runner.run`."""
        if rehashed:
            return await self._runner.run(snippet, rehashed=True)
        if snippet in self._known:
            return self._known[snippet]
        end = await self._runner.run(snippet)
        if not self.is_over and is_too_slow(end) and snippet in runs_of(self._run):
            self._too_slow = snippet
        if self.is_over:
            self._known[snippet] = end
        return end

    async def ended(self) -> Ended:
        """How the exercise ended; what was too slow runs longer for that."""
        if self._too_slow is None:
            return "in time"
        return "never" if is_too_slow(await self.run(longer(self._too_slow))) else "late"


class Setups:
    """The setups of decks that never end: each is tried once, not with each of its cards."""

    def __init__(self, runner: Runs) -> None:
        self._runner = runner
        self._ends: dict[Snippet, Outcome | Fault] = {}
        self._trying: defaultdict[Snippet, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def endless(self, plan: Plan) -> Finding | None:
        """What is wrong with the setup of the card's deck, if it seems never to end.

        One that is just too slow for a card ends within the longest time among all cards'.
        """
        deck = plan.deck
        cards = [card for card in deck.cards if isinstance(card, RunCard)]
        if deck.setup is None or not cards or _only_defines(deck.setup.text):
            return None
        timeout = max(card.timeout for card in cards)
        before = exercise(deck, cards[0], {}).before()
        snippet = longer(replace(before, timeout=timeout, device="best", ranks=1, on_rank=0))
        async with self._trying[snippet]:
            if snippet not in self._ends:
                self._ends[snippet] = await self._runner.run(snippet)
        if not is_too_slow(end := self._ends[snippet]):
            return None
        what = tr(
            "the setup did not end in {seconds:g} seconds, and seems never to",
            seconds=snippet.timeout,
        )
        return Finding(Site("setup", end.line or deck.setup.line), what)


def _only_defines(setup: str) -> bool:
    """Whether nothing of a setup can take its time: it imports, and makes functions and classes."""
    try:
        lines = ast.parse(setup).body
    except (SyntaxError, ValueError, RecursionError):
        return True
    kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return all(isinstance(line, kinds) for line in lines)
