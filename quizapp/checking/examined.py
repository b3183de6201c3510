"""What was found in one exercise, and the ways of finding it that kinds of card have in common."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from quizapp.checking.assertions import Asserted
from quizapp.checking.breakage import broken_before
from quizapp.checking.disturbance import disturbances, from_the_last, in_order
from quizapp.checking.endless_looks import endless_look
from quizapp.checking.findings import (
    BY_CIRCUMSTANCE,
    BY_HASHES,
    UNSTEADY,
    Finding,
    Site,
    fault_finding,
    fault_in_words,
    is_too_slow,
    more_time,
)
from quizapp.checking.hashes import may_depend_on_hashes
from quizapp.checking.otherwise import (
    MORE_SEEDS,
    compares_addresses,
    longer,
    may_be_random,
    mirrored,
    otherwise,
)
from quizapp.checking.refused import owed_to_the_machine
from quizapp.checking.words import word_changes, word_findings
from quizapp.deck.answered import TriedCard, TruthCard
from quizapp.deck.exercise import Exercise
from quizapp.deck.model import RunCard
from quizapp.running.faults import words_of
from quizapp.text.language import spoken, tr
from runner.client import Runs
from runner.protocol.wire import Fact, Fault, Outcome, Raised, Snippet

Ended = Literal["in time", "late", "never", "not run"]
"""How code that is to end did. Once a draw of a card never ends, no more of them are run."""


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
    what became of code that stands in the deck to be handed in, `ended` of the exercise's own.
    """

    found: tuple[Finding, ...]
    truth: tuple[Fact | Raised, ...] | None = None
    suspected: tuple[Finding, ...] = ()
    tried: tuple[Tried, ...] = ()
    ended: Ended = "in time"

    @property
    def is_to_be_seen_alone(self) -> bool:
        """Whether something was found that may be due to what ran in the same process before.

        What is too slow has had one of its own already.
        """
        return len(self.found) > (self.ended != "in time")

    def and_also(self, other: Examined) -> Examined:
        """With what was found in another way."""
        found, suspected = self.found + other.found, self.suspected + other.suspected
        return replace(self, found=found, suspected=suspected)


NOT_RUN = Examined((), ended="not run")


async def examine_truth(
    run: Exercise,
    card: TruthCard,
    runner: Runs,
    *,
    twice: bool,
    wrong: Callable[[Outcome], Iterable[Finding]],
    changes: Callable[[Outcome, Outcome, str], Iterable[Finding]],
    suspected: Callable[[Outcome], Iterable[Finding]] = lambda outcome: (),
    is_one: Callable[[Outcome], bool] = lambda outcome: True,
) -> Examined:
    """Hold the truth of a card against what its author says.

    `wrong` says what is not as it should be, `changes` what is another truth in a further run and
    how it came to that, and `is_one` whether there is any truth.
    """
    outcome = await runner.run(run.snippet())
    if isinstance(outcome, Fault):
        return Examined((await _stopped(run, run.snippet(), outcome, runner),))
    if outcome.raised and (broken := await broken_before(run, runner, outcome.raised)):
        return Examined((broken,))
    found = list(wrong(outcome))
    if not is_one(outcome):
        return Examined(tuple(found))
    found += word_findings(run, outcome)
    if not found and (why := card.why_not_gradable(outcome)):
        found.append(
            Finding(Site("card"), tr("learners are not asked it"), tr("it {why}", why=why))
        )
    if twice:

        def other(again: Outcome, what: str) -> list[Finding]:
            return [*changes(outcome, again, what), *word_changes(card, outcome, again, what)]

        found += await _unsteady(run, runner, outcome, other)
    return Examined(tuple(found), card.truth(outcome), tuple(suspected(outcome)))


async def examine_words(run: Exercise, runner: Runs, *, twice: bool) -> list[Finding]:
    """What is wrong with the words of a card that has no truth before an answer."""
    if not run.has_words:
        return []
    seen = await runner.run(run.to_be_told())
    if isinstance(seen, Fault):
        return [await _stopped(run, run.to_be_told(), seen, runner)]
    found = list(word_findings(run, seen))
    if twice and not found:
        found = await _unsteady(run, runner, seen, partial(word_changes, run.card, seen))
    return found


async def _stopped(run: Exercise, snippet: Snippet, fault: Fault, runner: Runs) -> Finding:
    """Code that never got to its end; what was too slow runs longer once more: it may have none."""
    card = run.card
    if fault.kind != "timeout" or not isinstance(card, RunCard):
        return fault_finding(fault)
    if run.setup and is_too_slow(await runner.run(run.before())):
        stopped = tr("the setup was stopped")
        return Finding(Site("setup", run.setup.line), stopped, fault_in_words(fault))
    site = Site("code", card.code.line) if card.code.text else Site("card")
    why = more_time()
    if is_too_slow(end := await runner.run(longer(snippet))):
        if card.code.text and end.path == run.path and end.line:
            site = Site("code", end.line)
        seconds = longer(snippet).timeout
        why = tr(
            "it did not end in {seconds:g} seconds either, and seems never to; a card that is "
            "about that asks `hangs: code`",
            seconds=seconds,
        )
        if end.line is None and (look := await endless_look(run, snippet, runner)):
            site, expression = look
            why = tr(
                "it did not end in {seconds:g} seconds either: not the code itself, but "
                "`{expression}` seems never to",
                seconds=seconds,
                expression=expression,
            )
    return Finding(site, words_of(fault).rstrip(".。"), why)


async def _unsteady(
    run: Exercise, runner: Runs, first: Outcome, differs: Callable[[Outcome, str], list[Finding]]
) -> list[Finding]:
    """What changes where the exercise runs again otherwise, and whether it would anyway."""
    same = run.to_be_told()

    async def changed(snippet: Snippet, what: str, *, rehashed: bool = False) -> list[Finding]:
        again = await runner.run(snippet, rehashed=rehashed)
        return [fault_finding(again)] if isinstance(again, Fault) else differs(again, what)

    again = await runner.run(otherwise(from_the_last(run)))
    if isinstance(again, Fault):
        return [fault_finding(again)]
    again = in_order(run, again)
    if again.facts != first.facts and (found := await disturbances(run, first, runner)):
        return found
    what = (
        tr("it does not hang, and only takes longer than `timeout`")
        if Fact("hangs", True) in first.facts and Fact("hangs", False) in again.facts
        else tr(BY_CIRCUMSTANCE)
    )
    if found := differs(again, what):
        return await changed(same, tr(UNSTEADY)) or found
    for seed in MORE_SEEDS if may_be_random(same) else ():
        if found := await changed(otherwise(same, seed), what):
            return found
    for snippet in mirrored(same) if compares_addresses(same) else ():
        if found := await changed(snippet, what):
            return found
    if may_depend_on_hashes(same):
        return await changed(same, tr(BY_HASHES), rehashed=True)
    return []


async def solution_findings(
    run: Exercise, runner: Runs, why: str | None, site: Site, what: str
) -> list[Finding]:
    """What is wrong where the deck's own solution does not pass, as `what` says, and for `why`."""
    if why is None:
        return []
    return [await broken_before(run, runner) or Finding(site, what, why)]


async def examine_tests(run: Exercise, card: TriedCard, runner: Runs) -> Examined:
    """Which assertions of the card's tests ask for nothing, tried with the deck's own solution."""
    asserted = Asserted(card.tests, "code")
    found = tuple(asserted.always_true())
    if not asserted.wants_a_look:
        return Examined(found)
    seen = await runner.run(asserted.to_be_looked_at(run.attempt(card.solution_code)))
    if isinstance(seen, Fault) or seen.raised:
        return Examined(found)
    return Examined((*found, *asserted.holding(seen)), suspected=tuple(asserted.idle(seen)))


async def passes_by_chance(run: Exercise, card: TriedCard, runner: Runs) -> list[Finding]:
    """Whether a solution that passes does not pass at another time, with another seed."""
    why = await why_it_fails(run, card.solution_code, runner, changed=otherwise)
    what = tr(
        "whether the solution passes depends on the seed, the clock, the machine or addresses"
    )
    return [Finding(Site("code"), what, why)] if why else []


async def why_it_fails(
    run: Exercise,
    code: str,
    runner: Runs,
    *,
    changed: Callable[[Snippet], Snippet] = lambda attempt: attempt,
) -> str | None:
    """Why code does not pass the card's tests; None where it does."""
    seen = await runner.run(changed(run.attempt(code)))
    if isinstance(seen, Fault):
        return words_of(seen).rstrip(".。")
    verdict = run.card.grade((code,), seen)
    assert verdict.tests is not None
    if verdict.right:
        return None
    why, raised = verdict.tests.why.in_language(spoken()).rstrip(".。"), seen.raised
    if raised is None:
        return why
    if raised.path == run.path and raised.line and raised.type != "AssertionError":
        why += tr(" (line {line} of the deck)", line=raised.line)
    return why + owed_to_the_machine(raised.type, raised.message)


async def try_all(run: Exercise, codes: Sequence[tuple[str, str]], runner: Runs) -> list[Tried]:
    """What becomes of code, each with what it is."""
    why = await asyncio.gather(*(why_it_fails(run, code, runner) for _, code in codes))
    return [Tried(*one, why) for one, why in zip(codes, why, strict=True)]
