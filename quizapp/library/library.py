"""Library: the sound cards of all decks, and what is wrong with the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import get_args
from unicodedata import normalize

from quizapp.deck.model import Card, Deck, topic_of
from quizapp.deck.parts import Text
from quizapp.deck.path import in_order
from quizapp.deck.problem import Problem
from quizapp.errors import UserError
from quizapp.library.titles import title_among
from quizapp.text.language import Language, tr
from quizapp.text.spelling import did_you_mean_one_of, nearest
from quizapp.text.words import first_of


class UnknownTopic(UserError):
    """No deck has that topic, or that other name; the message names those there are."""


@dataclass(frozen=True)
class Library:
    """The sound cards of all decks, and everything wrong with the others."""

    decks: tuple[Deck, ...]
    """In the order in which they are taught, else by folder and file name; a topic once."""
    problems: tuple[Problem, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    """For the path of each deck whose topic was taken, that of the deck that has it."""
    ideas: Mapping[str, Text] = field(default_factory=dict)
    """Every wrong model that is named, by its name."""
    untranslated: tuple[Problem, ...] = ()
    """What those decks lack in other languages that have files of such texts."""

    @property
    def topics(self) -> tuple[str, ...]:
        return tuple(deck.topic for deck in self.decks)

    @cached_property
    def after(self) -> Mapping[str, tuple[str, ...]]:
        """For each topic those that it comes after."""
        return {deck.topic: deck.after for deck in self.decks}

    @cached_property
    def aliases(self) -> Mapping[str, str]:
        """The topic for each other name of one; of a name given twice, the learner's own."""
        own_first = sorted(self.decks, key=lambda deck: deck.trust == "shipped")
        return {
            alias: deck.topic
            for deck in reversed(own_first)
            for alias in deck.aliases
            if alias not in self._by_topic
        }

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The topic for each name that one goes by, its title in any language among them."""
        titles = {
            title_among(self.decks, topic, language): topic
            for language in get_args(Language)
            for topic in self.topics
        }
        return {**titles, **self.aliases, **{topic: topic for topic in self.topics}}

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """Every card by its full id, in the order of the decks."""
        return {card.id: card for deck in self.decks for card in deck.cards}

    @cached_property
    def renames(self) -> Mapping[str, str]:
        """The id of today for each former one; where two cards claim one, for neither of them."""
        claims = [(former, card.id) for card in self.cards.values() for former in card.was]
        counts = Counter(former for former, _ in claims)
        return {
            former: card
            for former, card in claims
            if counts[former] == 1 and former not in self.cards
        }

    def topic(self, name: str, *, most: int | None = None) -> str:
        """The topic of that name, or that it stands for: `Device mesh` is `device-mesh`, too.

        Raises UnknownTopic, which names the topics there are, at most so many, or what is wrong
        with the file of that name.
        """
        said = _folded(name)
        for one in (name, said):
            if one in self._by_topic or one in self.aliases:
                return self.aliases.get(one, one)
        names = {_folded(one): topic for one, topic in self.names.items()}
        if said in names:
            return names[said]
        read = {deck.path for deck in self.decks}
        for problem in self.problems:
            if problem.path not in read and Path(problem.path).stem == said:
                told = tr(
                    "there is no sound card of '{name}': {problem}", name=name, problem=problem
                )
                raise UnknownTopic(told)
        meant = did_you_mean_one_of(names[near] for near in nearest(said, names))
        known = (
            tr("there are {topics}", topics=first_of(self.topics, most or len(self.topics)))
            if self.topics
            else tr("there are no decks")
        )
        raise UnknownTopic(
            tr("unknown topic '{name}'{meant}; {known}", name=name, meant=meant, known=known)
        )

    def unsound(self, card_id: str) -> str:
        """Why there is no card of that id, where its deck's file says one that is not sound."""
        read = {deck.path for deck in self.decks}
        topic = card_id.partition("/")[0]
        for problem in self.problems:
            is_of_deck = problem.path not in read and Path(problem.path).stem == topic
            if problem.card == card_id or is_of_deck:
                return tr("'{id}' is not sound: {problem}", id=card_id, problem=problem)
        return ""

    def deck_of(self, card_id: str) -> Deck:
        """The deck of a card. Raises KeyError where there is no such card."""
        return self._by_topic[self.cards[card_id].topic]

    def instead_of(self, before: Library) -> Library:
        """These decks, but those that lost cards by a mistake in their file as they were before."""
        troubled = {problem.path for problem in self.problems}
        kept = {
            deck.topic: deck
            for deck in before.decks
            if deck.path in troubled and not self.cards.keys() >= {card.id for card in deck.cards}
        }
        others = (deck for deck in self.decks if deck.topic not in kept)
        return replace(self, decks=taught([*kept.values(), *others]))

    @cached_property
    def _by_topic(self) -> Mapping[str, Deck]:
        return {deck.topic: deck for deck in self.decks}


def _folded(name: str) -> str:
    """A name as it is compared: without case, of whatever width, its words joined by hyphens."""
    return "-".join(normalize("NFKC", name).casefold().replace("_", " ").split())


def taught(decks: Sequence[Deck]) -> tuple[Deck, ...]:
    """The decks in the order in which they are taught."""
    by_topic = {deck.topic: deck for deck in decks}
    rather = {
        deck.topic: {topic_of(other) for card in deck.cards for other in card.after}
        for deck in decks
    }
    after = {deck.topic: deck.after for deck in decks}
    return tuple(by_topic[topic] for topic in in_order(after, rather))
