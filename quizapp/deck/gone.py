"""Cards that are in no deck any more, and what keeps the answers that they were given."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from quizapp.deck.model import Card, Deck, topic_of
from quizapp.deck.problem import Problem
from quizapp.text.language import tr
from quizapp.text.words import counted

NAMED = 3
"""Ids that are told of very many."""


@dataclass(frozen=True)
class Answered:
    """Of whose cards the log has answers, by their full ids."""

    ids: frozenset[str] = frozenset()
    lost: tuple[str, ...] = ()
    """Those of them that no deck has."""

    def never_to(self, deck: Deck) -> list[str]:
        """The deck's cards without answers, which may be lost ones by another id."""
        return [card.id for card in deck.cards if not card.was and card.id not in self.ids]

    def lost_by(self, deck: Deck, others: Iterable[Card]) -> list[str]:
        """Those that were this deck's: by their topic, or by the id of a card without answers.

        None of them is one of the `others`, cards of other decks.
        """
        new = self.never_to(deck)
        return [
            id
            for id in gone(self.lost, [*deck.cards, *others])
            if topic_of(id) == deck.topic or _here(id, deck.topic) in new
        ]


NOTHING_ANSWERED = Answered()


def gone(ids: Iterable[str], cards: Iterable[Card], hidden: Collection[str] = ()) -> list[str]:
    """Those of the full ids that none of the cards has, nor had; none of a `hidden` topic."""
    known = {id for card in cards for id in (card.id, *card.was)}
    return [id for id in ids if id not in known and topic_of(id) not in hidden]


def unread(decks: Iterable[Deck], problems: Iterable[Problem]) -> set[str]:
    """The topics of which a card may stand where a problem keeps it from being read."""
    by_path = {deck.path: deck for deck in decks}
    topics = {deck.topic for deck in by_path.values()}
    found = set[str]()
    for problem in problems:
        if (deck := by_path.get(problem.path)) is not None:
            if all(card.id != problem.card for card in deck.cards):
                found.add(deck.topic)
        elif (topic := topic_of(problem.card or Path(problem.path).stem)) not in topics:
            found.add(topic)
    return found


def gone_in_words(
    ids: Sequence[str], topic: str, new: Collection[str], elsewhere: Collection[str] = ()
) -> str:
    """What to do where a deck lost cards since one looked, for whoever writes it.

    Full ids; `new` are those of cards that may be one of them, and `elsewhere` those of cards of
    other decks that may be, where they have its name.
    """
    said = [_short(id, topic) for id in ids]
    told = tr("{names}: no longer in this deck.", names=named(said))
    return f"{told} {_way_back(ids, topic, new, elsewhere)}"


def lost_in_words(
    ids: Sequence[str], topic: str, new: Collection[str], elsewhere: Collection[str] = ()
) -> str:
    """The same of cards that were answered and are in no deck."""
    said = [_short(id, topic) for id in ids]
    told = tr("{names}: answered before, and in no deck now.", names=named(said))
    return f"{told} {_way_back(ids, topic, new, elsewhere)}"


def _way_back(
    ids: Sequence[str], topic: str, new: Collection[str], elsewhere: Collection[str]
) -> str:
    if len(ids) == 1:
        namesake = _here(ids[0], topic)
        moved = [one for one in elsewhere if _here(one, topic) == namesake]
        likely = [namesake] if namesake in new else moved or [*new]
        if len(likely) == 1:
            return tr(
                "If that is {card} now, `was: [{former}]` in it keeps what was answered.",
                card=_short(likely[0], topic),
                # In another deck, an id without a topic would be one of that deck.
                former=_short(ids[0], topic_of(likely[0])),
            )
    if topic_of(ids[0]) != topic:
        return tr(
            "Where a card has another id now, `was: [{first}]` in it keeps what was answered.",
            first=ids[0],
        )
    return tr(
        "Where a card has another id now, `was: [{first}]` in it keeps what was answered; in "
        "another deck it is `was: [{full}]`.",
        first=_short(ids[0], topic),
        full=ids[0],
    )


def _here(id: str, topic: str) -> str:
    """The id of a deck's card that is called as another one's."""
    return f"{topic}/{id.partition('/')[2]}"


def _short(id: str, topic: str) -> str:
    """As the deck itself may call it."""
    return id.removeprefix(f"{topic}/")


def named(ids: Sequence[str]) -> str:
    """The first of them, and how many more there are."""
    more = len(ids) - NAMED
    return ", ".join([*ids[:NAMED], *([counted(more, "more card")] if more > 0 else [])])
