"""What of a deck is translated, in units: its head, each of its ideas, each of its cards."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

from quizapp.deck.messages import MESSAGES, holes_in
from quizapp.deck.model import Card, Deck
from quizapp.deck.parts import Spot, Text
from quizapp.deck.problem import Loaded
from quizapp.text.holes import NotAHole, holes
from quizapp.text.language import Language, mark, tr
from quizapp.text.markdown import LONGEST, Block, Items, Paragraph, Quote, Table, blocks

Translated = Literal["zh"]
"""The languages of which there is a file beside a deck."""

Section = Literal["head", "ideas", "cards"]

DIGEST = 6
"""Hex digits."""

_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_WORD = re.compile(r"[A-Za-z]*[a-z]{2}[a-z]*")
_COMMON_WORD = re.compile(r"(?<![\w.])[a-z]{2,}(?![\w(]|\.\w)")
_MAY_BE_BLOCK = re.compile(r"(?m)^[ \t]*(?:```|~~~|[-*+>|#]|\d+[.)])|^    ")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
HAN = re.compile("[\u4e00-\u9fff]")
NO_CHINESE = mark("it is not Chinese")
FEWEST_WORDS = 3
"""Of a text that says something in English, beside its code."""


def translation_of(deck: Path, language: Language) -> Path:
    """Where the texts of a deck stand in another language."""
    return deck.with_name(f"{deck.stem}.{language}{deck.suffix}")


def deck_translated_by(path: Path) -> Path | None:
    """The deck whose texts a file holds in another language, by its name; None for a deck."""
    of = Path(path.stem)
    if of.suffix[1:] not in get_args(Translated):
        return None
    return path.with_name(of.stem + path.suffix)


@dataclass(frozen=True)
class Unit:
    """What is translated as one, and gets older as one."""

    section: Section
    id: str
    """Within its section; nothing for the head."""
    texts: Mapping[Spot, Text]
    was: tuple[str, ...] = ()
    """Its former ids."""

    @cached_property
    def of(self) -> str:
        """A digest of the English, blanks and line breaks apart."""
        return digest([text.en for text in self.texts.values()])

    @property
    def is_inline(self) -> bool:
        """Whether the deck itself says some of it in another language."""
        return any(text.zh is not None for text in self.texts.values())

    @cached_property
    def shape(self) -> Mapping[str, list[list[Spot]]]:
        """The texts of each field, those of each of its parts together."""
        fields: dict[str, dict[int, list[Spot]]] = {}
        for spot in self.texts:
            fields.setdefault(spot.field, {}).setdefault(spot.number, []).append(spot)
        return {field: list(parts.values()) for field, parts in fields.items()}


def digest(texts: list[str]) -> str:
    """What stands for some texts, in this order."""
    plain = json.dumps([" ".join(text.split()) for text in texts], ensure_ascii=False)
    return hashlib.sha256(plain.encode()).hexdigest()[:DIGEST]


def units(loaded: Loaded) -> Iterator[Unit]:
    """All that there is to be translated of a deck, or of a file of ideas, that was read alone."""
    if loaded.deck is not None and (texts := dict(_of_head(loaded.deck))):
        yield Unit("head", "", texts)
    for name, text in loaded.ideas.items():
        yield Unit("ideas", name, {Spot("text"): text})
    for card in loaded.deck.cards if loaded.deck else ():
        was = tuple(map(_short, card.was))
        yield Unit("cards", short_id(card), dict(card.to_be_translated()), was)


def short_id(card: Card) -> str:
    """A card's id as its own deck writes it."""
    return _short(card.id)


def _short(card: str) -> str:
    return card.partition("/")[2]


def _of_head(deck: Deck) -> Iterator[tuple[Spot, Text]]:
    if deck.title.zh is None and deck.title.en != deck.topic:
        yield Spot("title"), deck.title
    if deck.about is not None and deck.about.zh is None:
        yield Spot("about"), deck.about


def computes_the_same(spot: Spot, text: str, english: str) -> bool:
    """Whether a text has the holes of its English, and no others, in any order."""
    if spot.field == MESSAGES:
        return holes_in(text) == holes_in(english)
    return computed_in(text) == computed_in(english)


def computed_in(text: str) -> Counter[tuple[str, str]]:
    """What is computed in a text, each with its form; of no account where it cannot be read."""
    try:
        return Counter((hole.expression, hole.form) for hole in holes(text))
    except NotAHole:
        return Counter()


def code_in(text: str) -> Counter[str]:
    """The code in a text: what stands in backticks."""
    found = _CODE.finditer(text) if len(text) <= LONGEST else ()
    return Counter(" ".join(one[2].split()) for one in found)


def without_code(text: str) -> str:
    """A text with what stands in backticks left out."""
    return _CODE.sub(" ", text) if len(text) <= LONGEST else text


def other_code(english: str, text: str) -> str:
    """What of the code of two texts differs; nothing where it is the same."""
    lacks, has = code_in(english) - code_in(text), code_in(text) - code_in(english)
    told = [
        *(tr("lacks `{code}`", code=code) for code in lacks),
        *(tr("has `{code}`", code=code) for code in has),
    ]
    return (
        tr("its code differs from that of its English: {told}", told=tr(", ").join(told))
        if told
        else ""
    )


def whole_code(text: str) -> str:
    """The code that is all of a text; nothing where it is prose."""
    code = text.strip().strip("`")
    return code if text.strip() == f"`{code}`" and "`" not in code else ""


def blocks_in(text: str) -> Counter[str]:
    """The lists, their items, tables, their rows and the like of a text: all but paragraphs.

    They are looked at where there may be some, since that takes a while.
    """
    return Counter(_blocks_of(blocks(text))) if _MAY_BE_BLOCK.search(text) else Counter()


def _blocks_of(found: Sequence[Block]) -> Iterator[str]:
    for block in found:
        if not isinstance(block, Paragraph):
            yield type(block).__name__
        match block:
            case Items(items=items):
                for item in items:
                    yield "item"
                    yield from _blocks_of(item)
            case Table(rows=rows):
                yield from ["row"] * len(rows)
            case Quote(blocks=inner):
                yield from _blocks_of(inner)


def says_something(text: str) -> bool:
    """Whether a text has to be put into other words in another language: not one of code alone."""
    return len(_WORD.findall(without_code(text))) >= FEWEST_WORDS


def is_sentence(text: str) -> bool:
    """Whether even fewer words say something: `Nothing moves.`, and not the name `Adam.`"""
    words = without_code(text).rstrip()
    return words.endswith((".", "!", "?")) and _COMMON_WORD.search(words) is not None


def is_chinese(text: str) -> bool:
    """Whether a text has more Chinese signs than words of other letters, beside its code."""
    words = without_code(text)
    return len(HAN.findall(words)) > len(_LETTERS.findall(HAN.sub(" ", words)))


def are_chinese(found: Iterable[Unit]) -> bool:
    """Whether the texts themselves are Chinese, but for those that are code or names alone.

    What the tests say is no matter: only the deck has a place for it.
    """
    told = (each for unit in found for each in unit.texts.items())
    texts = [text.en for spot, text in told if spot.field != MESSAGES]
    return any(map(is_chinese, texts)) and not any(
        says_something(text) and not HAN.search(without_code(text)) for text in texts
    )


def is_no_chinese(text: str, english: str) -> bool:
    """Whether a text that is to be Chinese has words instead, and not those of its English.

    Names stay as they are.
    """
    if HAN.search(text):
        return False
    words, known = (
        {word.lower() for word in _LETTERS.findall(without_code(one)) if not word.isupper()}
        for one in (text, english)
    )
    return len(words - known) >= FEWEST_WORDS
