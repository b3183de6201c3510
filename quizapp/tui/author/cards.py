"""The cards that an author has at hand: those that load, and those that did a moment ago."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from quizapp.checking.workbench import Reading, Workbench, same_but_for_lines
from quizapp.deck.gone import Answered, gone, gone_in_words, lost_in_words, unread
from quizapp.deck.model import Card, Deck


class Cards:
    """A deck's cards as they were read last, one of which is present."""

    def __init__(self, bench: Workbench, answered: Answered) -> None:
        self._bench = bench
        self._answered = answered
        self.reading = self.before = Reading(None, ())
        self.deck: Deck | None = None
        """As it was when it last loaded."""
        self.present: str | None = None
        self._broken: Mapping[str, Card] = {}
        self._were_there: dict[str, int] = {}
        """Every card that there has been, with the number of the reading that it came with."""

    @property
    def _loaded(self) -> dict[str, Card]:
        deck = self.reading.deck
        return {card.id: card for card in deck.cards} if deck else {}

    @property
    def listed(self) -> dict[str, Card]:
        """The deck's cards, and those that no longer load as they were when they did."""
        both = {**self._broken, **self._loaded}
        return dict(sorted(both.items(), key=lambda one: one[1].line))

    @property
    def shown(self) -> Card | None:
        return self.listed.get(self.present or "")

    @property
    def what_runs(self) -> tuple[object, ...]:
        """All of the deck that has a part in the card shown."""
        deck = self.deck
        return (self.shown, deck.setup, deck.trust) if deck else ()

    def deck_of(self, card: Card) -> Deck | None:
        """The deck with that card in it as it last loaded."""
        if self.deck is None or card.id not in self._broken:
            return self.deck
        others = (one for one in self.deck.cards if one.id != card.id)
        return replace(self.deck, cards=(*others, card))

    def read(self) -> bool:
        """Read the deck anew; whether the card that was present still is, by whatever id."""
        before, were_listed, present = self._loaded, self.listed, self.present
        self.reading = self._bench.load()
        self.deck = self.reading.deck or self.deck
        self._broken = self._no_longer_loading(were_listed)
        reading = max(self._were_there.values(), default=0) + 1
        self._were_there = dict.fromkeys(self._loaded, reading) | self._were_there
        if self.present not in self.listed and (renamed := self._renamed(were_listed)):
            self.present = present = renamed
        edited = [id for id in self._broken if id in before]
        edited += [
            id
            for id, card in self._loaded.items()
            if before and not same_but_for_lines(before.get(id), card)
        ]
        if edited and self.present not in edited:
            self.present = edited[0]
        if self.present not in self.listed:
            self.present = self._nearest([*were_listed])
        return self.present == present

    def go(self, by: int) -> bool:
        """Have another card present, so many further on; whether there is any."""
        if ids := list(self.listed):
            at = ids.index(self.present) if self.present in ids else 0
            self.present = ids[(at + by) % len(ids)]
        return bool(ids)

    def gone(self) -> Iterator[str]:
        """Cards that a deck which loads has no more, in words; the author may have renamed one."""
        deck = self.reading.deck
        if deck is None or not deck.cards:
            return
        cards = replace(deck, cards=tuple(self.listed.values()))
        own = [one for one in self.reading.problems if one.path == deck.path]
        if unread([cards], own):
            return
        new = self._answered.never_to(deck)
        others = [card for other in self._bench.others for card in other.cards]
        beside = [
            id
            for other in self._bench.others
            if Path(other.path).parent == Path(deck.path).parent
            for id in self._answered.never_to(other)
        ]
        first = [id for id, reading in self._were_there.items() if reading == 1]
        if removed := gone(first, [*cards.cards, *others]):
            came = [id for id in new if self._were_there[id] > 1]
            yield gone_in_words(removed, deck.topic, came, beside)
        if lost := [id for id in self._answered.lost_by(cards, others) if id not in removed]:
            yield lost_in_words(lost, deck.topic, new, beside)

    def _renamed(self, were_listed: Mapping[str, Card]) -> str | None:
        """The id that the present card has now, if nothing else of it is new."""
        was = were_listed.get(self.present or "")
        for id, card in self.listed.items():
            if was and id not in were_listed and same_but_for_lines(replace(was, id=id), card):
                return id
        return None

    def _nearest(self, ids: list[str]) -> str | None:
        """The card that stood next to the present one and is still there, or the first."""
        at = ids.index(self.present) if self.present in ids else 0
        listed = self.listed
        near = (id for id in (*ids[at:], *ids[:at][::-1]) if id in listed)
        return next(near, next(iter(self._loaded), None))

    def _no_longer_loading(self, cards: Mapping[str, Card]) -> Mapping[str, Card]:
        """Those of the cards that cannot be read, and are still in the file, or may be."""
        reading, loaded = self.reading, self._loaded
        nothing_loads = reading.deck is None
        return {
            id: card
            for id, card in cards.items()
            if id not in loaded and (nothing_loads or reading.of_card(id))
        }
