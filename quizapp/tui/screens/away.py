"""Times away: to be entered, and taken back."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date
from functools import partial

from quizapp.memory.acts.act import FRESH, ActKind
from quizapp.memory.acts.kinds.away import AWAY, KIND
from quizapp.study.away import (
    Absence,
    absence_in_words,
    go_away,
    return_in_words,
    take_back_away,
    times_away,
)
from quizapp.text.language import mark, tr
from quizapp.tui.keys.moving import key_of
from quizapp.tui.screens.acts import ActsScreen, Decided
from quizapp.tui.screens.acts_on_log import ActsOnLog

LATEST = 3
"""Times away that are shown."""

UNDO = "undo"

TAKE_BACK = ActKind(
    key="u",
    title=mark("Take back the time away that was entered last"),
    done="",
    makes_sense=lambda standing, memory, today: False,
)


class AwayScreen(ActsScreen):
    """The latest times away, and what can be done about them."""

    def __init__(self, there: Sequence[Absence], today: date) -> None:
        acts = {AWAY: KIND} | ({UNDO: TAKE_BACK} if there else {})
        super().__init__(acts, FRESH, today, {}, tr("times away"))
        self._there = there

    def _how_it_stands(self) -> str:
        return "\n".join(map(absence_in_words, self._there[-LATEST:]))


class Leaving(ActsOnLog):
    """What is to be done about times away beside a screen; `changed` is called once it is."""

    def offer(self) -> None:
        today = self._study.study_date(self._clock())
        self._screen.app.push_screen(AwayScreen(times_away(self._study), today), self._decided)

    def _decided(self, decided: Decided | None) -> None:
        if decided is None:
            return
        told = list[str]()
        act, show = partial(self._act, *decided, told), partial(self._show, told)
        if self._log.wrote(act, show):
            show()

    def _act(self, name: str, said: str, told: list[str]) -> None:
        now, rng = self._clock(), random.Random()
        if name == UNDO:
            undone = take_back_away(self._study, now, rng)
            told += [return_in_words(undone)] if undone else []
        else:
            days = KIND.read(said, self._study.study_date(now)).split()
            first, last = map(date.fromisoformat, days)
            told.append(absence_in_words(go_away(self._study, first, last, now, rng)))
            keys = {"away": key_of(self._screen, "away"), "undo": TAKE_BACK.key}
            told.append(tr("{away} {undo} takes it back.", **keys))

    def _show(self, told: Sequence[str]) -> None:
        self._say("\n".join(told))
        self._changed()
