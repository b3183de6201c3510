"""Computed words of a prompt or a hint that are the truth."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from quizapp.asks.show import USUAL_DIGITS, show
from quizapp.checking.findings import Finding, Site, given_away
from quizapp.deck.computed import BEFORE, DIGITS, drawn_word, holes_of
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.model import Card
from quizapp.deck.parts import Draw, Text
from quizapp.text.holes import WORD_MARKS, without_marks
from runner.protocol.wire import Fact, Raised

_DRAWN_WORD = re.compile(f"{WORD_MARKS[0]}[^{WORD_MARKS[1]}]*{WORD_MARKS[1]}")


def told_before(card: Card, draw: Draw, truth: Sequence[Fact | Raised]) -> list[Finding]:
    """Words of the prompt or the hint that are the truth, for one exercise of the card."""
    if not isinstance(card, PredictCard):
        return []
    shown = as_shown(card, truth)
    return [
        given_away(Site(field, written=written), told)
        for field in BEFORE
        for text in [getattr(card, field)]
        for hole, written in (holes_of(text) if text else ())
        if bare(told := drawn_word(hole, draw)) in shown
    ]


def as_shown(card: PredictCard, truth: Sequence[Fact | Raised]) -> set[str]:
    return {
        bare(show(ask.kind, fact, digits=digits).strip())
        for ask, fact in zip(card.asks, truth, strict=False)
        if isinstance(fact, Fact)
        for digits in (DIGITS, USUAL_DIGITS)
    }


def without_telling_words(card: PredictCard, shown: Collection[str]) -> PredictCard:
    """Without the computed words that are the truth by themselves: `told_before` tells those."""

    def left(text: Text) -> Text:
        zh = None if text.zh is None else _left_of(text.zh, shown)
        return Text(en=_left_of(text.en, shown), zh=zh)

    return replace(card, prompt=left(card.prompt), hint=left(card.hint) if card.hint else None)


def _left_of(text: str, shown: Collection[str]) -> str:
    def left(word: re.Match[str]) -> str:
        return WORD_MARKS if bare(without_marks(word[0])) in shown else word[0]

    return _DRAWN_WORD.sub(left, text)


def bare(told: str) -> str:
    """What is told; of whole numbers no point: `4.` gives `4` away, and `[4, 6]` `[4., 6.]`."""
    return re.sub(r"(?<![\w.])(\d+)\.0*(?![\d\w])", r"\1", told, flags=re.ASCII)
