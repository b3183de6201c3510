"""Expressions of a card that change what others of it see, as one that works in place does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from quizapp.asks.show import show
from quizapp.checking.findings import Finding, Site
from quizapp.checking.lengthy import in_a_line
from quizapp.checking.words import site_of, words_after
from quizapp.deck.answered import Seen, TruthCard
from quizapp.deck.computed import look_of
from quizapp.deck.exercise import Exercise
from quizapp.deck.model import Card
from quizapp.text.language import tr
from runner.client import Runs
from runner.protocol.wire import Fault, Look, Outcome, Snippet

T = TypeVar("T")


def from_the_last(run: Exercise) -> Snippet:
    """What is to be run for an exercise, with its looks in another order, which must not matter."""
    same = run.to_be_told()
    return replace(same, looks=_turned(run.card, same.looks))


def in_order(run: Exercise, seen: Outcome) -> Outcome:
    """What was seen `from_the_last`, as if it had been from the first."""
    return replace(seen, facts=_turned(run.card, seen.facts))


def _turned(card: Card, seen: tuple[T, ...]) -> tuple[T, ...]:
    first = _fixed(card)
    return (*seen[:first], *seen[first:][::-1])


def _fixed(card: Card) -> int:
    """How many looks are answered in their order, so that one may tell of what another did."""
    return len(card.parts) if isinstance(card, TruthCard) and not card.parts_shuffled else 0


async def disturbances(run: Exercise, first: Outcome, runner: Runs) -> list[Finding]:
    """Which expressions change what is seen of another, if any.

    Found out for the first that is seen otherwise from the last.
    """
    same = run.to_be_told()
    again = await runner.run(from_the_last(run))
    if isinstance(again, Fault):
        return []
    facts = zip(same.looks, first.facts, in_order(run, again).facts, strict=False)
    changed = next(((look, [was, now]) for look, was, now in facts if was != now), None)
    if changed is None:
        return []
    look, seen = changed
    before = same.looks[: _fixed(run.card)]

    async def seen_after(*others: Look) -> Seen | None:
        outcome = await runner.run(replace(same, looks=(*before, *others, look)))
        return None if isinstance(outcome, Fault) else outcome.facts[-1]

    if (alone := await seen_after()) not in seen:
        return []  # it is never the same
    sites = dict(reversed([*_sites(run.card)]))
    after = {
        other: now
        for other in from_the_last(run).looks
        if other in sites and other not in (look, *before)
        if (now := await seen_after(other)) is not None and now != alone
    }
    by_itself = {other: now for other, now in after.items() if now in seen}
    if not by_itself and (len(after) < 2 or await seen_after(*after) not in seen):
        return []  # nor do those that change it bring it about together
    return [
        _disturbs(sites[other], look, alone, now) for other, now in (by_itself or after).items()
    ]


def _disturbs(site: Site, disturbed: Look, alone: Seen, now: Seen) -> Finding:
    was, then = (in_a_line(show(disturbed.kind, fact)) for fact in (alone, now))
    return Finding(
        site,
        tr("it changes what another expression sees"),
        tr(
            "`{expression}`: {was} before it, {then} after it; let it work on a copy, such as "
            "`x.clone()`",
            expression=disturbed.expression,
            was=was,
            then=then,
        ),
    )


def _sites(card: Card) -> Iterator[tuple[Look, Site]]:
    """Everything that is looked at, with its place."""
    if isinstance(card, TruthCard):
        yield from ((look, Site(spot.field, spot.number)) for look, spot in card.looks_at())
    for spot, hole, written in words_after(card):
        yield look_of(hole), site_of(spot, written)
