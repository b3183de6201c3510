"""Library: all decks there are, and what only all of them together can say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from pathlib import Path

from quizapp.deck.cache import DeckCache
from quizapp.deck.files import find_decks, read_deck, unreadable
from quizapp.deck.model import Card, Deck, topic_of
from quizapp.deck.prerequisites import settle_after
from quizapp.deck.problem import Claim, Loaded, Problem


def shipped_decks(package: Path) -> Path:
    """The decks that come with the app: inside an installed package, beside it in a checkout."""
    inside = package / "cards"
    return inside if inside.is_dir() else package.parent / "cards"


SHIPPED_DECKS = shipped_decks(Path(__file__).parents[1])


@dataclass(frozen=True)
class Library:
    """The sound cards of all decks, and everything wrong with the others."""

    decks: tuple[Deck, ...]
    """In the order of their folders, and by file name within each; a topic once."""
    problems: tuple[Problem, ...] = ()

    @property
    def topics(self) -> tuple[str, ...]:
        return tuple(deck.topic for deck in self.decks)

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """Every card by its full id, in the order of the decks."""
        return {card.id: card for deck in self.decks for card in deck.cards}

    def deck_of(self, card_id: str) -> Deck:
        """The deck of a card. Raises KeyError where there is no such card."""
        return self._by_topic[self.cards[card_id].topic]

    @cached_property
    def _by_topic(self) -> Mapping[str, Deck]:
        return {deck.topic: deck for deck in self.decks}


def load_library(folders: Sequence[Path], cache: Path | None) -> Library:
    """The decks in some folders; the path of a single deck may stand for a folder.

    With a folder for the cache, a deck that has not changed is not parsed again.
    """
    deck_cache = DeckCache(cache / "decks") if cache is not None else None
    loaded = [_load(path, deck_cache) for path in find_decks(folders)]
    problems = [problem for one in loaded for problem in one.problems]
    decks, claims, taken = _one_a_topic(loaded)
    problems += taken
    decks, unsettled = _settle_after(decks, claims, problems)
    return Library(tuple(decks), (*problems, *unsettled, *_disputed_names(decks, claims)))


def _load(path: Path, cache: DeckCache | None) -> Loaded:
    try:
        data = read_deck(path)
    except OSError as error:
        return unreadable(path, error)
    kept = cache.get(path, data) if cache is not None else None
    if kept is not None:
        return kept
    # Reading YAML needs libraries that a start from the cache does without.
    from quizapp.deck.load import load_bytes

    loaded = load_bytes(data, str(path))
    if cache is not None:
        cache.put(path, data, loaded)
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
        message = f"'{holder.topic}' is the topic of {holder.path}, so this deck is left out"
        problems += [claim.wrong(message) for claim in one.claims if claim.field == "topic"]
    return list(first.values()), claims, problems


def _settle_after(
    decks: Sequence[Deck], claims: Iterable[Claim], problems: Iterable[Problem]
) -> tuple[list[Deck], list[Problem]]:
    """The decks with each card's `after` judged by all of them."""
    told = {problem.card for problem in problems}
    usable = {deck.topic for deck in decks}
    troubled = {Path(problem.path).stem for problem in problems} - usable

    def excused(card_id: str) -> bool:
        return card_id in told or topic_of(card_id) in troubled

    cards, unsettled = settle_after([c for deck in decks for c in deck.cards], claims, excused)
    by_topic = {topic: tuple(group) for topic, group in groupby(cards, key=lambda c: c.topic)}
    return [replace(deck, cards=by_topic[deck.topic]) for deck in decks], unsettled


def _disputed_names(decks: Iterable[Deck], claims: Iterable[Claim]) -> list[Problem]:
    """Former ids that belong to another card, now or by an earlier claim."""
    problems = []
    owners = {card.id: card.id for deck in decks for card in deck.cards}
    for claim in claims:
        if claim.field != "was" or claim.card is None:
            continue
        owner = owners.setdefault(claim.target, claim.card)
        if owner == claim.target:
            problems.append(claim.wrong(f"there is still a card '{claim.target}'"))
        elif owner != claim.card:
            problems.append(claim.wrong(f"'{claim.target}' has become '{owner}' already"))
    return problems
