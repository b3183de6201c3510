"""The truths of many cards, kept in a file: what torch said once, held against what it says now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quizapp.asks.table import KINDS
from quizapp.deck.answered import TruthCard
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.model import Card
from quizapp.deck.parts import Draw
from quizapp.errors import UserError
from runner.protocol.wire import Fact, Raised

VERSION = 1


class TruthsError(UserError):
    """A file of truths cannot be used; the message says why."""


@dataclass(frozen=True)
class Truths:
    """For each card, by its draws, the facts that are its truth, as JSON."""

    torch: str
    by_card: Mapping[str, Mapping[str, list[Any]]]


def draw_key(draw: Draw) -> str:
    """A draw as a key of JSON."""
    return ", ".join(f"{name} = {value}" for name, value in draw.items())


def write_truths(file: Path, truths: Truths) -> None:
    """Write them so that a difference shows line by line. Raises TruthsError."""
    cards = dict(sorted(truths.by_card.items()))
    kept = {"version": VERSION, "torch": truths.torch, "cards": cards}
    try:
        file.write_text(f"{json.dumps(kept, indent=1, ensure_ascii=False)}\n", encoding="utf-8")
    except OSError as error:
        raise TruthsError(f"{file}: cannot be written: {error.strerror}") from error


def read_truths(file: Path) -> Truths:
    """What was written once. Raises TruthsError."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise TruthsError(f"{file}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise TruthsError(f"{file}: not a file of `quiz check --record`") from error
    match kept:
        case {"version": int(version)} if version > VERSION:
            raise TruthsError(f"{file}: written by a newer version of quiz")
        case {"version": 1, "torch": str(torch), "cards": dict(cards)} if _is_sound(cards):
            return Truths(torch, cards)
    raise TruthsError(f"{file}: not a file of `quiz check --record`")


def recorded(card: Card, facts: tuple[Fact | Raised, ...]) -> list[Any]:
    """Facts as a file keeps them, each with what it is of."""
    return [
        ({fact.kind: fact.data} if isinstance(fact, Fact) else {"raised": fact.type}) | {"of": of}
        for of, fact in zip(_parts(card), facts, strict=False)
    ]


def known_as(card: Card, before: Truths) -> Mapping[str, list[Any]]:
    """What was recorded of a card by its draws, also under a former name."""
    names = (card.id, *card.was)
    return next((before.by_card[name] for name in names if name in before.by_card), {})


def differences(card: Card, before: list[Any], facts: tuple[Fact | Raised, ...]) -> list[str]:
    """What has changed, part by part, of what was recorded of one draw of a card."""
    if not isinstance(card, TruthCard):
        return []
    parts = card.parts
    found = []
    for place, old in enumerate(before):
        of = old.get("of") if isinstance(old, dict) else None
        kinds = old.keys() - {"of"} if isinstance(old, dict) else set()
        numbers = [number for number, part in enumerate(parts) if of in (None, part)]
        if isinstance(card, PredictCard) and kinds <= KINDS.keys():
            numbers = [number for number in numbers if {card.asks[number].kind} == kinds]
        if not numbers or (of is None and place not in numbers):
            found.append(f"{_named(card, place, of)} was recorded, and is gone")
            continue
        number = numbers[0] if of is not None else place
        if told := _difference(card, number, old, facts[number]):
            found.append(told)
    return found


def _parts(card: Card) -> tuple[str, ...]:
    """What each fact is of."""
    return card.parts if isinstance(card, TruthCard) else ()


def _named(card: TruthCard, place: int, of: str | None) -> str:
    return f"{card.noun} {place + 1}" if of is None else f"the {card.noun} '{of}'"


def _difference(card: TruthCard, number: int, old: Any, fact: Fact | Raised) -> str | None:
    if isinstance(fact, Raised):
        return None
    try:
        was = card.recorded(number, old)
        if was is None or card.same(number, was, fact):
            return None
        return card.change_told(number, was, fact)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None  # edited by hand


def _is_sound(cards: Mapping[Any, Any]) -> bool:
    return all(
        isinstance(draws, dict) and all(isinstance(facts, list) for facts in draws.values())
        for draws in cards.values()
    )
