"""Runs one exercise in every way that shows whether its card is sound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from quizapp.checking import kinds
from quizapp.checking.examined import (
    Examined,
    examine_tests,
    examine_truth,
    examine_words,
    passes_by_chance,
    solution_findings,
    try_all,
)
from quizapp.checking.findings import Finding, Site, raising_line
from quizapp.checking.refused import explained
from quizapp.deck.answered import TriedCard, TruthCard
from quizapp.deck.exercise import Exercise
from quizapp.tables.by_file import by_file
from quizapp.text.language import tr
from runner.client import Runs
from runner.protocol.wire import Outcome, Raised


class _Examine(Protocol):
    async def __call__(
        self, run: Exercise, runner: Runs, *, twice: bool, texts: Sequence[str] | None
    ) -> Examined: ...


KINDS: Mapping[str, _Examine] = by_file(kinds, "examine")
"""How cards are examined of the kinds that have a file in `kinds/`."""


async def examine(
    run: Exercise, runner: Runs, *, twice: bool, texts: Sequence[str] | None = None
) -> Examined:
    """Hold one exercise against what its author says; `twice` to see whether the truth stays.

    `texts` are what the expectation for all draws comes to in this, where that is known.
    """
    own = KINDS.get(run.card.kind, _examine)
    examined = await own(run, runner, twice=twice, texts=texts)
    if isinstance(run.card, TriedCard):
        examined = examined.and_also(await examine_tests(run, run.card, runner))
        if twice and not examined.found:
            by_chance = await passes_by_chance(run, run.card, runner)
            examined = replace(examined, found=(*examined.found, *by_chance))
    if run.has_truth:
        return examined
    words = await examine_words(run, runner, twice=twice)
    return replace(examined, found=(*examined.found, *words))


async def _examine(
    run: Exercise, runner: Runs, *, twice: bool, texts: Sequence[str] | None
) -> Examined:
    """Whether the code comes to a truth that stays, or the solution passes."""
    card = run.card
    if isinstance(card, TriedCard):
        tried = await try_all(run, [("solution", card.solution_code)], runner)
        what = tr("the solution does not pass")
        found = await solution_findings(run, runner, tried[0].why, Site("code"), what)
        return Examined(tuple(found), tried=tuple(tried))
    if not isinstance(card, TruthCard):
        return Examined(())

    def wrong(outcome: Outcome) -> list[Finding]:
        raised = [one for one in (outcome.raised, *card.truth(outcome)) if isinstance(one, Raised)]
        return [
            Finding(raising_line(card, run.path, one), tr("the code raises"), explained(one))
            for one in raised[:1]
        ]

    def changes(first: Outcome, again: Outcome, what: str) -> list[Finding]:
        pairs = enumerate(zip(card.truth(first), card.truth(again), strict=False))
        return [
            Finding(Site("card"), what, card.name_of(number))
            for number, (one, other) in pairs
            if one != other
        ]

    return await examine_truth(run, card, runner, twice=twice, wrong=wrong, changes=changes)
