"""Sentences that generalise, in cards that prove nothing: advice of `quiz check --strict`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quizapp.checking.findings import Site
from quizapp.checking.sites import SitesByPath
from quizapp.checking.words import site_of
from quizapp.deck.model import Card, Deck
from quizapp.deck.problem import Problem
from quizapp.text.language import tr

TELLING = ("explain", "back")

_GENERAL = re.compile(
    r"\b(?:only|always|never|every|everything|everywhere|any|anything|all(?!-)|exactly|no|none"
    r"|nothing|nobody|whatever|whenever|wherever|than)\b"
    "|只(?!要|是|好)|总是|总会|从不|从来|每|任何|所有|一切|永远|恰好|一律|绝不|(?<!雅可)比(?![较例如特])",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)\s+|(?<=[。！？])"
    r"|\n(?=\s*(?:\n|[-*+>]\s|\d+[.)]\s|\|))"  # a paragraph, an item, a row of a table
)
_NOT_GENERAL = re.compile(
    r"\Ano\b(?=\s*[,.!;:—]|\Z)|\bif only\b|\ball (?:is|was|goes|went) well\b"
    r"|\ball (?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)\b"
    r"|\b(?:some|many|a few|most)\s+(?:[\w-]+\s+){0,2}"
    r"(?:hold|think|believe|say|claim|assume|insist|expect)\s+that\b[^;:。]*",
    re.IGNORECASE,
)
"""An answer, a wish, a phrase, a count of what is there, and what others take to be so."""
_NONE = re.compile(
    r"(?<=[\w,] )None\b|\bNone (?=(?:is (?:not|no|neither|what)|isn['’]t|means|stands for)\b)"
)
"""Python's, within a sentence or where no other can be meant."""
_QUOTED = re.compile(r"(?<!\w)(?:(['\"])\w+\1|[“‘]\w+[”’])(?!\w)", re.ASCII)
"""A word that is spoken of, such as an argument."""
_CODE = re.compile(
    r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|(?<!~)(~{3,})(?!~).*?\2|\{=[^}]*\}|(?<=\])\([^)\s]*\)",
    re.DOTALL,
)


def unproven(cards: Sequence[tuple[Deck, Card]]) -> Iterator[Problem]:
    """Each sentence that says more than the card's own example shows, where nothing proves it."""
    sites = SitesByPath()
    for deck, card in cards:
        if card.proof is not None:
            continue
        for site, sentence, word in claims(card):
            shown = " ".join(sentence.split())
            message = tr(
                "'{word}' says more than the example, and no `proof` is behind it: {shown}",
                word=word,
                shown=shown,
            )
            yield sites[deck.path].problem(card, site, message)


def claims(card: Card) -> Iterator[tuple[Site, str, str]]:
    """The place of each general sentence, the sentence, and the word that makes it general."""
    for spot, text in card.texts():
        if spot.field not in TELLING and spot.part != "say":
            continue
        # A translation says what its original says, and is held against that by its readers.
        for sentence in sentences(text.en):
            said = _NOT_GENERAL.sub("", _NONE.sub("", _QUOTED.sub("", _CODE.sub("", sentence))))
            if word := _GENERAL.search(said):
                yield site_of(spot, sentence), sentence, word[0]


def sentences(text: str) -> list[str]:
    """The sentences of a text, as they are written; a point in code or an address ends none."""
    hidden = _CODE.sub(lambda found: "x" * len(found[0]), text)
    ends = [found.start() for found in _BETWEEN.finditer(hidden)]
    spans = zip([0, *ends], [*ends, len(text)], strict=True)
    return [part for start, end in spans if (part := text[start:end].strip())]


def questions(text: str) -> list[str]:
    """Those of the sentences that ask."""
    return [one for one in sentences(text) if one.endswith(("?", "？"))]
