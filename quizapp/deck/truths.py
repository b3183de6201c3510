"""The truths of many cards, kept in a file: what torch said once, held against what it says now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quizapp.deck.findings import ALL_DIGITS, equals
from quizapp.deck.model import Ask, ChoiceCard, CodeCard, Draw, PredictCard
from quizapp.errors import UserError
from quizapp.grading.show import show
from runner.wire import Fact, Raised

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


def recorded(facts: tuple[Fact | Raised, ...]) -> list[Any]:
    """Facts as a file keeps them."""
    return [
        {fact.kind: fact.data} if isinstance(fact, Fact) else {"raised": fact.type}
        for fact in facts
    ]


def differences(card: CodeCard, before: list[Any], facts: tuple[Fact | Raised, ...]) -> list[str]:
    """What has changed, part by part: empty for a card that is asked as it was, and answers so."""
    now = recorded(facts)
    if len(before) != len(now):
        return []  # another card by now
    if isinstance(card, ChoiceCard):
        return [
            f"option {number} {'holds' if new == {'bool': True} else 'does not hold'} now"
            for number, (old, new) in enumerate(zip(before, now, strict=True), 1)
            if old != new
        ]
    asks = card.asks if isinstance(card, PredictCard) else ()
    return [
        told
        for ask, old, fact in zip(asks, before, facts, strict=False)
        if (told := _difference(ask, old, fact, getattr(card, "digits", None)))
    ]


def _difference(ask: Ask, old: Any, fact: Fact | Raised, digits: int | None) -> str | None:
    if isinstance(fact, Raised) or not isinstance(old, dict) or old.keys() != {ask.kind}:
        return None
    was = Fact(ask.kind, old[ask.kind])
    try:
        if equals(ask, was, fact, digits):
            return None
        shown = [show(ask.kind, seen, digits=ALL_DIGITS) for seen in (was, fact)]
    except (ValueError, TypeError, KeyError, AttributeError):
        return None  # edited by hand
    return f"{ask.kind} of {ask.expression} was {shown[0]} and is {shown[1]}"


def _is_sound(cards: Mapping[Any, Any]) -> bool:
    return all(
        isinstance(draws, dict) and all(isinstance(facts, list) for facts in draws.values())
        for draws in cards.values()
    )
