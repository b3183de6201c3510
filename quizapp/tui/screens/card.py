"""One card: as it is asked, how it stands, and every answer to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget

from quizapp.deck.exercise import Exercise, usual_exercise
from quizapp.deck.parts import Draw
from quizapp.running.ahead import Ahead
from quizapp.running.truth import refused
from quizapp.study.card_row import card_rows
from quizapp.study.study import Study
from quizapp.text.language import mark, tr
from quizapp.tui.browse.preview import Preview
from quizapp.tui.keys.help_key import HELP_KEY
from quizapp.tui.keys.motions import SCROLLS, Scrolls
from quizapp.tui.messages import RunnerWanted, act_on
from quizapp.tui.screens.closed_once import ClosedOnce
from quizapp.tui.screens.editing import edit_deck
from quizapp.tui.screens.excursions import Excursions
from quizapp.tui.screens.styled_once import StyledOnce
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.title_bar import TitleBar
from quizapp.tui.widgets.why_text import why_text
from runner.client import Runner


class CardScreen(Scrolls, ClosedOnce[None], StyledOnce[None]):
    """A card of the library, which is not asked here: nothing of this is logged.

    One that is gone by now closes it.
    """

    CSS_PATH = "card.tcss"
    BINDING_GROUP_TITLE = mark("Card")
    BINDINGS = [
        Binding("escape,q,enter", "dismiss", "back", key_display="esc", tooltip="Back"),
        Binding("w", "why", "why", tooltip="Why it is so, of a card that you have answered once"),
        Binding("p", "poke", "poke", tooltip="Change its code, and look at anything"),
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
        self._exercise: Exercise | None = None
        self._runner: Runner | None = None
        self._excursions: Excursions | None = None
        self._answered = self._explained = False

    def compose(self) -> ComposeResult:
        yield TitleBar(self._card_id.replace("/", " / "))
        yield Preview(self._study.language)
        yield KeyBar()

    def on_mount(self) -> None:
        self._show()
        act_on(self.app, RunnerWanted(self._take_runner))

    def _take_runner(self, runner: Runner) -> None:
        self._runner, self._excursions = runner, Excursions(self, runner)
        self.refresh_bindings()

    def _show(self) -> None:
        study, today = self._study, self._study.study_date(self._clock())
        card = study.library.cards.get(self._card_id)
        if card is None:
            self.notify(tr("That card is no longer in the decks."))
            self.dismiss()
            return
        [row] = card_rows([card], study.catalogue(today))
        deck, reviews = study.library.deck_of(card.id), study.log.reviews(card.id)
        self._exercise = usual_exercise(deck, card, self._draw)
        self._answered, self._explained = bool(reviews), False
        self.query_one(Preview).show(row, deck, reviews, today, self._draw)

    @property
    def panes(self) -> Sequence[Widget]:
        return [self.query_one(Preview)]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The explanation would give away what was never answered."""
        match action:
            case "why":
                return self._answered
            case "poke":
                return self._can_poke
        return True

    @property
    def _can_poke(self) -> bool:
        if self._runner is None or self._exercise is None or not self._exercise.runs_code:
            return False
        hello = self._runner.hello
        return hello is None or refused(self._exercise, hello) is None

    def action_why(self) -> None:
        """Show what explains the card, or hide it again."""
        self._explained = not self._explained
        if not self._explained:
            self.query_one(Preview).explain(None)
        elif self._exercise is not None:
            self._explain(self._exercise.told(None, pending=self._exercise.has_words))
            if self._exercise.has_words and self._runner is not None:
                self._look_up_words(self._exercise, self._runner)

    @work(exclusive=True)
    async def _look_up_words(self, exercise: Exercise, runner: Runner) -> None:
        told = exercise.told(await Ahead(runner).outcome(exercise))
        if self._explained and self._exercise is exercise:
            self._explain(told)

    def _explain(self, told: Exercise) -> None:
        nothing = Content(tr("The card says nothing more about it."))
        why = partial(why_text, told, None, self._study.language)
        why = partial(why, seen=None, ideas=(), solution=False, proof_key="")
        self.query_one(Preview).explain(lambda width: why(width) or nothing)

    def action_poke(self) -> None:
        assert self._exercise is not None and self._excursions is not None
        self._excursions.poke(self._exercise, "", None)

    def action_edit(self) -> None:
        card = self._study.library.cards[self._card_id]
        if edit_deck(self.app, Path(self._study.library.deck_of(card.id).path), card.line):
            self._study.reload()
            self._show()
            self.refresh_bindings()
