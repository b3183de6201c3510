"""What travels to a worker: the deck as it was judged here, and which of its cards to run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from quizapp.checking.plan import Plan
from quizapp.cluster.offer import Resources
from quizapp.deck.files import read_translations
from quizapp.deck.format.load import load_bytes
from quizapp.deck.model import Deck, Trust
from quizapp.deck.parts import Draw
from quizapp.deck.translation import Translated
from quizapp.errors import UserError
from quizapp.library.trust import digest
from quizapp.text.language import tr

FEW_DRAWS = 24
"""Draws that are worth a journey; a card's draws travel together."""


class NotTheDeckSent(UserError):
    """What arrived is another deck than the one that was sent."""

    def __str__(self) -> str:
        return tr(
            "{path}: a worker did not get the deck as it was sent; check it again",
            path=self.args[0],
        )


@dataclass(frozen=True)
class Parcel:
    """A deck's bytes with their digest, and how it stands with whoever sent it.

    With the bytes of the files beside it, which hold its texts in other languages.
    """

    path: str
    data: bytes
    digest: str
    trust: Trust
    translations: tuple[tuple[Translated, bytes], ...] = ()

    def unpack(self) -> Deck:
        """The deck, trusted just as the sender trusts it, whatever is trusted here.

        Raises NotTheDeckSent.
        """
        return _unpacked(self)


@lru_cache(maxsize=64)
def _unpacked(parcel: Parcel) -> Deck:
    if digest(parcel.data) != parcel.digest:
        raise NotTheDeckSent(parcel.path)
    deck = load_bytes(parcel.data, parcel.path, dict(parcel.translations)).deck
    if deck is None:
        raise NotTheDeckSent(parcel.path)
    return replace(deck, trust=parcel.trust)


@dataclass(frozen=True)
class Batch:
    """Some cards of a deck, by their full ids, each with the draws to run it for."""

    parcel: Parcel
    cards: tuple[tuple[str, tuple[Draw, ...]], ...]

    def plans(self) -> list[Plan]:
        """What to run. Raises NotTheDeckSent."""
        deck = self.parcel.unpack()
        by_id = {card.id: card for card in deck.cards}
        if not all(card in by_id for card, _ in self.cards):
            raise NotTheDeckSent(self.parcel.path)
        return [Plan(deck=deck, card=by_id[card], draws=draws) for card, draws in self.cards]


def batches(
    runnable: Sequence[tuple[Plan, Resources]], data: Mapping[str, bytes]
) -> Iterator[tuple[Batch, Resources]]:
    """What to send, and what whoever runs it must have, given the decks' bytes by their path."""
    gathered: dict[object, tuple[list[Plan], Resources]] = {}
    for plan, wanted in runnable:
        alike = plan.deck.path, *sorted(wanted.items())
        plans, _ = gathered.setdefault(alike, ([], wanted))
        plans.append(plan)
        if sum(len(one.draws) for one in plans) >= FEW_DRAWS:
            yield _batch(plans, data), wanted
            del gathered[alike]
    for plans, wanted in gathered.values():
        yield _batch(plans, data), wanted


def _batch(plans: Sequence[Plan], data: Mapping[str, bytes]) -> Batch:
    deck = plans[0].deck
    of_deck = data[deck.path]
    beside = tuple(read_translations(Path(deck.path)).items())
    parcel = Parcel(deck.path, of_deck, digest(of_deck), deck.trust, beside)
    return Batch(parcel, tuple((plan.card.id, plan.draws) for plan in plans))
