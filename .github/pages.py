"""Regenerates cards/CHANGES.md and cards/MYTHS.md: what torch changed, and what it never did."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path

from quizapp.checking.plan import plan_check
from quizapp.checking.recording import Moved, moved
from quizapp.deck.model import Card, RunCard
from quizapp.library.library import Library
from quizapp.library.loading import load_library
from quizapp.library.shipped import SHIPPED_DECKS
from quizapp.running.record import shown
from quizapp.running.record_file import Minor, minor_of, named, read_record, record_of

ROOT = Path(__file__).parents[1]
CHANGES = SHIPPED_DECKS / "CHANGES.md"
MYTHS = SHIPPED_DECKS / "MYTHS.md"
SAID = Path(__file__).with_name("myths.tsv")
"""A claim's id, the myth, and what torch really does, with tabs between them."""
TESTED = ROOT / "tests" / "data" / "claims.tsv"
"""A claim's id, a tab, and the ids of the cards that test it."""
MADE = "Made by `.github/pages.py`: not to be edited."


def link(card: Card) -> str:
    return f"[`{card.id}`]({card.topic}.yaml)"


def changes(library: Library) -> Iterator[str]:
    """What torch answered otherwise from one version to the next, by what is recorded."""
    versions: dict[Minor, str] = {}
    turns: dict[tuple[Minor, Minor], list[str]] = {}
    for deck in library.decks:
        record = read_record(record_of(deck.path))
        if record is None:
            continue
        versions |= record.versions
        plans = plan_check([(deck, card) for card in deck.cards], random.Random(0))
        for one in moved(plans, record):
            for turn, line in turned(one):
                turns.setdefault(turn, []).append(line)
    told = ", ".join(versions[minor] for minor in sorted(versions))
    yield f"# What torch changed\n\n{MADE}\n\nThe cards were asked of torch {told}, on the CPU,"
    yield "those named at the end of the later ones alone."
    for (before, since), lines in sorted(turns.items(), reverse=True):
        yield f"\n## From torch {named(before)} to {named(since)}\n"
        yield from lines
    yield "\n## Not asked of older versions\n"
    needing = sorted((need, card.id) for card in library.cards.values() for need in needs(card))
    for need, cards in groupby(needing, key=lambda one: one[0]):
        links = ", ".join(link(library.cards[id]) for _, id in cards)
        yield f"- Torch {named(need)} and later: {links}"


def turned(one: Moved) -> Iterator[tuple[tuple[Minor, Minor], str]]:
    """Each pair of versions between which something changed, and what did."""
    by_version = sorted((version, text) for text, on in one.move.said.items() for version in on)
    for (before, was), (since, now) in pairwise(by_version):
        if was != now:
            text = one.card.labelled(one.move.part, f"`{shown(was)}`, now `{shown(now)}`", "en")
            yield (before, since), f"- {link(one.card)}: {text}{one.drawn}"


def needs(card: Card) -> Iterator[Minor]:
    """From which version of torch on a card can be asked, where it says so."""
    for need in card.needs if isinstance(card, RunCard) else ():
        if found := re.fullmatch(r"torch\s*>=\s*(\S+)", need):
            yield minor_of(found[1])


def myths(library: Library) -> Iterator[str]:
    """What is often believed, what torch does, and the cards that show it, by topic."""
    tested = dict(row.split("\t") for row in TESTED.read_text(encoding="utf-8").splitlines())
    rows = [row.split("\t") for row in SAID.read_text(encoding="utf-8").splitlines()]
    by_topic: dict[str, list[str]] = {}
    for claim, myth, really in rows:
        cards = [library.cards[id] for id in tested[claim].split()]
        shown_by = ", ".join(map(link, cards))
        by_topic.setdefault(cards[0].topic, []).append(f"- *{myth}* {really} {shown_by}")
    yield f"# Myths about torch\n\n{MADE}\n"
    yield "What is often believed, what torch does, and the card that shows it."
    for deck in library.decks:
        if deck.topic in by_topic:
            yield f"\n## {deck.title.en}\n"
            yield from by_topic[deck.topic]


def pages() -> dict[Path, str]:
    library = load_library([SHIPPED_DECKS], cache=None)
    return {
        CHANGES: "\n".join([*changes(library), ""]),
        MYTHS: "\n".join([*myths(library), ""]),
    }


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
