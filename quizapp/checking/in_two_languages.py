"""Texts that a deck itself gives in two languages, and that do not say the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from quizapp.checking.findings import Site
from quizapp.checking.sites import SitesByPath
from quizapp.deck.model import Card, Deck
from quizapp.deck.parts import Text
from quizapp.deck.problem import Problem
from quizapp.deck.translation import computed_in, other_code, translation_of, whole_code
from quizapp.text.language import tr


def unlike(cards: Sequence[tuple[Deck, Card]], *, strict: bool) -> Iterator[Problem]:
    """What the Chinese computes, or has for code, that its English has not.

    Code amid words counts where it is asked for strictly: the words around it may differ. Texts
    of a file beside the deck are held against their English as it is read.
    """
    sites = SitesByPath()
    for deck, card in cards:
        if translation_of(Path(deck.path), "zh").exists():
            continue
        texts = [(spot, text) for spot, text in card.texts() if not whole_code(text.en)]
        lacking = [(spot, text) for spot, text in texts if text.zh is None]
        if lacking and len(lacking) < len(texts):
            spot, text = lacking[0]
            site = Site(spot.field, spot.number, spot.part, text.en)
            told = tr("it has no Chinese, as other texts of the card have")
            yield sites[deck.path].problem(card, site, f"zh: {told}")
        for spot, text in card.texts():
            if told := _unlike(text, strict=strict):
                site = Site(spot.field, spot.number, spot.part, text.zh or "")
                yield sites[deck.path].problem(card, site, f"zh: {told}")


def _unlike(text: Text, *, strict: bool) -> str:
    if text.zh is None:
        return ""
    if computed_in(text.zh) != computed_in(text.en):
        return tr("it computes something else than its English")
    if strict or whole_code(text.en):
        return other_code(text.en, text.zh)
    return ""
