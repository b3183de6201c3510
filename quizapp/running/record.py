"""A card and what is recorded of it: which truths torch gave, and from which version to which."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from quizapp.deck.answered import Seen, TriedCard, TruthCard
from quizapp.deck.exercise import Exercise, draws
from quizapp.deck.model import RunCard
from quizapp.deck.parts import Code
from quizapp.running.record_file import (
    CardRecord,
    Minor,
    Record,
    RecordError,
    Said,
    Texts,
    brief,
    named,
    ranges,
    read_record,
    record_of,
)
from quizapp.text.language import Language, tr
from quizapp.text.visible import visible
from runner.protocol.wire import Fact


def digest(card: RunCard, setup: Code | None) -> str:
    """Changes when something else is run or asked: what is recorded is then of another card.

    What the deck's setup imports does not count.
    """
    before = setup.text.splitlines() if setup else []
    parts: list[object] = [
        [line for line in before if line and not line.startswith(("import ", "from "))],
        [card.code.text, dict(card.vary), [dict(row) for row in card.rows]],
        [card.ranks, card.on_rank, card.device],
    ]
    if isinstance(card, TruthCard):
        looks = card.looks()[: len(card.parts)]
        parts.append([(look.kind, look.expression) for look in looks])
    if isinstance(card, TriedCard):
        parts.append([card.tests.text, card.solution_code])
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:8]


def known_of(card: RunCard, setup: Code | None, record: Record) -> CardRecord | None:
    """What is recorded of a card as it is now, also under a former name."""
    ids = (id.partition("/")[2] for id in (card.id, *card.was))
    known = next((record.cards[id] for id in ids if id in record.cards), None)
    return known if known and known.digest == digest(card, setup) else None


def said_on(known: CardRecord, version: Minor) -> Said | None:
    """What a version said; None where it was never asked."""
    return next((said for said in known.said if version in said.on), None)


def kept(card: TruthCard, facts: Sequence[Seen], before: Sequence[Texts] = ()) -> Texts | None:
    """The truth of a draw as a record has it; None where it is none.

    By the words of what was recorded `before`, the latest last, as far as it is the same.
    """
    texts: list[str] = []
    if len(facts) < len(card.parts):
        return None
    for number, fact in enumerate(facts):
        if not isinstance(fact, Fact):
            return None
        earlier = (one[number] for one in reversed(before))
        same = (text for text in earlier if is_same(card, number, text, fact))
        texts.append(next(same, brief(card.kept(number, fact))))
    return tuple(texts)


def is_same(card: TruthCard, number: int, text: str, fact: Seen) -> bool:
    """Whether a part of a truth is what is recorded of it."""
    if not isinstance(fact, Fact):
        return False
    return text == brief(card.kept(number, fact)) or card.stays(number, text, fact)


@dataclass(frozen=True)
class Move:
    """A part of the truth in one draw that is not the same on all versions.

    `said` has each of its texts with the versions that gave it, the oldest first.
    """

    part: int
    said: Mapping[str, tuple[Minor, ...]]

    def __str__(self) -> str:
        """`int64 up to torch 2.9, int32 since torch 2.10`: exact by what is recorded."""
        asked = sorted(version for on in self.said.values() for version in on)
        return tr(", ").join(
            f"{shown(text)} {tr(' and ').join(_when(*run, asked) for run in ranges(on, asked))}"
            for text, on in self.said.items()
        )


def moves(known: CardRecord, draw: int) -> Iterator[Move]:
    """What torch has changed of a draw, by its 0-based number, part by part."""
    by_version = [(said.on, said.truth[draw]) for said in known.said if said.truth]
    for part in range(len(by_version[0][1]) if by_version else 0):
        said: dict[str, tuple[Minor, ...]] = {}
        for on, texts in by_version:
            said[texts[part]] = (*said.get(texts[part], ()), *on)
        if len(said) > 1:
            yield Move(part, said)


def shown(text: str) -> str:
    """A recorded text in a line."""
    if text in ("yes", "no"):
        return tr(text)
    return tr("something long") if text.startswith("#") else visible(" ".join(text.split()))


def history_in_words(run: Exercise, language: Language) -> str:
    """What torch has changed of an exercise's truth, a line each; empty where none is known."""
    card = run.card
    record = _record_beside(run.path)
    every = list(draws(card))
    if not isinstance(card, TruthCard) or record is None or run.draw not in every:
        return ""
    known = known_of(card, run.setup, record)
    lines = [
        card.labelled(move.part, str(move), language)
        for move in (moves(known, every.index(run.draw)) if known else ())
    ]
    return "\n".join([tr("Torch has changed its answer:"), *lines]) if lines else ""


def _record_beside(deck: str) -> Record | None:
    """None also where it cannot be read: that is told by a check."""
    file = record_of(deck)
    try:
        return _read(file, file.stat().st_mtime_ns)
    except (OSError, RecordError):
        return None


@lru_cache(maxsize=4)
def _read(file: Path, _changed: int) -> Record | None:
    return read_record(file)


def _when(first: Minor, last: Minor, every: Sequence[Minor]) -> str:
    if first == every[0]:
        return tr("up to torch {named}", named=named(last))
    if last == every[-1]:
        return tr("since torch {named}", named=named(first))
    if first == last:
        return tr("on torch {named}", named=named(first))
    return tr("from torch {first} to {last}", first=named(first), last=named(last))
