"""The end of a sitting: its summary, and where the learner goes from there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial

from textual.screen import Screen

from quizapp.deck.exercise import Exercise
from quizapp.study.session import Session
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.tui.messages import SittingWanted, act_on
from quizapp.tui.screens.excursions import Excursions
from quizapp.tui.screens.summary import AfterSummary, SummaryScreen


class Ending:
    """`undo` takes the last answer back, in the sitting; `leave` closes its screen."""

    def __init__(
        self,
        screen: Screen[None],
        session: Session,
        study: Study,
        clock: Callable[[], datetime],
        excursions: Excursions,
        *,
        undo: Callable[[], Awaitable[None]],
        leave: Callable[[], None],
    ) -> None:
        self._screen = screen
        self._session = session
        self._study = study
        self._clock = clock
        self._undo = undo
        self._leave = leave
        self._excursions = excursions

    def show(self) -> None:
        """The summary, of a sitting that is over or goes on."""
        now = self._clock()
        more = partial(self._study.more, (), now) if self._session.is_over else None
        summary = SummaryScreen(
            self._session.summary(now),
            self._study,
            self._study.overview(now),
            more,
            prompt_of=lambda card_id: self._exercise(card_id).card.prompt,
            open_card=self._open_card,
            poke=self._poke,
            edit=self._edit,
        )
        self._screen.app.push_screen(summary, self._go_on)

    def _open_card(self, card_id: str) -> None:
        from quizapp.tui.screens.card import CardScreen

        draw = self._exercise(card_id).draw
        self._screen.app.push_screen(CardScreen(self._study, card_id, self._clock, draw))

    def _exercise(self, card_id: str) -> Exercise:
        """As it was asked first."""
        turns = self._session.answered
        return next(turn.exercise for turn in turns if turn.exercise.card.id == card_id)

    def _poke(self, card_id: str) -> None:
        exercise = self._exercise(card_id)
        if exercise.runs_code:
            self._excursions.poke(exercise, "", None)
        else:
            self._screen.notify(tr("This card has no code."))

    def _edit(self, card_id: str) -> None:
        if self._excursions.edit(self._exercise(card_id), None):
            self._study.reload()
            self._session.reload(self._study.library)

    async def _go_on(self, then: AfterSummary | None) -> None:
        if then == "undo":
            await self._undo()
        elif then is not None and then != "back":
            self._leave()
            if then != "home":
                act_on(self._screen.app, SittingWanted(Sitting(kind=then)))
