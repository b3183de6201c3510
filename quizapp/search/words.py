"""The words of a card: as its deck has them, and as they stand on the screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property

from quizapp.deck.answered import TriedCard
from quizapp.deck.exercise import usual_exercise
from quizapp.deck.model import Card, Deck, RunCard
from quizapp.search.parse import OF_WIDTH
from quizapp.text.holes import WORD_MARKS, without_marks
from quizapp.text.plain import in_backticks, lines_of

_BLANKS = re.compile(r"\s\s+|[^\S ]")
_SIGNS = re.compile(r"[\W_]+")


def folded(text: str) -> str:
    """A text as it is searched: without case, in the signs of a query, lines as blanks."""
    return _BLANKS.sub(" ", text.translate(OF_WIDTH)).casefold()


class Words:
    """All that can be read of a card, in every language."""

    def __init__(self, card: Card, deck: Deck) -> None:
        drawn = usual_exercise(deck, card)
        self._texts = _texts(drawn.card)
        code = [drawn.shown_code]
        if isinstance(card, RunCard):
            code.append(card.code.text)
        if isinstance(card, TriedCard):
            code.append(card.solution_code)
        filled = (without_marks(text) for text in self._texts if WORD_MARKS[0] in text)
        self._written = _joined([card.id, *card.tags, *_texts(card), *filled, *code])

    @cached_property
    def _letters(self) -> str:
        return _SIGNS.sub("", self._written)

    @cached_property
    def _shown(self) -> str:
        """The texts without signs of Markdown, and with backticks alone."""
        marks: tuple[Callable[[str], str], ...] = (str, in_backticks)
        return _joined(
            line for mark in marks for text in self._texts for line in lines_of(text, code=mark)
        )

    def hold(self, words: str) -> bool:
        """Whether folded words stand there in a row."""
        if words in self._written:
            return True
        # To read Markdown takes long, and is in vain where not even the letters are there.
        return _SIGNS.sub("", words) in self._letters and words in self._shown


def _texts(card: Card) -> list[str]:
    return [each for _, text in card.texts() for each in (text.en, text.zh or "")]


def _joined(texts: Iterable[str]) -> str:
    """Each in a line, so that no words are found across two."""
    return "\n".join(map(folded, dict.fromkeys(texts)))
