"""Which cards find out what a learner knows, one after the other. Pure: chance is passed in."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from typing import TypeGuard

from quizapp.deck.answered import TruthCard
from quizapp.deck.model import Card
from quizapp.study.ability import Ability, Answer, Cell

FEWEST, MOST = 15, 25
"""TruthCards, as long as there is something to ask."""

ENOUGH = 0.1
"""Bits. After the fewest questions, one that tells less is not worth a learner's time."""

SURE = 0.9
"""The probability from which on a level is taken as known."""

LONGEST_TIMEOUT = 5.0
"""Seconds that the code of a card may take."""

SMALL_GUESS = 0.25
"""Of cards that are as short, those that are not so often guessed right come first."""

LEAST_GUESS = 0.08
"""A guess at anything is right so often."""


class Inquiry:
    """Chooses each card by the answers so far, the most telling first."""

    def __init__(
        self,
        cards: Iterable[Card],
        after: Mapping[str, Sequence[str]],
        rng: random.Random,
        *,
        known: Collection[str] = (),
    ) -> None:
        """`cards` are all that can be asked of the learner; those that are `known` are not."""
        self._cards: dict[Cell, list[Card]] = {}
        for card in cards:
            self._cards.setdefault((card.topic, card.level), []).append(card)
        levels: dict[str, list[int]] = {}
        for topic, level in sorted(self._cards, key=lambda cell: cell[1]):
            levels.setdefault(topic, []).append(level)
        order = {topic: at for at, topic in enumerate(after)}
        in_order = sorted(levels, key=lambda topic: order.get(topic, len(order)))
        self.ability = Ability({topic: levels[topic] for topic in in_order}, after)
        self._after = after
        self._known = known
        self._left: dict[Cell, list[TruthCard]] = {
            cell: sorted(
                (card for card in of_cell if is_question(card) and card.id not in known),
                key=lambda card: (_effort(card), guess(card) > SMALL_GUESS, rng.random()),
            )
            for cell, of_cell in self._cards.items()
        }
        self._chance = {cell: rng.uniform(0.9, 1.0) for cell in self._cards}
        """So that another learner, or another try, begins elsewhere."""
        self._right: tuple[TruthCard, ...] = ()
        self._missed: tuple[TruthCard, ...] = ()

    @property
    def asked(self) -> int:
        """Cards answered."""
        return len(self._right) + len(self._missed)

    def next(self) -> TruthCard | None:
        """The card to ask now; None where nothing more is worth asking."""
        if self.asked >= MOST:
            return None
        tells = {
            cell: self.ability.telling(cell, guess(cards[0])) * self._chance[cell]
            for cell, cards in self._left.items()
            if cards
        }
        best = max(tells, key=tells.__getitem__, default=None)
        if best is None or (self.asked >= FEWEST and tells[best] < ENOUGH):
            return None
        return self._left[best][0]

    def after(self, card: TruthCard, answer: Answer) -> Inquiry:
        """What is to be asked after an answer."""
        later = self.without(card)
        later.ability = self.ability.after((card.topic, card.level), answer, guess(card))
        if answer == "right":
            later._right = (*self._right, card)
        else:
            later._missed = (*self._missed, card)
        return later

    def _shown(self) -> set[str]:
        """The topics of which something was right, and all that they build on."""
        met = {card.topic for card in self._right}
        left = [*met]
        while left:
            new = set(self._after.get(left.pop(), ())) - met
            met |= new
            left += new
        return met

    def without(self, card: TruthCard) -> Inquiry:
        """What is to be asked where that card cannot be."""
        later = copy(self)
        cell = card.topic, card.level
        later._left = {**self._left, cell: [one for one in self._left[cell] if one is not card]}
        return later

    def taken_as_known(self) -> list[tuple[Card, float]]:
        """The cards of all levels that are known, and how sure that is; the least sure first.

        One that was asked and missed is not among them, however well the rest of its level is
        known; nor is a level of a topic of which, up to there, as much was missed as was right in
        all of the topic, whatever is thought of the learner elsewhere. A few answers say little
        of other topics: who stops before the fewest questions is taken to know no more than those
        that were answered, and what they build on.
        """
        if not self.asked:
            return []
        left_out = {card.id for card in self._missed}.union(self._known)
        shown = self._shown()
        is_whole = self.asked >= FEWEST or self.next() is None
        sure = {cell: self.ability.known(cell) for cell in self._cards}
        taken = [
            (card, sure[cell])
            for cell, cards in self._cards.items()
            if sure[cell] >= SURE and not self._is_refuted(cell) and (is_whole or cell[0] in shown)
            for card in cards
            if card.id not in left_out
        ]
        return sorted(taken, key=lambda one: one[1])

    def _is_refuted(self, cell: Cell) -> bool:
        topic, level = cell
        missed = sum(card.topic == topic and card.level <= level for card in self._missed)
        return 0 < missed >= sum(card.topic == topic for card in self._right)


def is_question(card: Card) -> TypeGuard[TruthCard]:
    """Whether a card can be asked in passing: it runs by itself, anywhere, and soon."""
    return (
        isinstance(card, TruthCard)
        and not (card.may_hang or card.needs or card.device)
        and card.timeout <= LONGEST_TIMEOUT
    )


def _effort(card: TruthCard) -> int:
    """How much there is to answer, beyond little."""
    return max(0, len(card.questions(range(card.parts_shuffled))) - 2)


def guess(card: TruthCard) -> float:
    """How often one who does not know gets it right."""
    return max(card.by_chance, LEAST_GUESS)
