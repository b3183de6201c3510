"""What only all decks together can say: whose a topic is, what comes first, what is disputed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from quizapp.deck.files import ideas_beside
from quizapp.deck.format.prerequisites import settle_after, settle_topics
from quizapp.deck.model import Deck, topic_of
from quizapp.deck.parts import Text
from quizapp.deck.problem import Claim, Loaded, Problem
from quizapp.library.library import Library, taught
from quizapp.text.language import tr
from quizapp.text.spelling import did_you_mean
from quizapp.text.visible import visible_path


def joined(loaded: Sequence[Loaded]) -> Library:
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
    return Library(taught(decks), wrong, left_out, ideas, untranslated)


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
            path=visible_path(holder.path),
        )
        problems += [claim.wrong(message) for claim in one.claims if claim.field == "topic"]
    return list(first.values()), claims, problems


def _settle_after(
    decks: Sequence[Deck], claims: Sequence[Claim], problems: Iterable[Problem]
) -> tuple[list[Deck], list[Problem]]:
    """The decks with the `after` of each and of its cards judged by all of them."""
    told = {problem.card for problem in problems}
    usable, read = {deck.topic for deck in decks}, {deck.path for deck in decks}
    troubled = {Path(one.path).stem for one in problems if one.path not in read} - usable

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
            tr(
                "'{name}' is named by other words in {path}",
                name=name,
                path=visible_path(other.place.path),
            )
        )
        for name, claims in named.items()
        for claim, text in claims
        for other in [next((other for other, said in claims if said != text), None)]
        if other is not None
    ]


def _disputed_aliases(decks: Iterable[Deck], claims: Iterable[Claim]) -> list[Problem]:
    """Other names of a topic that are topics, or belong to another one by an earlier claim.

    Where a learner's own deck has taken the name of a shipped one there is nothing to be mended.
    """
    by_path = {deck.path: deck for deck in decks}
    owners = {deck.topic: deck for deck in by_path.values()}
    problems = []
    for claim in claims:
        if claim.field == "aliases":
            own = by_path[claim.place.path]
            owner = owners.setdefault(claim.target, own)
            if own.trust == "shipped" != owner.trust:
                continue
            if owner.topic == claim.target:
                problems.append(
                    claim.wrong(tr("'{target}' is a topic itself", target=claim.target))
                )
            elif owner is not own:
                problems.append(
                    claim.wrong(
                        tr(
                            "'{target}' stands for '{owner}' already",
                            target=claim.target,
                            owner=owner.topic,
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
        if claim.target == claim.card:
            told = tr(
                "'{target}' is the card itself; one that came from another deck is named with "
                "that deck's topic, as `TOPIC/{name}`",
                target=claim.target,
                name=claim.target.partition("/")[2],
            )
            problems.append(claim.wrong(told))
        elif owner == claim.target:
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
