"""A deck under its author's hands: read anew on every save, and only what has changed is run."""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from quizapp.deck.check import examine_all
from quizapp.deck.examine import Examined
from quizapp.deck.library import Judge, load_deck
from quizapp.deck.model import Card, Deck, Draw
from quizapp.deck.needs import unmet
from quizapp.deck.plan import Plan, plan_check
from quizapp.deck.problem import DeckFile, Problem
from quizapp.deck.report import problems
from quizapp.deck.truths import draw_key
from quizapp.trust import refusal
from runner.client import Runner
from runner.wire import Hello

Place = tuple[int, int]
"""The lines at which a card's code and its deck's setup begin."""


@dataclass(frozen=True)
class Reading:
    """A deck as it was last saved.

    `problems` are all there are, in the file's order. `changed` are the cards that had to be
    run for it. `skipped` says of cards why they cannot run here, `truths` what torch said of
    the others, by draw.
    """

    deck: Deck | None
    problems: tuple[Problem, ...]
    changed: tuple[str, ...] = ()
    skipped: Mapping[str, str] = field(default_factory=dict)
    truths: Mapping[str, Sequence[tuple[Draw, Examined]]] = field(default_factory=dict)

    def of_card(self, card: str) -> list[Problem]:
        """The problems of one card."""
        return [problem for problem in self.problems if problem.card == card]


class Workbench:
    """Reads one deck again and again; what was found in a card is kept while it stays the same."""

    def __init__(self, path: Path, runner: Runner, judge: Judge) -> None:
        self._path = path
        self._runner = runner
        self._judge = judge
        self._known: dict[Hashable, tuple[Place, Examined]] = {}

    def load(self) -> Reading:
        """The deck with what can be seen without running it."""
        loaded = load_deck(self._path, None, self._judge)
        return Reading(loaded.deck, loaded.problems)

    async def check(self, reading: Reading, hello: Hello) -> Reading:
        """The reading with what running it shows."""
        deck = reading.deck
        if deck is None:
            return reading
        if reason := refusal(deck, hello.sandbox):
            refused = DeckFile(deck.path, "").problem(1, 1, reason)
            return Reading(deck, (*reading.problems, refused))
        skipped = {card.id: reason for card in deck.cards if (reason := unmet(card, hello))}
        cards = [(deck, card) for card in deck.cards if card.id not in skipped]
        plans = plan_check(cards, random.Random(0))
        changed = [plan for plan in plans if not self._knows(plan)]
        for plan, by_draw in zip(changed, await examine_all(changed, self._runner), strict=True):
            known = ((_place(plan), examined) for examined in by_draw)
            self._known |= dict(zip(_keys(plan), known, strict=True))
        by_card = [[self._known[key][1] for key in _keys(plan)] for plan in plans]
        found = (*reading.problems, *problems(plans, by_card, None))
        in_order = sorted(found, key=lambda problem: (problem.line, problem.column))
        return Reading(
            deck,
            tuple(in_order),
            changed=tuple(plan.card.id for plan in changed),
            skipped=skipped,
            truths={
                plan.card.id: list(zip(plan.draws, by_draw, strict=True))
                for plan, by_draw in zip(plans, by_card, strict=True)
            },
        )

    def _knows(self, plan: Plan) -> bool:
        return all(
            key in self._known and _still_stands(*self._known[key], plan) for key in _keys(plan)
        )


def same_but_for_lines(one: Card | None, other: Card) -> bool:
    """Whether two cards say the same, wherever in their files they stand."""
    return one is not None and _without_lines(asdict(one)) == _without_lines(asdict(other))


def _place(plan: Plan) -> Place:
    setup = plan.deck.setup
    return plan.card.code.line, setup.line if setup else 0


def _still_stands(place: Place, examined: Examined, plan: Plan) -> bool:
    """Whether what was found is where it was: of code, the very line in the file is told."""
    found = (*examined.found, *examined.suspected)
    return place == _place(plan) or all(one.site.field != "code" for one in found)


def _keys(plan: Plan) -> list[Hashable]:
    """What each exercise of a card comes to, wherever in the file it stands."""
    content = repr(_without_lines(asdict(plan.card)))
    setup = plan.deck.setup.text if plan.deck.setup else ""
    return [(setup, content, draw_key(draw)) for draw in plan.draws]


def _without_lines(node: Any) -> Any:
    if isinstance(node, dict):
        places = ("line", "lines_at")
        return {key: _without_lines(value) for key, value in node.items() if key not in places}
    if isinstance(node, list | tuple):
        return [_without_lines(item) for item in node]
    return node
