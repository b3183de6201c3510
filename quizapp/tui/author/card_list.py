"""The cards of a deck below one another, with how each of them stands."""

from __future__ import annotations

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

    def show(self, reading: Reading, present: str | None) -> None:
        """The cards of a reading, the present one lit."""
        if reading.deck is None:
            self.update("")
            return
        lines = []
        for card in reading.deck.cards:
            state = "sound"
            if reading.of_card(card.id) or reading.is_unsound(card.id):
                state = "problem"
            elif card.id in reading.skipped:
                state = "skipped"
            elif card.id in reading.unknown:
                state = "unknown"
            sign, colour = SIGNS[state]
            name = visible(card.id.partition("/")[2])
            lit = "reverse" if card.id == present else ""
            lines.append(Content.assemble((f" {sign} ", colour), (name, lit)))
        self.update(Content("\n").join(lines))

    def row_of(self, reading: Reading, present: str | None) -> int:
        """The line of the present card."""
        cards = reading.deck.cards if reading.deck else ()
        return next((row for row, card in enumerate(cards) if card.id == present), 0)
