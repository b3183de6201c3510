"""The end of a sitting: its summary, and where the learner goes from there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial

from textual.screen import Screen

from quizapp.study.session import Session
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from quizapp.tui.messages import SittingWanted
from quizapp.tui.screens.summary import AfterSummary, SummaryScreen


class Ending:
    """`undo` takes the last answer back, in the sitting; `leave` closes its screen."""

    def __init__(
        self,
        screen: Screen[None],
        session: Session,
        study: Study,
        clock: Callable[[], datetime],
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

    def show(self) -> None:
        """The summary, of a sitting that is over or goes on."""
        now = self._clock()
        more = partial(self._study.more, (), now) if self._session.turn is None else None
        summary = SummaryScreen(self._session.summary(), self._study.study_date(now), more)
        self._screen.app.push_screen(summary, self._go_on)

    async def _go_on(self, then: AfterSummary | None) -> None:
        if then == "undo":
            await self._undo()
        elif then is not None and then != "back":
            self._leave()
            if then != "home":
                self._screen.app.post_message(SittingWanted(Sitting(kind=then)))
