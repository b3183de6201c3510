"""Which cards come after which: what they name must exist, and never run in a circle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from quizapp.deck.model import Card
from quizapp.deck.problem import Claim, Problem
from quizapp.text.spelling import did_you_mean

MOST_SUGGESTIONS = 20
"""Complaints that name a card which may have been meant: the search for one is slow."""


def settle_after(
    cards: Sequence[Card], claims: Iterable[Claim], excused: Callable[[str], bool]
) -> tuple[list[Card], list[Problem]]:
    """The cards, none of them waiting for one that cannot come, and what was wrong.

    Only what the claims say is judged. A card that is not among these but is excused, since
    its own problems have been told, is no longer waited for and not complained about.
    """
    by_id = {card.id: card for card in cards}
    after = {card.id: dict.fromkeys(card.after) for card in cards}
    problems: list[Problem] = []
    places: dict[tuple[str, str], Claim] = {}
    for claim in claims:
        if claim.field != "after" or claim.card not in after:
            continue
        assert claim.card is not None
        if claim.target not in after[claim.card]:
            continue
        places[claim.card, claim.target] = claim
        if claim.target not in by_id:
            del after[claim.card][claim.target]
            if not excused(claim.target):
                others = [id for id in by_id if id != claim.card]
                near = others if len(problems) < MOST_SUGGESTIONS else ()
                problems.append(claim.wrong(_no_such_card(claim.target, near)))
    for circle in list(circles({card: tuple(targets) for card, targets in after.items()})):
        *_, last, first = circle
        del after[last][first]
        problems.append(places[last, first].wrong(_runs_in_a_circle(circle)))
    return [_waiting_for(card, tuple(after[card.id])) for card in cards], problems


def _waiting_for(card: Card, after: tuple[str, ...]) -> Card:
    """The card, itself wherever it says just that: copying them all would delay every start."""
    return card if card.after == after else replace(card, after=after)


def circles(after: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Each circle as the cards along it, the first of them again at the end.

    A circle is closed by its last step; without those steps there is none.
    """
    done: set[str] = set()
    for start in after:
        trail = {start: iter(after[start])} if start not in done else {}
        while trail:
            card, targets = next(reversed(trail.items()))
            target = next(targets, None)
            if target is None:
                done.add(card)
                del trail[card]
            elif target in trail:
                cards = list(trail)
                yield (*cards[cards.index(target) :], target)
            elif target in after and target not in done:
                trail[target] = iter(after[target])


def _no_such_card(card_id: str, known: Iterable[str]) -> str:
    return f"there is no card '{card_id}'{did_you_mean(card_id, known)}"


def _runs_in_a_circle(circle: Sequence[str]) -> str:
    shown = [*circle[:4], "…", circle[-1]] if len(circle) > 6 else circle
    return f"runs in a circle: {' → '.join(shown)}"
