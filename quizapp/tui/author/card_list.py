"""The cards of a deck below one another, with how each of them stands."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.widgets import Static

from quizapp.checking.workbench import Reading
from quizapp.text.visible import visible

SIGNS = {
    "problem": ("✗", "$text-error"),
    "unknown": ("?", "$text 50%"),
    "skipped": ("·", "$text 50%"),
    "sound": ("✓", "$text-success"),
}


class CardList(Static):
    """Shows only; the screen says which card is the present one."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)

    def show(self, cards: Iterable[str], reading: Reading, present: str | None) -> None:
        """The cards as a reading has them, the present one lit."""
        lines = []
        for card in cards:
            state = "sound"
            if reading.of_card(card) or reading.is_unsound(card):
                state = "problem"
            elif card in reading.skipped:
                state = "skipped"
            elif card in reading.unknown or reading.deck is None:
                state = "unknown"
            sign, colour = SIGNS[state]
            name = visible(card.partition("/")[2])
            lit = "reverse" if card == present else ""
            lines.append(Content.assemble((f" {sign} ", colour), (name, lit)))
        self.update(Content("\n").join(lines))
