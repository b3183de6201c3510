"""The turns of a session, one at a time: which is asked, and which cannot run here."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from textual import work

from quizapp.running.faults import words_of
from quizapp.study.phrases import SLOT_WORDS
from quizapp.study.session import Session
from quizapp.study.study import Study
from quizapp.study.turn import Turn
from quizapp.text.language import mark, tr
from quizapp.tui.screens.asking import AskingScreen
from quizapp.tui.widgets.title_bar import TitleBar
from runner.client import Runner
from runner.protocol.wire import Fault


class TurnScreen(AskingScreen):
    """Asks what a session has next; how a turn is answered and ends, its heirs know."""

    def __init__(
        self, session: Session, runner: Runner, study: Study, clock: Callable[[], datetime]
    ) -> None:
        super().__init__(runner, study, clock)
        self._session = session
        self._told: set[str] = set()

    @abstractmethod
    async def _show_turn(self) -> None:
        """Show the present turn, or that there is none left."""

    @property
    def _turn(self) -> Turn:
        assert self._session.turn is not None
        return self._session.turn

    @property
    def _spoken(self) -> Turn:
        """The present turn with its words, as far as they are known by now."""
        turn = self._turn
        seen = self._ahead.seen(turn.exercise)
        told = turn.exercise.told(seen, pending=seen is None and not turn.revealed)
        return turn if told is turn.exercise else replace(turn, exercise=told)

    @work(exclusive=True, group="refusal")
    async def _watch_the_run(self) -> None:
        """A card may turn out not to run here while it is read; else its words are known."""
        exercise = self._turn.exercise
        seen = await self._ahead.outcome(exercise)
        still_asked = self._session.turn is not None and self._turn.exercise is exercise
        if still_asked and exercise.has_words:
            self._view.tell(self._spoken)
        if self._log.is_waiting:
            return  # it was answered by then
        if isinstance(seen, Fault) and seen.kind == "refused" and still_asked:
            self.app.call_later(self._take_refusal, seen)  # no key is looked at meanwhile

    async def _take_refusal(self, _: Fault) -> None:
        """Go on without the card."""
        await self._show_turn()

    def _pass_over_what_cannot_run(self) -> None:
        """Leave out cards known not to run here, and say why, once for all that are alike."""
        while self._session.turn is not None:
            seen = self._ahead.seen(self._turn.exercise)
            if not isinstance(seen, Fault) or seen.kind != "refused":
                return
            if seen.message not in self._told:
                self.notify(tr("Left out: {message}", message=words_of(seen)), markup=False)
                self._told.add(seen.message)
            self._session.leave_out()

    def _show_place(self) -> None:
        """Which card this is. Its id may give the answer away, so it waits for the verdict."""
        turn = self._turn
        card = turn.exercise.card
        name = card.id.replace("/", " / ") if turn.revealed else self._study.title_of(card.topic)
        kind = tr(SLOT_WORDS.get(turn.slot.kind, ""))
        place = mark("{position} of {total}")
        if self._session.held_back:  # until it is known which of them can be asked here
            place = mark("{position} of at most {total}")
        total = self._session.total + self._session.held_back
        self.query_one(TitleBar).show(
            f"{name}  ({kind})" if kind else name,
            tr(place, position=self._session.position, total=total),
        )
