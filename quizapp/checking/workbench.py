"""A deck under its author's hands: read anew on every save, and only what has changed is run."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from quizapp.checking.advice import Truths, advise
from quizapp.checking.check import examine_draws
from quizapp.checking.endless import Setups
from quizapp.checking.examined import Examined
from quizapp.checking.findings import Finding
from quizapp.checking.heard import Heard, Listen, heard_nothing
from quizapp.checking.in_two_languages import unlike
from quizapp.checking.kinds.order import orders_that_pass
from quizapp.checking.plan import Plan, draw_key, is_checked, plan_check
from quizapp.checking.report import problems
from quizapp.checking.sites import SitesByPath
from quizapp.checking.slips_of_writing import slips_of_writing
from quizapp.deck.exercise import exercise
from quizapp.deck.model import Card, Deck
from quizapp.deck.needs import unmet
from quizapp.deck.parts import Code, Draw
from quizapp.deck.problem import DeckFile, Loaded, Problem
from quizapp.library.loading import among_others, load_deck
from quizapp.library.trust import Authored, refusal
from runner.client import Runner
from runner.protocol.wire import Hello

Place = tuple[Card, Code | None]
"""A card and its deck's setup, with the lines at which all of them begins."""


@dataclass(frozen=True)
class Reading:
    """A deck as it was last saved, as far as is known.

    `problems` are in the file's order. `unknown` are the cards that have not been run as they
    are now, and `changed` those that had to be run for this reading. `skipped` says of cards why
    they cannot run here, `truths` what torch said of the others, by draw. A deck that is not
    trusted may be `refused`.
    """

    deck: Deck | None
    problems: tuple[Problem, ...]
    unknown: Collection[str] = ()
    changed: tuple[str, ...] = ()
    skipped: Mapping[str, str] = field(default_factory=dict)
    truths: Mapping[str, Sequence[tuple[Draw, Examined]]] = field(default_factory=dict)
    refused: bool = False
    slow: Collection[str] = ()
    """Cards that ran out of time, and are given longer to see whether they ever end."""
    advice: Sequence[Problem] = ()
    """How the cards could teach better, as far as they have been run."""

    def of_card(self, card: str) -> list[Problem]:
        """The problems of one card."""
        return [problem for problem in self.problems if problem.card == card]

    def is_unsound(self, card: str) -> bool:
        """Whether something was found in it, which may have been told of another card."""
        return any(examined.found for _, examined in self.truths.get(card, ()))


class Workbench:
    """Reads one deck again and again; what was found in a card is kept while it stays the same."""

    def __init__(
        self,
        path: Path,
        runner: Runner,
        authored: Authored,
        folders: Sequence[Path] = (),
        cache: Path | None = None,
        listen: Listen = heard_nothing,
    ) -> None:
        """In the folders lie the other decks that there are, of which its cards may speak."""
        self._listen = listen
        self._path = path
        self._folders = [path.parent, *folders]
        self._cache = cache
        self._runner = runner
        self._setups = Setups(runner)
        self._authored = authored
        self._loaded = Loaded(deck=None, problems=())
        self.others: tuple[Deck, ...] = ()
        """The other decks, as they were at the last `load`."""
        self._known: dict[Hashable, tuple[Place, Examined]] = {}
        self._heard: dict[Hashable, Heard] = {}
        self._orders: dict[Hashable, Finding | None] = {}
        self._slow: set[str] = set()

    def load(self) -> Reading:
        """The deck as it is now, with what is known of it without running anything."""
        loaded = load_deck(self._path, None, self._authored.judge)
        self._loaded, self.others = among_others(loaded, self._path, self._folders, self._cache)
        if (deck := self._loaded.deck) is not None:
            cards = [(deck, card) for card in deck.cards]
            slips = (*unlike(cards, strict=False), *slips_of_writing(cards))
            self._loaded = replace(self._loaded, problems=(*self._loaded.problems, *slips))
        return self.so_far()

    def so_far(self) -> Reading:
        """The deck that was loaded, with what is known of it by now."""
        return self._reading(self._runner.hello)

    def own(self) -> None:
        """The author says that the deck is theirs, so that it runs from the next `load` on."""
        self._authored.own()

    async def check(
        self, hello: Hello, on_card: Callable[[int, int], None] = lambda done, of: None
    ) -> Reading:
        """The deck that was loaded, with what running it shows.

        What was found stays known where this is cancelled. `on_card` hears how many cards have
        been run, of how many.
        """
        deck, done = self._loaded.deck, 0
        if deck is None or refusal(deck, hello.sandbox):
            return self._reading(hello)
        changed = [plan for plan in self._plans(deck, hello) if not self._knows(plan)]

        async def learn(plan: Plan) -> None:
            nonlocal done
            by_draw = await examine_draws(
                plan,
                self._runner,
                setups=self._setups,
                on_slow=lambda: self._slow.add(plan.card.id),
            )
            known = ((_place(plan), examined) for examined in by_draw)
            self._known |= dict(zip(_keys(plan), known, strict=True))
            done += 1
            on_card(done, len(changed))

        self._slow.clear()
        on_card(done, len(changed))
        async with asyncio.TaskGroup() as group:
            for plan in changed:
                group.create_task(learn(plan))
        await self._hear(deck, hello)
        return replace(self._reading(hello), changed=tuple(plan.card.id for plan in changed))

    async def _hear(self, deck: Deck, hello: Hello) -> None:
        """Listen to the words of the cards that are new, also of those without code."""
        planned = {plan.card.id: plan for plan in self._plans(deck, hello)}
        skipped = _skipped(deck, hello)
        for card in deck.cards:
            plan = planned.get(card.id) or Plan(deck=deck, card=card, draws=())
            ended = {self._known[one][1].ended for one in _keys(plan)} <= {"in time"}
            if card.id not in skipped and ended and (key := _key(deck, card)) not in self._heard:
                truths = self._truths(plan)
                self._heard[key] = await self._listen(plan, truths, self._runner, hello)

    def _truths(self, plan: Plan) -> Truths:
        by_draw = (self._known[key][1] for key in _keys(plan))
        return {
            draw_key(draw): examined.truth
            for draw, examined in zip(plan.draws, by_draw, strict=True)
            if examined.truth is not None
        }

    async def look_closer(self, card: str) -> bool:
        """Try the orders of a sound order card, which takes too long for all; whether it tells."""
        deck, hello = self._loaded.deck, self._runner.hello
        if deck is None or hello is None or refusal(deck, hello.sandbox):
            return False
        for plan in self._plans(deck, hello):
            key = _key(deck, plan.card)
            if plan.card.id != card or not self._knows(plan) or key in self._orders:
                continue
            if any(self._known[one][1].found for one in _keys(plan)):
                return False
            run = exercise(deck, plan.card, plan.draws[0])
            self._orders[key] = await orders_that_pass(run, self._runner)
            return self._orders[key] is not None
        return False

    def _told(self, deck: Deck, of: Callable[[Hashable], Iterable[Finding]]) -> Iterator[Problem]:
        """What is known of the words of the cards as they are now, at the places of now."""
        sites = SitesByPath()
        for card in deck.cards:
            for one in of(_key(deck, card)):
                yield sites[deck.path].problem(card, one.site, one.what)

    def _wrong_words(self, key: Hashable) -> Iterable[Finding]:
        return self._heard[key].problems if key in self._heard else ()

    def _thoughts(self, key: Hashable) -> Iterator[Finding]:
        if (orders := self._orders.get(key)) is not None:
            yield orders
        if key in self._heard:
            yield from self._heard[key].advice

    def _reading(self, hello: Hello | None) -> Reading:
        """What is known by now, and of a machine that has not said yet what it is."""
        deck, found = self._loaded.deck, self._loaded.problems
        if deck is None:
            return Reading(None, found)
        running = {card.id for card in deck.cards if is_checked(card)}
        if hello is None:
            return Reading(deck, found, unknown=running)
        if reason := refusal(deck, hello.sandbox):
            refused = DeckFile(deck.path, "").problem(1, 1, reason)
            return Reading(deck, (*found, refused), unknown=running, refused=True)
        plans = [plan for plan in self._plans(deck, hello) if self._knows(plan)]
        by_card = [[self._known[key][1] for key in _keys(plan)] for plan in plans]
        in_order = sorted(
            (
                *found,
                *problems(plans, by_card),
                *self._told(deck, self._wrong_words),
            ),
            key=lambda problem: (problem.line, problem.column),
        )
        skipped = _skipped(deck, hello)
        unknown = running - skipped.keys() - {plan.card.id for plan in plans}
        known = {plan.card.id: self._truths(plan) for plan in plans}
        return Reading(
            deck,
            tuple(in_order),
            unknown=unknown,
            slow=unknown & self._slow,
            skipped=skipped,
            truths={
                plan.card.id: list(zip(plan.draws, by_draw, strict=True))
                for plan, by_draw in zip(plans, by_card, strict=True)
            },
            advice=(
                *advise([(plan.deck, plan.card) for plan in plans], known),
                *self._told(deck, self._thoughts),
            ),
        )

    def _plans(self, deck: Deck, hello: Hello) -> list[Plan]:
        skipped = _skipped(deck, hello)
        cards = [(deck, card) for card in deck.cards if card.id not in skipped]
        return plan_check(cards, random.Random(0))

    def _knows(self, plan: Plan) -> bool:
        return all(
            key in self._known and _still_stands(*self._known[key], plan) for key in _keys(plan)
        )


def _skipped(deck: Deck, hello: Hello) -> dict[str, str]:
    return {card.id: reason for card in deck.cards if (reason := unmet(card, hello))}


def same_but_for_lines(one: Card | None, other: Card) -> bool:
    """Whether two cards say the same, wherever in their files they stand."""
    return one is not None and _without_lines(asdict(one)) == _without_lines(asdict(other))


def _place(plan: Plan) -> Place:
    return plan.card, plan.deck.setup


def _still_stands(place: Place, examined: Examined, plan: Plan) -> bool:
    """Whether what was found is where it was: of code, and of a proof, the very line is told."""
    found = (*examined.found, *examined.suspected)
    return place == _place(plan) or not any(one.site.is_a_line for one in found)


def _key(deck: Deck, card: Card) -> Hashable:
    """What a card says and runs, wherever in the file it stands."""
    return deck.setup.text if deck.setup else "", repr(_without_lines(asdict(card)))


def _keys(plan: Plan) -> list[Hashable]:
    """What each exercise of a card comes to."""
    key = _key(plan.deck, plan.card)
    return [(key, draw_key(draw)) for draw in plan.draws]


def _without_lines(node: Any) -> Any:
    if isinstance(node, dict):
        places = ("line", "lines_at")
        return {key: _without_lines(value) for key, value in node.items() if key not in places}
    if isinstance(node, list | tuple):
        return [_without_lines(item) for item in node]
    return node
