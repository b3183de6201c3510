"""What is decided about cards where they are browsed, and taken back there."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from functools import partial

from textual.screen import Screen

from quizapp.memory.acts.act import FRESH, Act, ActKind
from quizapp.memory.acts.table import ACTS, possible_acts
from quizapp.memory.errors import LogUnavailable
from quizapp.study.card_row import CardRow
from quizapp.study.phrases import decided_about, undone_in_words
from quizapp.study.recorder import Recorder
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.text.words import counted
from quizapp.tui.keys.moving import act_at, key_of
from quizapp.tui.keys_in_order import take_as_one
from quizapp.tui.screens.acts import ActsScreen, Decided
from quizapp.tui.screens.acts_on_log import ActsOnLog


class Deciding(ActsOnLog):
    """Acts on several cards at once; `changed` is called when something is done or undone.

    What was decided elsewhere is undone only when asked once more.
    """

    def __init__(
        self,
        screen: Screen[None],
        study: Study,
        clock: Callable[[], datetime],
        changed: Callable[[], None],
    ) -> None:
        super().__init__(screen, study, clock, changed)
        self._today = date.min
        self._undoable: list[Act] = []
        """What was decided last today, at one time, here or elsewhere in the app."""
        self._decided_here = set[str]()
        """The ids of acts since the screen was opened: only these are undone unasked."""
        self._asked_about = ""

    def look(self, today: date) -> None:
        """Read anew what could be undone on this study date."""
        self._today = today
        self._undoable = self._study.log.last_acts_on(today)

    def decidable(self, rows: Sequence[CardRow]) -> Mapping[str, ActKind]:
        """What makes sense for any of these cards."""
        offered = {name for row in rows for name in self._possible(row)}
        return {name: kind for name, kind in ACTS.items() if name in offered}

    def ask(self, rows: Sequence[CardRow], picked: str = "") -> None:
        """Offer what can be decided about cards; or have what was picked of it done."""
        standing = rows[0].standing if len(rows) == 1 else FRESH
        about = rows[0].card.id if len(rows) == 1 else counted(len(rows), "card")
        dialog = ActsScreen(self.decidable(rows), standing, self._today, {}, about, picked)
        self._screen.app.push_screen(dialog, partial(self._decided, rows))

    def undo(self) -> None:
        if not self._undoable:
            self._say(tr("Nothing was decided today that could be undone."))
            return
        last = self._undoable[0]
        if last.id not in {*self._decided_here, self._asked_about}:
            self._asked_about = last.id
            take_as_one(self._screen.app)
            self._say(
                tr(
                    "{key} again undoes what was decided earlier: {which} {told}.",
                    key=key_of(self._screen, "undo"),
                    which=decided_about(self._undoable),
                    told=ACTS[last.name].told(last.value),
                )
            )
            return
        undo = partial(self._recorder.take_back_all, self._undoable, now=self._clock())
        show = partial(self._undone, self._undoable)
        if self._log.wrote(undo, show):
            show()

    def heed(self, key: str) -> None:
        """A key is pressed: unless it undoes, an earlier decision is asked about anew."""
        if self._asked_about and act_at(self._screen, key) != "undo":
            self._asked_about = ""

    def _possible(self, row: CardRow) -> dict[str, ActKind]:
        return possible_acts(row.standing, row.memory, self._today)

    def _decided(self, rows: Sequence[CardRow], decided: Decided | None) -> None:
        if decided is None:
            return
        name, said = decided
        cards = [row.card.id for row in rows if name in self._possible(row)]
        done = list[Act]()
        act = partial(self._act, cards, name, said, self._clock(), done)
        show = partial(self._tell, done)
        if self._log.wrote(act, show):
            show()

    def _act(
        self, cards: Sequence[str], name: str, said: str, now: datetime, done: list[Act]
    ) -> None:
        done += self._recorder.act_on_all(cards, name, said, now=now)

    @property
    def _recorder(self) -> Recorder:
        rollover_hour = self._study.settings.rollover_hour
        return Recorder(self._study.log, rollover_hour=rollover_hour, rng=random.Random())

    def _tell(self, done: list[Act]) -> None:
        act = done[0]
        self._decided_here |= {one.id for one in done}
        self._say(
            tr(
                "{which} {told}. {undo} undoes it.",
                which=decided_about(done),
                told=ACTS[act.name].told(act.value),
                undo=key_of(self._screen, "undo"),
            )
        )
        self._changed()

    def _undone(self, acts: Sequence[Act]) -> None:
        self._say(undone_in_words(acts))
        self._changed()

    def _not_written(self, error: LogUnavailable) -> None:
        super()._not_written(error)
        self._changed()
