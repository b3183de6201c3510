"""Acts on the card before the learner, and undo: the log is told first, and then the learner."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial

from textual.screen import Screen

from quizapp.memory.acts.table import ACTS
from quizapp.study.past import Undone
from quizapp.study.phrases import undone_in_a_sitting
from quizapp.study.session import Session
from quizapp.study.study import Study
from quizapp.study.turn import Turn
from quizapp.text.language import in_a_row, tr
from quizapp.tui.keys.moving import key_of
from quizapp.tui.screens.acts import ActsScreen, Decided
from quizapp.tui.screens.log_writer import LogWriter


class Acting:
    """What is to be decided beside a screen of a session.

    `show_turn` shows the turn that an act has led to; `stay` is called where it is still the same,
    `asked_anew` where an undo has brought back one that waits for an answer, and says how to.
    """

    def __init__(
        self,
        screen: Screen[None],
        session: Session,
        study: Study,
        log: LogWriter,
        clock: Callable[[], datetime],
        *,
        show_turn: Callable[[], Awaitable[None]],
        stay: Callable[[], None],
        asked_anew: Callable[[], str],
    ) -> None:
        self._screen = screen
        self._session = session
        self._study = study
        self._log = log
        self._clock = clock
        self._show_turn = show_turn
        self._stay = stay
        self._asked_anew = asked_anew
        self._drafted = ""
        self._drafts: dict[str, str] = {}

    def offer(self, picked: str = "") -> None:
        """Offer what can be decided about the card; or have what was picked of it done."""
        acts, today = self._session.acts(self._clock()), self._study.study_date(self._clock())
        assert self._session.turn is not None
        if self._session.turn.slot.card_id != self._drafted:
            self._drafted, self._drafts = self._session.turn.slot.card_id, {}
        dialog = ActsScreen(acts, self._session.standing, today, self._drafts, picked=picked)
        self._screen.app.push_screen(dialog, self._decided)

    async def _decided(self, decided: Decided | None) -> None:
        if decided is None:
            return
        act = partial(self._session.act, *decided, now=self._clock())
        show = partial(self._show_decided, self._session.turn, *decided)
        if self._log.wrote(act, show):
            await show()

    async def _show_decided(self, before: Turn | None, name: str, said: str) -> None:
        """Tell what was decided, and go on to the next card where that ends the turn."""
        session = self._session
        stays = session.turn is before
        value = ACTS[name].read(said, self._study.study_date(self._clock()))
        which = tr("This") if stays else tr("The last")
        done = tr("{which} card {told}.", which=which, told=ACTS[name].told(value))
        undo = key_of(self._screen, "undo")
        # Before the summary, and where no field has the keys.
        if session.answered and (session.turn is None or session.turn.review):
            how = tr("{undo} takes it back.", undo=undo)
        else:  # it may be read on home, from where the next review undoes it
            commands = key_of(self._screen, "commands")
            how = tr(
                "To take it back in a review: {commands}, then {undo}.",
                commands=commands,
                undo=undo,
            )
        self._tell(in_a_row(done, how))
        if stays:
            self._stay()
        else:
            await self._show_turn()

    def decide_about_leech(self, name: str) -> None:
        """Do an act on the card that was just set aside."""
        assert self._session.leech is not None
        card = self._session.leech.card
        act = partial(self._session.act_on_leech, name, now=self._clock())
        show = partial(self._tell, f"{card} {ACTS[name].told('')}.")
        if self._log.wrote(act, show):
            show()

    async def undo(self) -> None:
        """Take the last answer, or act on a card, back."""
        undone = list[Undone]()
        show = partial(self._show_undone, self._session.turn, undone)
        if self._log.wrote(lambda: undone.append(self._session.undo(now=self._clock())), show):
            await show()

    async def _show_undone(self, before: Turn | None, undone: Sequence[Undone]) -> None:
        """Say what was undone; no field has the focus, so that more can be."""
        words = [undone_in_a_sitting(what) for what in undone]
        if self._session.turn is before:
            self._stay()
        else:
            await self._show_turn()
            if self._screen.focused is not None:
                words.append(self._asked_anew())
        self._tell(in_a_row(*words))

    def _tell(self, words: str) -> None:
        """Tell what was done last; what was told before of others would contradict it."""
        self._screen.app.clear_notifications()
        self._screen.notify(words, markup=False)
