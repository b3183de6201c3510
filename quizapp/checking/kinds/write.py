"""Whether a write card is sound."""

from __future__ import annotations

from collections.abc import Sequence

from quizapp.checking.examined import Examined, solution_findings, try_all
from quizapp.checking.findings import Finding, Site
from quizapp.checking.giveaway import solution_given
from quizapp.checking.slips import of_wrong
from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.write import WriteCard
from quizapp.text.language import tr
from runner.client import Runs


async def examine(
    run: Exercise, runner: Runs, *, twice: bool, texts: Sequence[str] | None
) -> Examined:
    """The solution has to pass; the starter, and what is given as wrong, must not."""
    card = run.card
    assert isinstance(card, WriteCard)
    codes = [("solution", card.solution.text)]
    codes += [("starter", card.starter.text)] if card.starter else []
    codes += [
        (tr("wrong {number}", number=number), wrong.text)
        for number, wrong in enumerate(card.wrong, 1)
    ]
    tried = await try_all(run, codes, runner)
    solution, *others = tried
    what = tr("the solution does not pass")
    found = await solution_findings(run, runner, solution.why, Site("solution"), what)
    if card.starter:
        starter, *others = others
        if starter.why is None:
            found.append(Finding(Site("starter"), tr("the starter passes the tests as it is")))
    found += [
        Finding(Site("wrong", number), tr("what is given as wrong passes the tests"))
        for number, wrong in enumerate(others)
        if wrong.why is None
    ]
    found += solution_given(card)
    if solution.why is None:
        found += of_wrong(others)
    return Examined(tuple(found), tried=tuple(tried))
