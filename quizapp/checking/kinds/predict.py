"""Whether a predict card is sound."""

from __future__ import annotations

from collections.abc import Sequence

from quizapp.checking.another_question import of_another_name, of_another_thing
from quizapp.checking.examined import Examined, examine_truth
from quizapp.checking.expectations import expectation_for, to_be_evaluated
from quizapp.checking.findings import Finding, Site, fault_finding
from quizapp.checking.giveaway import giveaways, giveaways_of_draw
from quizapp.checking.predictions import changes, findings, never_made, never_said
from quizapp.checking.slips import of_asks, of_names_alone
from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.predict import PredictCard
from runner.client import Runs
from runner.protocol.wire import Fact, Fault, Outcome, Raised


async def examine(
    run: Exercise, runner: Runs, *, twice: bool, texts: Sequence[str] | None
) -> Examined:
    card = run.card
    assert isinstance(card, PredictCard)
    expected = await _expected(run, card, runner, texts)
    if isinstance(expected, Fault):
        return Examined((fault_finding(expected),))

    def suspected(outcome: Outcome) -> list[Finding]:
        asked = [ask.expression for ask in card.asks]
        true = of_names_alone("ask", asked, outcome.facts)
        never = [*never_made(card, outcome), *never_said(card, outcome)]
        return [*giveaways(card, outcome), *never, *true]

    return await examine_truth(
        run,
        card,
        runner,
        twice=twice,
        wrong=lambda outcome: [
            *findings(card, run.path, outcome, expected),
            *of_asks(run, card, outcome),
            *of_another_name(card),
            *of_another_thing(run, card),
            *giveaways_of_draw(card, run.draw, outcome),
        ],
        changes=lambda first, again, what: changes(card, run.path, first, again, what),
        suspected=suspected,
    )


async def _expected(
    run: Exercise, card: PredictCard, runner: Runs, known: Sequence[str] | None
) -> Sequence[tuple[Site, str | Raised]] | Fault:
    """The author's answers to the asks of this exercise; none where the author does not say."""
    at = expectation_for(card, run.draw)
    if at is None:
        return ()
    number, expect = at
    sites = [Site("expect", number * len(card.asks) + ask) for ask in range(len(card.asks))]
    snippet = to_be_evaluated(run)
    if snippet is None:
        return list(zip(sites, expect.texts, strict=True))
    if known is not None:
        return list(zip(sites, known, strict=True))
    seen = await runner.run(snippet)
    if isinstance(seen, Fault):
        return seen
    texts = (fact.data if isinstance(fact, Fact) else fact for fact in seen.facts)
    return list(zip(sites, texts, strict=True))
