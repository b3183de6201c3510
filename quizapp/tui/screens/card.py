"""One card: as it is asked, how it stands, and every answer to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widget import Widget

from quizapp.deck.parts import Draw
from quizapp.study.card_row import card_rows
from quizapp.study.study import Study
from quizapp.text.language import mark, tr
from quizapp.tui.browse.preview import Preview
from quizapp.tui.keys.help_key import HELP_KEY
from quizapp.tui.keys.motions import SCROLLS, Scrolls
from quizapp.tui.screens.closed_once import ClosedOnce
from quizapp.tui.screens.editing import edit_deck
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.title_bar import TitleBar


class CardScreen(Scrolls, ClosedOnce[None]):
    """A card of the library; one that is gone by now closes it."""

    CSS_PATH = "card.tcss"
    BINDING_GROUP_TITLE = mark("Card")
    BINDINGS = [
        Binding("escape,q,enter", "dismiss", "back", key_display="esc", tooltip="Back"),
        Binding("e", "edit", "edit", tooltip="Open the card in $EDITOR"),
        *SCROLLS,
        HELP_KEY,
    ]

    def __init__(
        self,
        study: Study,
        card_id: str,
        clock: Callable[[], datetime],
        draw: Draw | None = None,
    ) -> None:
        super().__init__()
        self._study = study
        self._card_id = card_id
        self._clock = clock
        self._draw = draw

    def compose(self) -> ComposeResult:
        yield TitleBar(self._card_id.replace("/", " / "))
        yield Preview(self._study.language)
        yield KeyBar()

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        study, today = self._study, self._study.study_date(self._clock())
        card = study.library.cards.get(self._card_id)
        if card is None:
            self.notify(tr("That card is no longer in the decks."))
            self.dismiss()
            return
        [row] = card_rows([card], study.catalogue(today))
        deck, reviews = study.library.deck_of(card.id), study.log.reviews(card.id)
        self.query_one(Preview).show(row, deck, reviews, today, self._draw)

    @property
    def panes(self) -> Sequence[Widget]:
        return [self.query_one(Preview)]

    def action_edit(self) -> None:
        card = self._study.library.cards[self._card_id]
        if edit_deck(self.app, Path(self._study.library.deck_of(card.id).path), card.line):
            self._study.reload()
            self._show()
