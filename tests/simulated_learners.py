"""Learners of five kinds who answer as chance has it, to be placed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from quizapp.deck.answered import TruthCard
from quizapp.deck.model import Card
from quizapp.library.library import Library
from quizapp.study.ability import Answer
from quizapp.study.inquiry import Inquiry, guess

ARRAYS = ("tensor-ops", "shape-ops", "dtypes")
TRAINING = (
    *("autograd", "modules", "layers", "losses", "init", "optim", "training-loop", "modes"),
    *("dataloader", "schedulers", "saving-loading", "devices"),
)


@dataclass(frozen=True, kw_only=True)
class Kind:
    """How likely a learner of the kind knows a card, by its topic and level."""

    arrays: tuple[float, float, float] = (0.02, 0.01, 0.0)
    training: tuple[float, float, float] = (0.02, 0.01, 0.0)
    others: tuple[float, float, float] = (0.02, 0.01, 0.0)
    admits: float = 0.5
    """How often one who does not know says so."""

    def knows(self, card: Card) -> float:
        by_level = (
            self.arrays
            if card.topic in ARRAYS
            else self.training
            if card.topic in TRAINING
            else self.others
        )
        return by_level[card.level - 1]


KINDS: Mapping[str, Kind] = {
    "novice": Kind(admits=0.7),
    "NumPy user": Kind(arrays=(0.95, 0.8, 0.3), training=(0.1, 0.03, 0.0)),
    "practitioner": Kind(
        arrays=(0.97, 0.9, 0.5), training=(0.96, 0.85, 0.35), others=(0.4, 0.15, 0.05)
    ),
    "distributed engineer": Kind(
        arrays=(0.98, 0.94, 0.8), training=(0.98, 0.93, 0.75), others=(0.97, 0.9, 0.7)
    ),
    "guesser": Kind(admits=0.0),
}

KNOWN = 0.75
"""A level of a topic is known to who knows so many of its cards."""


@dataclass
class Simulated:
    """How a learner was placed, in cards."""

    questions: int
    known: int
    """Cards of the levels that the learner knows."""
    taken: int
    """Cards taken as known."""
    taken_wrongly: int
    """Of these, cards of levels that are not known."""
    missed: int
    """Cards of known levels that were not taken as known."""
    not_known: float
    """Of the cards taken, how many the learner does not know, on average."""


def place(kind: Kind, library: Library, seed: int) -> Simulated:
    """Place one learner of a kind."""
    rng = random.Random(seed)
    cards = list(library.cards.values())
    inquiry = Inquiry(cards, library.after, rng)
    while (card := inquiry.next()) is not None:
        inquiry = inquiry.after(card, _answer(kind, card, rng))
    taken = {card.id for card, _ in inquiry.taken_as_known()}
    known = {card.id for card in cards if kind.knows(card) >= KNOWN}
    return Simulated(
        questions=inquiry.asked,
        known=len(known),
        taken=len(taken),
        taken_wrongly=len(taken - known),
        missed=len(known - taken),
        not_known=sum(1 - kind.knows(library.cards[card]) for card in taken),
    )


def _answer(kind: Kind, card: TruthCard, rng: random.Random) -> Answer:
    if rng.random() < kind.knows(card):
        return "right" if rng.random() < 0.95 else "wrong"
    if rng.random() < kind.admits:
        return "unknown"
    return "right" if rng.random() < guess(card) else "wrong"
