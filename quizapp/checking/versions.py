"""What differs between versions of torch on which the same cards were checked."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from quizapp.asks.show import show_raised
from quizapp.checking.check import OnTorch
from quizapp.checking.lengthy import shortened
from quizapp.checking.plan import Plan, draw_key
from quizapp.checking.report import in_draws
from quizapp.deck.answered import TruthCard
from quizapp.deck.parts import Draw
from runner.protocol.wire import Fact, Raised

LONGEST = 40
"""Characters of a truth that are told."""

LONGEST_NAME = 70
"""Characters that are told of what it is."""

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True)
class Difference:
    """Something about a card that is not the same on all versions: how it is on each."""

    card: str
    what: str
    by_version: tuple[str, ...]
    """In the order of the versions; empty where it does not show."""


def differences_between(plans: Sequence[Plan], found: Sequence[OnTorch]) -> Iterator[Difference]:
    """Cards that cannot run everywhere, other truths, and problems that do not show everywhere."""
    skipped = [{one.card: one.reason for one in on.checked.skipped} for on in found]
    problems = [{(one.card, one.message) for one in on.problems} for on in found]
    for plan in plans:
        card = plan.card.id
        reasons = [by_card.get(card, "") for by_card in skipped]
        if not all(reasons):
            for reason in sorted(set(filter(None, reasons))):
                lacks = tuple("skipped" if one == reason else "" for one in reasons)
                yield Difference(card, shortened(reason, LONGEST_NAME), lacks)
        yield from _other_truths(plan, found)
        for message in sorted({text for of in problems for about, text in of if about == card}):
            shows = tuple("found" if (card, message) in of else "" for of in problems)
            if not all(shows):
                yield Difference(card, shortened(message, LONGEST_NAME), shows)


def seen_on(
    found: Sequence[OnTorch], what: Callable[[OnTorch], Iterable[T]]
) -> dict[T, tuple[str, ...]]:
    """Everything that was found on any version, once, with the versions that show it."""
    seen: dict[T, tuple[str, ...]] = {}
    for on in found:
        for one in what(on):
            seen[one] = (*seen.get(one, ()), on.torch)
    return seen


def _other_truths(plan: Plan, found: Sequence[OnTorch]) -> Iterator[Difference]:
    card = plan.card
    if not isinstance(card, TruthCard):
        return
    by_version = [on.checked.truths.get(card.id, {}) for on in found]
    for number in range(len(card.parts)):
        differing: list[tuple[Draw, list[Fact | Raised | None]]] = []
        for draw in plan.draws:
            truths = [truths.get(draw_key(draw), ()) for truths in by_version]
            facts = [truth[number] if number < len(truth) else None for truth in truths]
            known = [fact for fact in facts if fact is not None]
            if any(not _same(card, number, known[0], other) for other in known[1:]):
                differing.append((draw, facts))
        if differing:
            (draw, facts), *more = differing
            shown = tuple(_shown(card, number, fact) for fact in facts)
            yield Difference(card.id, f"{card.name_of(number)}{in_draws(draw, len(more))}", shown)


def _same(card: TruthCard, number: int, one: Fact | Raised, other: Fact | Raised) -> bool:
    if isinstance(one, Fact) and isinstance(other, Fact):
        return one == other or card.same(number, one, other)
    return isinstance(one, Raised) and isinstance(other, Raised) and one.type == other.type


def _shown(card: TruthCard, number: int, fact: Fact | Raised | None) -> str:
    if fact is None:
        return ""
    text = show_raised(fact) if isinstance(fact, Raised) else card.show(number, fact)
    return shortened(text.strip().replace("\n", "\\n"), LONGEST)
