"""Texts that a deck itself gives in two languages, and that do not say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from quizapp.checking.claims import sentences
from quizapp.checking.findings import Site
from quizapp.checking.sites import SitesByPath
from quizapp.checking.words import site_of
from quizapp.deck.model import Card, Deck
from quizapp.deck.parts import Spot, Text
from quizapp.deck.problem import Problem
from quizapp.deck.translation import (
    HAN,
    NO_CHINESE,
    computed_in,
    is_chinese,
    is_no_chinese,
    other_code,
    says_something,
    translation_of,
    whole_code,
    without_code,
)
from quizapp.text.language import tr

MOST_ENGLISH = 3
"""Texts of which one may be Chinese in a deck that is English."""


def unlike(cards: Sequence[tuple[Deck, Card]], *, strict: bool) -> Iterator[Problem]:
    """What the Chinese computes, or has for code, that its English has not.

    Code amid words counts where it is asked for strictly: the words around it may differ. Texts
    of a file beside the deck are held against their English as it is read.
    """
    sites = SitesByPath()
    yield from _chinese_amid_english(cards, sites)
    for deck, card in cards:
        beside = translation_of(Path(deck.path), "zh").exists()
        for spot, text in card.texts():
            if _is_other_answer(card.prompt, text):
                site = site_of(spot, sentences(text.zh or "")[0], zh=beside)
                told = tr("it begins with yes or no, and its English with the other of them")
                yield sites[deck.path].problem(card, site, f"zh: {told}")
            elif told := _other_things(spot, text):
                site = site_of(spot, _saying_other_things(text), zh=beside)
                yield sites[deck.path].problem(card, site, f"zh: {told}")
        if beside:
            continue
        texts = [(spot, text) for spot, text in card.texts() if not whole_code(text.en)]
        texts = [(spot, text) for spot, text in texts if text.zh or not is_chinese(text.en)]
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


def _chinese_amid_english(
    cards: Sequence[tuple[Deck, Card]], sites: SitesByPath
) -> Iterator[Problem]:
    """Texts in Chinese alone, in decks whose other texts are English but for a few."""
    for path, own in groupby(cards, key=lambda one: one[0].path):
        said = [
            (card, spot, text)
            for _, card in own
            for spot, text in card.texts()
            if is_chinese(text.en) or says_something(text.en)
        ]
        chinese = [one for one in said if is_chinese(one[2].en) and one[2].zh is None]
        if len(said) >= MOST_ENGLISH * len(chinese):
            for card, spot, text in chinese:
                site = Site(spot.field, spot.number, spot.part, text.en)
                told = tr("it is Chinese alone in a deck that is English")
                yield sites[path].problem(card, site, told)


def _unlike(text: Text, *, strict: bool) -> str:
    if text.zh is None:
        return ""
    if is_no_chinese(text.zh, text.en) and not is_chinese(text.en):
        return tr(NO_CHINESE)
    if computed_in(text.zh) != computed_in(text.en):
        return tr("it computes something else than its English")
    if strict and not whole_code(text.en):
        return other_code(text.en, text.zh)
    return ""


def _saying_other_things(text: Text) -> str:
    """The sentence of the Chinese that names what its English does not; else all of it."""
    said = {*_THING.findall(without_code(text.en))}
    for sentence in sentences(text.zh or ""):
        if {*_THING.findall(without_code(sentence))} - said:
            return sentence
    return text.zh or ""


_THING = re.compile(
    r"(?<![\w.])\d+(?:\.\d+)?(?!\w|\.\d)|\b(?:True|False|None|b?float\d+|u?int\d+)\b"
)
_IN_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_IN_ANY_WORDS = {"0", "1", "2"}
"""Also said by no, a, both and half."""


_COUNTED = re.compile(
    r"(?:\b(?:rank|dim|level)|秩|(?<![一二三四多每高低升降])维度?)\s*=?\s*(\d+)(?!\w|\.\d|\s*[个行列维])",
    re.IGNORECASE,
)
"""A number behind a word that has none of those beside it: `rank 1` is no half."""
_ANSWER = re.compile(
    r"\s*(?:(?P<yes>yes|是的?|会的?|对的?|能|可以)|no|不是的?|不会的?|不能|不可以|不对?|否|没有)"
    r"\s*(?:[,.!:;，。！：；—]|\Z)",
    re.IGNORECASE,
)
"""How a text begins that answers a yes or no at once."""
_NEGATIVE = re.compile(r"\bno[tr]?\b|n['’]t\b|不|没|无|未|非", re.IGNORECASE)


def _certain(text: Text) -> set[str]:
    """Numbers that the Chinese names in place of just as many of its English."""
    said, told = ({*_COUNTED.findall(without_code(one))} for one in (text.en, text.zh or ""))
    return told - said if len(said) == len(told) else set()


def _is_other_answer(prompt: Text, text: Text) -> bool:
    """Whether one begins with yes, and the other with no, to a question without a `not`.

    To one with it, Chinese says yes where English says no.
    """
    english, chinese = (_ANSWER.match(one) for one in (text.en, text.zh or ""))
    if english is None or chinese is None or bool(english["yes"]) == bool(chinese["yes"]):
        return False
    asked = f"{prompt.en}\n{prompt.zh or ''}"
    said = sentences((text.zh or "")[chinese.end() :])[:1] if chinese["yes"] else []
    return not any(map(_NEGATIVE.search, (asked, *said)))


def _other_things(spot: Spot, text: Text) -> str:
    """What the Chinese names, a number or a dtype, where its English names others instead."""
    if text.zh is None:
        return ""
    if HAN.search(text.en) and not HAN.search(text.zh):
        return tr("its English is Chinese, and its Chinese is not: they are exchanged")
    if whole_code(text.en):
        return other_code(text.en, text.zh)
    words = re.findall(r"[a-z]+", text.en.lower())
    said, told = (set(_THING.findall(without_code(one))) for one in (text.en, text.zh))
    other = told - said - {str(number) for number, word in enumerate(_IN_WORDS) if word in words}
    if (spot.field, spot.part) != ("choices", "text"):
        other -= _IN_ANY_WORDS - _certain(text)
    if not (said and other):
        return ""
    listed = {"other": other, "english": said - told or said}
    return tr(
        "it says {other}, and its English {english}",
        **{name: ", ".join(sorted(some)) for name, some in listed.items()},
    )
