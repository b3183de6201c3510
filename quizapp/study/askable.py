"""Which cards can be asked on this machine, as far as is known: its runner may not have spoken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from quizapp.deck.model import Card, Deck, RunCard
from quizapp.library.library import Library
from quizapp.library.trust import refusal
from quizapp.text.language import tr
from quizapp.text.visible import visible_path
from quizapp.text.words import counted

if TYPE_CHECKING:
    from runner.protocol.wire import Hello

# `quizapp.deck.needs` is imported late: a start without torch does without it.


def anywhere(card: Card, deck: Deck) -> bool:
    """Whether a card can be asked on any machine."""
    from quizapp.deck.needs import runs_anywhere

    if not isinstance(card, RunCard):
        return True
    return runs_anywhere(card) and refusal(deck, layers=()) is None


def here(cards: Sequence[Card], library: Library, hello: Hello | None) -> Sequence[Card]:
    """Those that can be asked on the machine that says hello; all, as long as none does."""
    if hello is None:
        return cards
    from quizapp.deck.needs import unmet

    topics = {deck.topic for deck in refused(library, hello)}
    return [
        card
        for card in cards
        if unmet(card, hello) is None and not (isinstance(card, RunCard) and card.topic in topics)
    ]


def refused(library: Library, hello: Hello | None) -> Sequence[Deck]:
    """The decks whose code may not run here: they are not trusted."""
    if hello is None:
        return ()
    return [deck for deck in library.decks if deck.runs_code and refusal(deck, hello.sandbox)]


def left_out(library: Library, hello: Hello | None, topics: Collection[str]) -> Iterator[str]:
    """Why cards of some topics are never asked here."""
    if hello is None:
        return
    from quizapp.deck.needs import unmet

    for deck in refused(library, hello):
        if deck.topic in topics:
            yield tr(
                "Left out: {path} {refusal}.",
                path=visible_path(deck.path),
                refusal=refusal(deck, hello.sandbox),
            )
    cards = (card for card in library.cards.values() if card.topic in topics)
    for reason, count in Counter(unmet(card, hello) for card in cards).items():
        if reason is not None:
            each = tr("it") if count == 1 else tr("each")
            yield tr(
                "{cards} left out: {each} {reason}.",
                cards=counted(count, "card"),
                each=each,
                reason=reason,
            )
