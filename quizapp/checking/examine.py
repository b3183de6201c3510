"""Runs one exercise in every way that shows whether its card is sound."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from quizapp.asks.show import show_raised
from quizapp.checking.assertions import always_true, bare_names
from quizapp.checking.breakage import broken_before
from quizapp.checking.expectations import expectation_for
from quizapp.checking.findings import (
    UNSTEADY,
    Finding,
    Site,
    changes,
    fault_finding,
    findings,
    never_made,
    raising_line,
)
from quizapp.checking.giveaway import giveaways
from quizapp.checking.otherwise import otherwise
from quizapp.checking.words import word_changes, word_findings
from quizapp.deck.blocks import joined
from quizapp.deck.exercise import Exercise
from quizapp.deck.model import (
    ChoiceCard,
    OrderCard,
    PredictCard,
    RecallCard,
    TriedCard,
    WriteCard,
)
from quizapp.grading.gradable import why_not_gradable
from quizapp.grading.grade import grade
from runner.client import Runner
from runner.protocol.wire import Fact, Fault, Look, Outcome, Raised

MOST_ORDERS = 120
"""Orders of an order card that are tried: all of five lines; of more, a sample."""


@dataclass(frozen=True)
class Tried:
    """Code that stands in a deck to be handed in, and why it does not pass; None where it does."""

    what: str
    code: str
    why: str | None


@dataclass(frozen=True)
class Examined:
    """What was found, and the facts that are the truth; None where there is none.

    `suspected` are findings that count only where every draw of the card shows them. `tried` is
    what became of a write card's solution and wrong attempts.
    """

    found: tuple[Finding, ...]
    truth: tuple[Fact | Raised, ...] | None = None
    suspected: tuple[Finding, ...] = ()
    tried: tuple[Tried, ...] = ()


async def examine(
    run: Exercise, runner: Runner, *, twice: bool, texts: Sequence[str] | None = None
) -> Examined:
    """Hold one exercise against what its author says; `twice` to see whether the truth stays.

    `texts` are what the expectation for all draws comes to in this, where that is known.
    """
    tried: tuple[Tried, ...] = ()
    match run.card:
        case PredictCard() as card:
            return await _examine_predictions(run, card, runner, texts, twice=twice)
        case ChoiceCard() as card:
            return await _examine_choice(run, card, runner, twice=twice)
        case WriteCard() as card:
            tried = await _try_all(run, card, runner)
            found = [found async for found in _written(run, card, tried, runner)]
        case OrderCard() as card:
            found = [found async for found in _ordered(run, card, runner)]
        case RecallCard():
            found = []
    return Examined((*found, *await _words(run, runner, twice=twice)), tried=tried)


async def _words(run: Exercise, runner: Runner, *, twice: bool) -> list[Finding]:
    """What is wrong with the words of a card that has no truth before an answer."""
    if not run.has_words:
        return []
    seen = await runner.run(run.to_be_told())
    if isinstance(seen, Fault):
        return [fault_finding(seen)]
    found = list(word_findings(run, seen))
    if twice and not found:
        found = await _unsteady(run, runner, partial(word_changes, run.card, seen))
    return found


async def _examine_predictions(
    run: Exercise,
    card: PredictCard,
    runner: Runner,
    texts: Sequence[str] | None,
    *,
    twice: bool,
) -> Examined:
    outcome = await runner.run(run.snippet())
    if isinstance(outcome, Fault):
        return Examined((fault_finding(outcome),))
    expected = await _expected(run, card, runner, texts)
    if isinstance(expected, Fault):
        return Examined((fault_finding(expected),))
    if outcome.raised and (broken := await broken_before(run, runner, outcome.raised)):
        return Examined((broken,))
    found = [*findings(card, run.path, outcome, expected), *word_findings(run, outcome)]
    if not found and (why := why_not_gradable(run, outcome)):
        found.append(Finding(Site("card"), "learners are not asked it", f"it {why}"))
    if twice:

        def other(again: Outcome, what: str) -> list[Finding]:
            changed = changes(card, run.path, outcome, again, what)
            return [*changed, *word_changes(card, outcome, again, what)]

        found += await _unsteady(run, runner, other)
    truth = outcome.facts[: len(card.asks)]
    suspected = [*giveaways(card, outcome), *never_made(card, outcome)]
    return Examined(tuple(found), truth, tuple(suspected))


async def _unsteady(
    run: Exercise, runner: Runner, differs: Callable[[Outcome, str], list[Finding]]
) -> list[Finding]:
    """What changes where the exercise runs again otherwise, and whether it would anyway."""
    same = run.to_be_told()
    others = [
        (otherwise(same), "the truth depends on the seed, the clock or memory addresses"),
        (same, UNSTEADY),
    ]
    found: list[Finding] = []
    for snippet, what in others:
        again = await runner.run(snippet)
        if isinstance(again, Fault):
            return [fault_finding(again)]
        now = differs(again, what)
        if not now:
            return found
        found = now
    return found


async def _expected(
    run: Exercise, card: PredictCard, runner: Runner, known: Sequence[str] | None
) -> Sequence[tuple[Site, str | Raised]] | Fault:
    """The author's answers to the asks of this exercise; none where the author does not say."""
    at = expectation_for(card, run.draw)
    if at is None:
        return ()
    number, expect = at
    sites = [Site("expect", number * len(card.asks) + ask) for ask in range(len(card.asks))]
    if not card.vary or expect.draw is not None:
        return list(zip(sites, expect.texts, strict=True))
    if known is not None:
        return list(zip(sites, known, strict=True))
    looks = tuple(Look("text", expression) for expression in expect.texts)
    seen = await runner.run(replace(run.before(), looks=looks))
    if isinstance(seen, Fault):
        return seen
    texts = (fact.data if isinstance(fact, Fact) else fact for fact in seen.facts)
    return list(zip(sites, texts, strict=True))


async def _examine_choice(
    run: Exercise, card: ChoiceCard, runner: Runner, *, twice: bool
) -> Examined:
    outcome = await runner.run(run.snippet())
    if isinstance(outcome, Fault):
        return Examined((fault_finding(outcome),))
    if outcome.raised is not None:
        if broken := await broken_before(run, runner, outcome.raised):
            return Examined((broken,))
        site = raising_line(card, run.path, outcome.raised)
        return Examined((Finding(site, "the code raises", show_raised(outcome.raised)),))
    found = [
        Finding(Site("choices", number), "cannot be decided", show_raised(fact))
        for number, fact in enumerate(outcome.facts[: len(card.options)])
        if isinstance(fact, Raised)
    ]
    if found:
        return Examined(tuple(found))
    found += word_findings(run, outcome)
    holding = _holding(outcome)
    if not card.many and len(holding) != 1:
        told = f"{_options(holding)} hold" if holding else "none holds"
        found.append(Finding(Site("choices"), "just one option is to hold", told))
    elif card.expect is not None and card.expect != holding:
        detail = f"expected {_options(card.expect)}, torch says {_options(holding)}"
        found.append(Finding(Site("expect"), "torch disagrees with expect", detail))
    if twice:

        def other(again: Outcome, what: str) -> list[Finding]:
            detail = f"{_options(holding)}, then {_options(_holding(again))}"
            same = _holding(again) == holding
            changed = word_changes(card, outcome, again, what)
            return changed if same else [Finding(Site("choices"), what, detail), *changed]

        found += await _unsteady(run, runner, other)
    return Examined(tuple(found), outcome.facts[: len(card.options)])


def _holding(outcome: Outcome) -> tuple[int, ...]:
    """The 1-based numbers of the options that hold."""
    facts = enumerate(outcome.facts, 1)
    return tuple(number for number, fact in facts if isinstance(fact, Fact) and fact.data is True)


def _options(numbers: Sequence[int]) -> str:
    return (
        f"option{'s' * (len(numbers) != 1)} {', '.join(map(str, numbers))}" if numbers else "none"
    )


async def _try_all(run: Exercise, card: WriteCard, runner: Runner) -> tuple[Tried, ...]:
    """The solution, the starter where there is one, and what is given as wrong."""
    codes = {"solution": card.solution.text}
    if card.starter:
        codes["starter"] = card.starter.text
    codes |= {f"wrong {number}": wrong.text for number, wrong in enumerate(card.wrong, 1)}
    return tuple(
        [Tried(what, code, await _why_it_fails(run, code, runner)) for what, code in codes.items()]
    )


async def _written(
    run: Exercise, card: WriteCard, tried: Sequence[Tried], runner: Runner
) -> AsyncIterator[Finding]:
    solution, *others = tried
    if solution.why is not None:
        broken = await broken_before(run, runner)
        yield broken or Finding(Site("solution"), "the solution does not pass", solution.why)
    async for found in _uncalled(run, card, card.solution.text, runner):
        yield found
    wrong = 0
    for one in others:
        if one.what == "starter":
            if one.why is None:
                yield Finding(Site("starter"), "the starter passes the tests as it is")
            continue
        if one.why is None:
            yield Finding(Site("wrong", wrong), "what is given as wrong passes the tests")
        wrong += 1


async def _ordered(run: Exercise, card: OrderCard, runner: Runner) -> AsyncIterator[Finding]:
    written = tuple(range(len(card.lines)))
    why = await _why_it_fails(run, run.in_order(written), runner)
    if why is not None:
        broken = await broken_before(run, runner)
        yield broken or Finding(Site("order"), "the order written does not pass", why)
        return
    async for found in _uncalled(run, card, run.in_order(written), runner):
        yield found
    for order in _other_orders(card):
        if await _why_it_fails(run, joined(order), runner) is not None:
            return
    yield Finding(Site("order"), "any order passes the tests")


async def _uncalled(
    run: Exercise, card: TriedCard, code: str, runner: Runner
) -> AsyncIterator[Finding]:
    """Assertions of the tests that hold whatever is handed in, as code that passes shows."""
    asserted = list(bare_names(card.tests.text))
    looks = tuple(Look("bool", always_true(name)) for _, name in asserted)
    seen = await runner.run(replace(run.attempt(code), looks=looks)) if looks else None
    if isinstance(seen, Outcome):
        for (line, name), fact in zip(asserted, seen.facts, strict=True):
            if fact == Fact("bool", True):
                site = Site("code", card.tests.line + line - 1)
                yield Finding(site, "an assertion always holds", f"{name} is not called")


def _other_orders(card: OrderCard) -> Iterator[tuple[str, ...]]:
    """The lines turned round, then other orders, each once."""
    yield card.lines[::-1]
    tried = {card.lines, card.lines[::-1]}
    for order in _orders(card):
        if order not in tried:
            tried.add(order)
            yield order


def _orders(card: OrderCard) -> Iterator[tuple[str, ...]]:
    if math.factorial(len(card.lines)) <= MOST_ORDERS:
        yield from itertools.permutations(card.lines)
    else:
        rng = random.Random(card.id)
        for _ in range(MOST_ORDERS):
            yield tuple(rng.sample(card.lines, len(card.lines)))


async def _why_it_fails(run: Exercise, code: str, runner: Runner) -> str | None:
    """Why code does not pass the card's tests; None where it does."""
    seen = await runner.run(run.attempt(code))
    if isinstance(seen, Fault):
        return seen.message.rstrip(".")
    verdict = grade(run.card, (code,), seen)
    assert verdict.tests is not None
    return None if verdict.right else verdict.tests.why.rstrip(".")
