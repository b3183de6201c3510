"""Recall cards: front and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizapp.deck.model import Card
from quizapp.deck.parts import Spot, Text
from quizapp.deck.question import Piece
from quizapp.text.language import Language
from runner.protocol.wire import Outcome


@dataclass(frozen=True, kw_only=True)
class RecallCard(Card):
    """The learner turns it over, and grades it."""

    back: Text

    @property
    def behind(self) -> Text:
        return self.back

    def texts(self) -> Iterator[tuple[Spot, Text]]:
        yield from super().texts()
        yield Spot("back"), self.back

    def told(self, outcome: Outcome | None, language: Language) -> Sequence[Piece]:
        return [Piece("prose", (self.back.in_language(language),))]


KIND = RecallCard
