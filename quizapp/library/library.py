"""Library: all decks there are, and what only all of them together can say."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path

from quizapp.deck.files import (
    find_decks,
    ideas_beside,
    read_deck,
    read_translations,
    unreadable,
)
from quizapp.deck.format.prerequisites import settle_after, settle_topics
from quizapp.deck.model import Card, Deck, Trust, topic_of
from quizapp.deck.parts import Text
from quizapp.deck.path import in_order
from quizapp.deck.problem import Claim, Loaded, Problem
from quizapp.deck.translation import Translated, deck_translated_by
from quizapp.errors import UserError
from quizapp.library.cache import DeckCache
from quizapp.text.language import tr
from quizapp.text.spelling import did_you_mean

Judge = Callable[[Path, bytes], Trust]
"""Says of a deck, by its path and its bytes, whether it is trusted."""


def shipped_decks(package: Path) -> Path:
    """The decks that come with the app: inside an installed package, beside it in a checkout."""
    inside = package / "cards"
    return inside if inside.is_dir() else package.parent / "cards"


SHIPPED_DECKS = shipped_decks(Path(__file__).absolute().parents[1])


def is_shipped(path: Path) -> bool:
    """Whether a deck lies where the app's own do.

    The path is taken as it was opened: links are not followed, for they may lead elsewhere
    by now. But for `..` at its beginning: there is no link in the path of the working directory.
    """
    above, parts = Path(), path.parts
    while parts[:1] == ("..",):
        above, parts = above.absolute().parent, parts[1:]
    return above.joinpath(*parts).absolute().parent == SHIPPED_DECKS


def by_place(path: Path, data: bytes) -> Trust:
    """Trusts the shipped decks alone."""
    return "shipped" if is_shipped(path) else "unknown"


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
        """The topic for each other name of one."""
        return {
            alias: deck.topic
            for deck in reversed(self.decks)
            for alias in deck.aliases
            if alias not in self._by_topic
        }

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

    def topic(self, name: str) -> str:
        """The topic of that name, or that it stands for: `Device mesh` is `device-mesh`, too.

        Raises UnknownTopic, which names the topics there are.
        """
        for said in (name, "-".join(name.lower().replace("_", " ").split())):
            if said in self._by_topic or said in self.aliases:
                return self.aliases.get(said, said)
        meant = did_you_mean(name, [*self.topics, *self.aliases])
        known = (
            tr("there are {topics}", topics=", ".join(self.topics))
            if self.topics
            else tr("there are no decks")
        )
        raise UnknownTopic(
            tr("unknown topic '{name}'{meant}; {known}", name=name, meant=meant, known=known)
        )

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
        return replace(self, decks=_taught([*kept.values(), *others]))

    @cached_property
    def _by_topic(self) -> Mapping[str, Deck]:
        return {deck.topic: deck for deck in self.decks}


def load_library(folders: Sequence[Path], cache: Path | None, judge: Judge = by_place) -> Library:
    """The decks in some folders; the path of a single deck may stand for a folder.

    With a folder for the cache, a deck that has not changed is not parsed again. The judge is
    asked whether a deck is trusted, given the bytes that it is made from.
    """
    deck_cache = DeckCache(cache / "decks") if cache is not None else None
    paths = find_decks(folders)
    paths = [*paths, *ideas_beside(paths)]
    with _without_collecting():
        return _joined([load_deck(path, deck_cache, judge) for path in paths])


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Of thousands of cards none is garbage: to look for it among them takes as long as to read
    them. That is left to a full collection.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()  # all is of the oldest generation now
        if was_on:
            gc.enable()


def among_others(loaded: Loaded, path: Path, folders: Sequence[Path], cache: Path | None) -> Loaded:
    """A deck that lies at a path, with all that is wrong with it among the decks in folders."""
    deck_cache = DeckCache(cache / "decks") if cache is not None else None
    others = [other for other in find_decks(folders) if other.resolve() != path.resolve()]
    beside = (*others, *ideas_beside([path, *others]))
    library = _joined([loaded, *(load_deck(other, deck_cache, by_place) for other in beside)])
    here = [
        problem
        for problem in library.problems
        if str(path) in (problem.path, str(deck_translated_by(Path(problem.path))))
    ]
    return replace(loaded, problems=tuple(sorted(here, key=lambda p: (p.line, p.column))))


def _joined(loaded: Sequence[Loaded]) -> Library:
    """The library of decks and files of ideas, those of a topic's first deck."""
    ideas = _ideas(loaded)
    problems = [problem for one in loaded for problem in one.problems]
    decks, claims, taken = _one_a_topic(loaded)
    problems += taken
    decks, unsettled = _settle_after(decks, claims, problems)
    disputed = [*_disputed_names(decks, claims), *_disputed_aliases(decks, claims)]
    by_topic = {deck.topic: deck.path for deck in decks}
    used = set(by_topic.values())
    left_out = {
        one.deck.path: by_topic[one.deck.topic]
        for one in loaded
        if one.deck is not None and one.deck.path not in used
    }
    unnamed = _unnamed_ideas(claims, ideas)
    wrong = (*problems, *unsettled, *disputed, *unnamed, *_disputed_ideas(loaded, used))
    untranslated = tuple(lack for one in loaded for lack in one.untranslated)
    return Library(_taught(decks), wrong, left_out, ideas, untranslated)


def _taught(decks: Sequence[Deck]) -> tuple[Deck, ...]:
    """The decks in the order in which they are taught."""
    by_topic = {deck.topic: deck for deck in decks}
    rather = {
        deck.topic: {topic_of(other) for card in deck.cards for other in card.after}
        for deck in decks
    }
    after = {deck.topic: deck.after for deck in decks}
    return tuple(by_topic[topic] for topic in in_order(after, rather))


def load_deck(path: Path, cache: DeckCache | None, judge: Judge) -> Loaded:
    """One deck, with the judge's word on it. Problems are told, never raised."""
    try:
        data, translations = read_deck(path), read_translations(path)
    except OSError as error:
        return unreadable(path, error)
    loaded = _load(path, data, translations, cache)
    if loaded.deck is None:
        return loaded
    return replace(loaded, deck=replace(loaded.deck, trust=judge(path, data)))


def _load(
    path: Path, data: bytes, translations: Mapping[Translated, bytes], cache: DeckCache | None
) -> Loaded:
    origin = [data]
    for language, of_it in translations.items():
        origin += [language.encode(), of_it]
    kept = cache.get(path, *origin) if cache is not None else None
    if kept is not None:
        return kept
    # Reading YAML needs libraries that a start from the cache does without.
    from quizapp.deck.format.load import load_bytes

    loaded = load_bytes(data, str(path), translations)
    if cache is not None:
        cache.put(path, loaded, *origin)
    return loaded


def _one_a_topic(loaded: Iterable[Loaded]) -> tuple[list[Deck], list[Claim], list[Problem]]:
    """The first deck of each topic, what these decks claim, and what is wrong with the others."""
    first: dict[str, Deck] = {}
    claims: list[Claim] = []
    problems: list[Problem] = []
    for one in loaded:
        if one.deck is None:
            continue
        holder = first.setdefault(one.deck.topic, one.deck)
        if holder is one.deck:
            claims += one.claims
            continue
        message = tr(
            "'{topic}' is the topic of {path}, so this deck is left out",
            topic=holder.topic,
            path=holder.path,
        )
        problems += [claim.wrong(message) for claim in one.claims if claim.field == "topic"]
    return list(first.values()), claims, problems


def _settle_after(
    decks: Sequence[Deck], claims: Sequence[Claim], problems: Iterable[Problem]
) -> tuple[list[Deck], list[Problem]]:
    """The decks with the `after` of each and of its cards judged by all of them."""
    told = {problem.card for problem in problems}
    usable = {deck.topic for deck in decks}
    troubled = {Path(problem.path).stem for problem in problems} - usable

    def excused(name: str) -> bool:
        """Of a card by its full id, or of a topic."""
        return name in told or topic_of(name) in troubled

    topics, of_decks = settle_topics(decks, claims, excused)
    everything = [card for deck in decks for card in deck.cards]
    cards, of_cards = settle_after(everything, claims, excused, topics)
    left = iter(cards)
    settled = [
        replace(deck, cards=tuple(islice(left, len(deck.cards))), after=topics[deck.topic])
        for deck in decks
    ]
    return settled, [*of_decks, *of_cards]


def _ideas(loaded: Iterable[Loaded]) -> dict[str, Text]:
    """All ideas that are named; by whom first, where several do."""
    ideas: dict[str, Text] = {}
    for one in loaded:
        ideas = {**one.ideas, **ideas}
    return ideas


def _unnamed_ideas(claims: Iterable[Claim], ideas: Mapping[str, Text]) -> list[Problem]:
    """Ideas that cards speak of and nobody has named."""
    return [
        claim.wrong(
            tr(
                "no idea is named '{target}'{did_you_mean}",
                target=claim.target,
                did_you_mean=did_you_mean(claim.target, ideas),
            )
        )
        for claim in claims
        if claim.field == "idea" and claim.target not in ideas
    ]


def _disputed_ideas(loaded: Iterable[Loaded], used: Collection[str]) -> list[Problem]:
    """Ideas that are named by other words elsewhere, each told wherever it is named.

    Decks that are not used are copies as a rule, and so are the ideas beside them alone.
    """
    naming = {*used, *(str(path) for path in ideas_beside(map(Path, used)))}
    named: dict[str, list[tuple[Claim, Text]]] = {}
    for one in loaded:
        for claim in one.claims:
            if claim.field == "ideas" and claim.place.path in naming:
                named.setdefault(claim.target, []).append((claim, one.ideas[claim.target]))
    return [
        claim.wrong(
            tr("'{name}' is named by other words in {path}", name=name, path=other.place.path)
        )
        for name, claims in named.items()
        for claim, text in claims
        for other in [next((other for other, said in claims if said != text), None)]
        if other is not None
    ]


def _disputed_aliases(decks: Iterable[Deck], claims: Iterable[Claim]) -> list[Problem]:
    """Other names of a topic that are topics, or belong to another one by an earlier claim."""
    topics = {deck.path: deck.topic for deck in decks}
    owners = {topic: topic for topic in topics.values()}
    problems = []
    for claim in claims:
        if claim.field == "aliases":
            own = topics[claim.place.path]
            owner = owners.setdefault(claim.target, own)
            if owner == claim.target:
                problems.append(
                    claim.wrong(tr("'{target}' is a topic itself", target=claim.target))
                )
            elif owner != own:
                problems.append(
                    claim.wrong(
                        tr(
                            "'{target}' stands for '{owner}' already",
                            target=claim.target,
                            owner=owner,
                        )
                    )
                )
    return problems


def _disputed_names(decks: Iterable[Deck], claims: Iterable[Claim]) -> list[Problem]:
    """Former ids that belong to another card, now or by an earlier claim."""
    problems = []
    owners = {card.id: card.id for deck in decks for card in deck.cards}
    for claim in claims:
        if claim.field != "was" or claim.card is None:
            continue
        owner = owners.setdefault(claim.target, claim.card)
        if owner == claim.target:
            problems.append(
                claim.wrong(tr("there is still a card '{target}'", target=claim.target))
            )
        elif owner != claim.card:
            problems.append(
                claim.wrong(
                    tr("'{target}' has become '{owner}' already", target=claim.target, owner=owner)
                )
            )
    return problems
